import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { createAdmin, openOwner, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('the audit log lists actors and actions in pages', async () => {
  const { owner, createProject } = await openOwner()
  const { app, ...project } = await createProject()
  const user = await app.createUser({ displayName: 'Ada' })
  await project.update({ config: { signUpEnabled: false } })
  const entries = await app.listAuditEntries()
  expect(entries.nextCursor).toBeNull()
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['project.created', 'user.created', 'project.config_changed']),
  )
  const [changed] = await app.listAuditEntries({ action: 'project.config_changed', actorId: owner.id })
  expect(changed).toMatchObject({ actor: { type: 'owner', id: owner.id }, target: { id: project.id } })
  expect(changed!.happenedAt).toBeInstanceOf(Date)
  expect(changed).toHaveProperty('ipAddress')

  const ofUser = await app.listAuditEntries({ targetId: user.id })
  expect(ofUser.map(({ action }) => action)).toEqual(['user.created'])
  const happenedAt = changed!.happenedAt.getTime()
  expect(await app.listAuditEntries({ from: new Date(happenedAt + 60_000) })).toHaveLength(0)
  expect(await app.listAuditEntries({ until: new Date(happenedAt - 600_000) })).toHaveLength(0)

  const first = await app.listAuditEntries({ limit: 1 })
  const second = await app.listAuditEntries({ limit: 1, cursor: first.nextCursor! })
  expect([first[0]!.id, second[0]!.id]).toEqual(entries.slice(0, 2).map(({ id }) => id))
})

test('metrics count users, optionally with anonymous ones', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  await app.createUser({ displayName: 'Ada' })
  const anonymous = await app.getUser({ or: 'anonymous' })
  const metrics = await app.getMetrics()
  expect(metrics).toMatchObject({ totalUsers: 1, usersByCountry: {}, loginMethods: expect.any(Array) })
  expect(metrics.dailyUsers).toHaveLength(31)
  expect(metrics.dailyUsers.at(-1)).toEqual({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), activity: 1 })
  expect(metrics.dailyActiveUsers).toHaveLength(31)
  const [ada] = metrics.recentlyRegistered
  expect(ada!.signedUpAt).toBeInstanceOf(Date)
  await ada!.update({ displayName: 'Ada Lovelace' })
  expect((await app.getUser(ada!.id))!.displayName).toBe('Ada Lovelace')

  const all = await app.getMetrics({ includeAnonymous: true })
  expect(all.totalUsers).toBe(2)
  expect(all.recentlyActive.map(({ id }) => id)).toContain(anonymous.id)
  const store = app[appInternalsSymbol].metrics()
  await show(store)
  expect(shownIn(store).totalUsers).toBe(1)
  expect(await app.getMetrics()).toBe(await app.getMetrics())
})
