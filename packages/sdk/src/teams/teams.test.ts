import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { createClient, openPerson, signUp } from '../testing/open-project.ts'

const settings = { 'teams.allowClientTeamCreation': true }
const unknownId = '0b4b3b52-3d2f-4b58-9ed5-6f3a2b6f8c11'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function openOwner(access: 'client' | 'server') {
  const opened = await openPerson(settings)
  return { ...opened, owner: access === 'client' ? opened.user : opened.serverUser }
}

test('members have addresses for those who may remove others', async () => {
  const { project, user, serverApp } = await openPerson(settings)
  const team = await user.createTeam({ displayName: 'Analytics' })
  const address = { primaryEmail: user.primaryEmail, primaryEmailVerified: user.primaryEmailVerified }
  expect(await team.listUsers()).toMatchObject([{ id: user.id, ...address }])
  expect(await (await serverApp.getTeam(team.id))!.listUsers()).toMatchObject([{ id: user.id, ...address }])

  const member = await signUp(createClient(project))
  await (await serverApp.getTeam(team.id))!.addUser(member.id)
  for (const one of await (await member.getTeam(team.id))!.listUsers()) {
    expect(Object.keys(one).sort()).toEqual(['id', 'teamProfile'])
  }
})

describe.each(['client', 'server'] as const)('the teams of a user, for a %s', (access) => {
  test('are created, selected and listed', async () => {
    const { app, owner } = await openOwner(access)
    expect(await owner.listTeams()).toEqual([])
    const team = await owner.createTeam({ displayName: 'Analytics' })
    expect(team).toMatchObject({ displayName: 'Analytics', profileImageUrl: null, clientMetadata: null })
    expect((await app.getUser())!.selectedTeam).toMatchObject({ id: team.id, displayName: 'Analytics' })
    expect((await owner.listTeams()).map(({ id }) => id)).toEqual([team.id])
    expect((await owner.getTeam(team.id))?.displayName).toBe('Analytics')
    expect(await owner.getTeam(unknownId)).toBeNull()
  })

  test('are selected and left', async () => {
    const { app, owner } = await openOwner(access)
    const [first, second] = [await owner.createTeam({ displayName: '1' }), await owner.createTeam({ displayName: '2' })]
    const selected = async () => (await app.getUser())!.selectedTeam?.id ?? null
    expect(await selected()).toBe(second.id)
    await owner.setSelectedTeam(first)
    expect(await selected()).toBe(first.id)
    await owner.leaveTeam(first)
    expect(await selected()).toBeNull()
    await owner.setSelectedTeam(second)
    await owner.setSelectedTeam(null)
    expect(await selected()).toBeNull()
    expect((await owner.listTeams()).map(({ id }) => id)).toEqual([second.id])
  })

  test('are changed and deleted', async () => {
    const { owner } = await openOwner(access)
    const team = await owner.createTeam({ displayName: 'Analytics' })
    await team.update({ displayName: 'Research', clientMetadata: { floor: 3 } })
    expect(await owner.getTeam(team.id)).toMatchObject({ displayName: 'Research', clientMetadata: { floor: 3 } })
    expect(team.displayName).toBe('Analytics')
    await team.delete()
    expect(await owner.listTeams()).toEqual([])
  })

  test('have their own profile of the user', async () => {
    const { owner, user } = await openOwner(access)
    await owner.update({ displayName: 'Ada' })
    const team = await owner.createTeam({ displayName: 'Analytics' })
    const profile = await owner.getTeamProfile(team)
    expect(profile).toMatchObject({ displayName: 'Ada', profileImageUrl: null })
    expect(await owner.getTeamProfile(team)).toBe(profile)
    const store = owner[appInternalsSymbol].teamProfile(team)
    store.subscribe(() => {})
    await profile.update({ displayName: 'Countess' })
    expect(store.getSnapshot()).toMatchObject({ value: { displayName: 'Countess' } })
    expect(await team.listUsers()).toMatchObject([{ id: user.id, teamProfile: { displayName: 'Countess' } }])
  })

  test('show every change immediately', async () => {
    const { app, owner, user } = await openOwner(access)
    const { teams } = owner[appInternalsSymbol]
    const current = app[appInternalsSymbol].currentUser
    teams.subscribe(() => {})
    current.subscribe(() => {})
    await teams.load()
    const names = () => {
      const entry = teams.getSnapshot()
      return entry.status === 'ok' && entry.value.map(({ displayName }) => displayName)
    }
    const team = await owner.createTeam({ displayName: 'Analytics' })
    expect(names()).toEqual(['Analytics'])
    await team.update({ displayName: 'Research' })
    expect(names()).toEqual(['Research'])
    // Another app sees changes by a server on its next request.
    if (owner === user)
      expect(current.getSnapshot()).toMatchObject({ value: { selectedTeam: { displayName: 'Research' } } })
    await owner.leaveTeam(team)
    expect(names()).toEqual([])
    if (owner === user) expect(current.getSnapshot()).toMatchObject({ value: { selectedTeam: null } })
  })
})

test('teams keep their identity while nothing changes, and sorting a list does not affect the cache', async () => {
  const { user } = await openPerson(settings)
  for (const displayName of ['a', 'b']) await user.createTeam({ displayName })
  const first = await user.listTeams()
  expect(Object.isFrozen(first[0])).toBe(true)
  first.reverse()
  const shown = user[appInternalsSymbol].teams.getSnapshot()
  expect(shown).toMatchObject({ value: [{ displayName: 'a' }, { displayName: 'b' }] })
  const second = await user.listTeams()
  expect(second.map(({ displayName }) => displayName)).toEqual(['a', 'b'])
  expect(second[0]).toBe(first[1])
})

test('clients can do what their permissions allow', async () => {
  const { project, serverApp, user } = await openPerson(settings)
  const team = await user.createTeam({ displayName: 'Analytics' })
  const member = await signUp(createClient(project))
  const serverTeam = (await serverApp.getTeam(team.id))!
  await serverTeam.addUser(member.id)
  const seen = (await member.getTeam(team.id))!
  await expect(seen.update({ displayName: 'Mine' })).rejects.toMatchObject({ errorCode: 'TEAM_PERMISSION_REQUIRED' })
  expect('addUser' in seen).toBe(false)
  expect('serverMetadata' in seen).toBe(false)
})

test('creating a team fails if the project does not allow it', async () => {
  const { user } = await openPerson()
  await expect(user.createTeam({ displayName: 'Mine' })).rejects.toMatchObject({ statusCode: 403 })
})
