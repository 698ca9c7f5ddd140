import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { openPerson } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('a server creates the directory of a team, replaces its token, sets roles and deletes it', async () => {
  const { serverApp } = await openPerson({ 'rbac.permissions.writer': { scope: 'team' } })
  const team = await serverApp.createTeam({ displayName: 'Company' })
  expect(await team.getDirectory()).toBeNull()
  const created = await team.createDirectory()
  expect(created).toMatchObject({ teamId: team.id, lastUsedAt: null, roles: [], userCount: 0, groupCount: 0 })
  expect(created.url).toContain(`/scim/v2/${created.id}`)
  expect(created.tokens).toMatchObject([{ lastFour: created.token.slice(-4), expiresAt: null, lastUsedAt: null }])

  const oldTokenExpiresAt = new Date(Date.now() + 60_000)
  const rotated = await created.rotateToken({ oldTokenExpiresAt })
  expect(rotated.token).not.toBe(created.token)
  expect(rotated.tokens.map(({ expiresAt }) => expiresAt)).toEqual([null, oldTokenExpiresAt])

  const roles = [{ group: 'Writers', permissionId: 'writer' }]
  expect((await rotated.setRoles(roles)).roles).toEqual(roles)
  const directory = (await team.getDirectory())!
  expect(directory).toMatchObject({ id: created.id, roles, deactivatedUserCount: 0, createdAt: created.createdAt })
  expect(directory).not.toHaveProperty('token')
  expect((await serverApp.listDirectories()).map(({ id }) => id)).toEqual([created.id])
  expect(await directory.listGroups()).toEqual([])
  expect(await directory.listOperations()).toEqual([])
  await directory.delete()
  expect(await team.getDirectory()).toBeNull()
})
