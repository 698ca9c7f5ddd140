import type { TestProject } from '@latchkey/server/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, type Permission } from '../index.ts'
import { openPerson } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

/** `reader` is contained in `writer`, once for teams and once for the project. */
async function definePermissions({ call }: TestProject) {
  for (const [id, contained] of [
    ['reader', []],
    ['writer', ['reader']],
  ] as const) {
    const body = { id, contained_permission_ids: [...contained] }
    await call('POST /team-permission-definitions', { as: 'admin', body })
    await call('POST /project-permission-definitions', {
      as: 'admin',
      body: { ...body, id: `project_${id}`, contained_permission_ids: contained.map((each) => `project_${each}`) },
    })
  }
}

async function openMember() {
  const opened = await openPerson()
  await definePermissions(opened.project)
  const team = await opened.serverApp.createTeam({ displayName: 'Team' })
  await team.addUser(opened.user.id)
  return { ...opened, team }
}

const idsOf = (permissions: Permission[]) => permissions.map(({ id }) => id).sort()

describe.each(['client', 'server'] as const)('the permissions of a user, for a %s', (access) => {
  test('in a team include the granted permissions and those they contain', async () => {
    const { user, serverUser, team } = await openMember()
    const reader = access === 'client' ? user : serverUser
    expect(await reader.hasPermission(team, 'reader')).toBe(false)
    await serverUser.grantPermission(team, 'writer')

    expect(idsOf(await reader.listPermissions(team))).toEqual(expect.arrayContaining(['reader', 'writer']))
    expect(idsOf(await reader.listPermissions(team, { recursive: false }))).toEqual(['team_member', 'writer'])
    expect(await reader.getPermission(team, 'reader')).toEqual({ id: 'reader' })
    expect(await reader.getPermission(team, 'nothing')).toBeNull()
    expect(await reader.hasPermission(team, 'reader')).toBe(true)
    expect(await reader.listPermissions()).toEqual([])

    await serverUser.revokePermission(team, 'writer')
    expect(await reader.hasPermission(team, 'reader')).toBe(false)
  })

  test('in the project are read without a team', async () => {
    const { user, serverUser } = await openMember()
    const reader = access === 'client' ? user : serverUser
    await serverUser.grantPermission('project_writer')

    expect(idsOf(await reader.listPermissions())).toEqual(['project_reader', 'project_writer'])
    expect(idsOf(await reader.listPermissions({ recursive: true }))).toEqual(['project_reader', 'project_writer'])
    expect(idsOf(await reader.listPermissions({ recursive: false }))).toEqual(['project_writer'])
    const withoutTeam = reader.listPermissions(undefined as never, { recursive: false })
    expect(idsOf(await withoutTeam)).toEqual(['project_writer'])
    expect(await reader.getPermission('project_reader')).toEqual({ id: 'project_reader' })
    expect(await reader.hasPermission('project_reader')).toBe(true)

    await serverUser.revokePermission('project_writer')
    expect(await reader.getPermission('project_reader')).toBeNull()
    expect(await reader.hasPermission('project_reader')).toBe(false)
  })
})

test('a grant appears immediately in all lists of the user in this team and in no other', async () => {
  const { serverUser, team, takeRequests } = await openMember()
  const stores = serverUser[appInternalsSymbol]
  const shown = [stores.permissions(team), stores.permissions(team, { recursive: false }), stores.permissions()]
  for (const store of shown) store.subscribe(() => {})
  await Promise.all(shown.map((store) => store.load()))
  takeRequests()

  await serverUser.grantPermission(team, 'writer')
  expect(takeRequests().filter((request) => request.startsWith('GET'))).toEqual([
    'GET /team-permissions',
    'GET /team-permissions',
  ])
  for (const store of shown.slice(0, 2)) {
    const entry = store.getSnapshot()
    expect(entry.status === 'ok' && idsOf(entry.value)).toContain('writer')
  }
})

test('only servers can grant permissions', async () => {
  const { user, serverUser, team } = await openMember()
  expect('grantPermission' in user).toBe(false)
  await expect(serverUser.grantPermission(team, 'unknown')).rejects.toMatchObject({ errorCode: 'PERMISSION_NOT_FOUND' })
  await expect(serverUser.grantPermission(team, 'project_reader')).rejects.toMatchObject({
    errorCode: 'WRONG_PERMISSION_SCOPE',
  })
})
