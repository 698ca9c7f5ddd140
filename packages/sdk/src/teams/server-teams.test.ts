import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { createClient, openPerson, signUp } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('a server creates, finds, changes and deletes teams', async () => {
  const { serverApp, user } = await openPerson()
  expect(await serverApp.listTeams()).toEqual([])
  const empty = await serverApp.createTeam({ displayName: 'Nobody yet' })
  const team = await serverApp.createTeam({ displayName: 'Analytics', creatorUserId: user.id })
  expect(team.createdAt).toBeInstanceOf(Date)
  expect(await empty.listUsers()).toEqual([])
  expect((await serverApp.listTeams()).map(({ id }) => id)).toEqual([empty.id, team.id])

  await team.update({ serverMetadata: { plan: 'pro' }, clientReadOnlyMetadata: { seats: 5 } })
  expect(await serverApp.getTeam(team.id)).toMatchObject({
    displayName: 'Analytics',
    serverMetadata: { plan: 'pro' },
    clientReadOnlyMetadata: { seats: 5 },
  })
  await team.delete()
  expect(await serverApp.getTeam(team.id)).toBeNull()
})

test.each([
  '',
  '.',
  '..',
  'me',
  'nobody',
  '../teams',
  '/../teams',
  '?limit=1',
  crypto.randomUUID(),
])('%j is not the id of a user or a team', async (id) => {
  const { serverApp } = await openPerson()
  await serverApp.createTeam({ displayName: 'Analytics' })
  expect(await serverApp.getUser(id)).toBeNull()
  expect(await serverApp.getTeam(id)).toBeNull()
})

test('members are full users with their profile in the team', async () => {
  const { project, serverApp, user } = await openPerson()
  const other = await signUp(createClient(project))
  const team = await serverApp.createTeam({ displayName: 'Analytics', creatorUserId: user.id })
  await team.addUser(other.id)
  await expect(team.addUser(other.id)).rejects.toMatchObject({ errorCode: 'TEAM_MEMBERSHIP_ALREADY_EXISTS' })

  const [first, second] = await team.listUsers()
  expect([first!.id, second!.id]).toEqual([user.id, other.id])
  expect(second).toMatchObject({ primaryEmail: other.primaryEmail, teamProfile: { displayName: null } })
  await second!.update({ serverMetadata: { since: 1843 } })
  expect((await team.listUsers())[1]).toMatchObject({ serverMetadata: { since: 1843 } })

  await team.removeUser(user.id)
  expect((await team.listUsers()).map(({ id }) => id)).toEqual([other.id])
})

test('the lists of a server show its own changes immediately', async () => {
  const { serverApp, user } = await openPerson()
  const team = await serverApp.createTeam({ displayName: 'Analytics' })
  const internals = serverApp[appInternalsSymbol]
  const stores = [
    internals.teams,
    internals.team(team.id),
    internals.user(user.id),
    internals.users(),
    team[appInternalsSymbol].users,
  ]
  for (const store of stores) store.subscribe(() => {})
  await Promise.all(stores.map((store) => store.load()))
  const values = () => stores.map((store) => (store.getSnapshot() as { value: unknown }).value)

  await team.update({ displayName: 'Research' })
  expect(values().slice(0, 2)).toMatchObject([[{ displayName: 'Research' }], { displayName: 'Research' }])
  await team.addUser(user.id)
  expect(values()[4]).toMatchObject([{ id: user.id }])
  await (await serverApp.getUser(user.id))!.setDisplayName('Ada')
  const [, , one, page, members] = values() as { displayName: string }[][]
  expect(one).toMatchObject({ displayName: 'Ada' })
  expect([page![0], members![0]]).toMatchObject([{ displayName: 'Ada' }, { displayName: 'Ada' }])
})

test('the selected team of a server user includes server-only fields', async () => {
  const { serverApp, serverUser } = await openPerson()
  const team = await serverUser.createTeam({ displayName: 'Analytics' })
  await team.update({ serverMetadata: { plan: 'pro' } })
  const { selectedTeam } = (await serverApp.getUser(serverUser.id))!
  expect(selectedTeam).toMatchObject({ id: team.id, serverMetadata: { plan: 'pro' } })
  expect(await selectedTeam!.listUsers()).toMatchObject([{ id: serverUser.id }])
})

test('the current user of a server app is a server user with a session', async () => {
  const { app, serverApp } = await openPerson()
  const headers = new Headers(await (await app.getUser({ or: 'throw' })).getAuthHeaders())
  const tokenStore = { headers }
  const current = await serverApp.getUser({ tokenStore, or: 'throw' })
  const shown = serverApp[appInternalsSymbol].currentUserOf(tokenStore)
  shown.subscribe(() => {})
  await shown.load()
  const team = await current.createTeam({ displayName: 'Analytics' })
  expect(shown.getSnapshot()).toMatchObject({ value: { selectedTeam: { id: team.id } } })
  await team.update({ displayName: 'Research' })
  expect(shown.getSnapshot()).toMatchObject({ value: { selectedTeam: { displayName: 'Research' } } })
})

test('the old name of getUser still works with a deprecation warning', async () => {
  const { app, serverApp, user } = await openPerson()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const tokenStore = await (await app.getUser({ or: 'throw' })).getAuthJson()
  expect((await serverApp.getServerUser({ tokenStore }))?.id).toBe(user.id)
  expect(warn).toHaveBeenCalledOnce()
})
