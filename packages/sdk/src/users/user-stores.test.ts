import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, type ExtensibleTeam, type ExtensibleUser } from '../index.ts'
import { eventually } from '../testing/eventually.ts'
import { createClient, openPerson, openProject, signUp } from '../testing/open-project.ts'

// The API for packages built on this one: a store per read, and additional members on every object.

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('a user keeps the same stores after every change', async () => {
  const { app, user } = await openPerson({ 'teams.allowClientTeamCreation': true })
  const team = await user.createTeam({ displayName: 'Analytics' })
  const changed = await app.getUser({ or: 'throw' })
  expect(changed).not.toBe(user)
  const storesOf = ({ [appInternalsSymbol]: stores }: typeof user) => [
    stores.teams,
    stores.contactChannels,
    stores.notificationCategories,
    stores.oauthProviders,
    stores.apiKeys,
    stores.oauthGrants,
    stores.teamProfile(team),
    stores.permissions(team),
    stores.permissions(),
    stores.permissions(undefined, { recursive: false }),
    stores.connectedAccount('github', ['repo']),
    stores.connectedAccount('github'),
  ]
  const [before, after] = [storesOf(user), storesOf(changed)]
  expect(new Set(before).size).toBe(before.length)
  for (const [index, store] of after.entries()) expect(store).toBe(before[index])
})

test('nothing is fetched until the first read', async () => {
  const { user, takeRequests } = await openPerson()
  takeRequests()
  const { contactChannels } = user[appInternalsSymbol]
  contactChannels.subscribe(() => {})
  expect(takeRequests()).toEqual([])
  expect(contactChannels.getSnapshot().status).toBe('pending')
  await eventually(() => expect(contactChannels.getSnapshot()).toMatchObject({ status: 'ok', value: [{}] }))
  expect(takeRequests()).toEqual(['GET /contact-channels'])
})

test("users in one process never see each other's data, including the next user who signs in", async () => {
  const { project, app, user } = await openPerson()
  const other = await signUp(createClient(project))
  expect(other[appInternalsSymbol].contactChannels).not.toBe(user[appInternalsSymbol].contactChannels)
  const values = async (person: typeof user) => (await person.listContactChannels()).map(({ value }) => value)
  expect(await values(user)).toEqual([user.primaryEmail])
  expect(await values(other)).toEqual([other.primaryEmail])

  await app.signOut()
  const next = await signUp(app)
  expect(await values(next)).toEqual([next.primaryEmail])
  await expect(user.listContactChannels()).rejects.toMatchObject({ errorCode: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
})

test('packages can add members to all objects of an app', async () => {
  const { project } = await openProject({ 'teams.allowClientTeamCreation': true })
  const app = createClient(project)
  app[appInternalsSymbol].core.extensions = {
    user: (user: ExtensibleUser) => ({ storesOfUser: () => user[appInternalsSymbol] }),
    team: (team: ExtensibleTeam) => ({ storesOfTeam: () => team[appInternalsSymbol] }),
  }
  const user = await signUp(app)
  const created = await user.createTeam({ displayName: 'Analytics' })
  const { selectedTeam } = await app.getUser({ or: 'throw' })
  expect(user).toHaveProperty('storesOfUser')
  const { storesOfUser } = user as unknown as { storesOfUser(): unknown }
  expect(storesOfUser()).toBe(user[appInternalsSymbol])
  for (const team of [created, selectedTeam!, ...(await user.listTeams())]) {
    const { storesOfTeam } = team as unknown as { storesOfTeam(): unknown }
    expect(storesOfTeam()).toBe(team[appInternalsSymbol])
    expect(Object.isFrozen(team)).toBe(true)
  }
})
