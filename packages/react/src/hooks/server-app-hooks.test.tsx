import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPerson, openProject, show, showKnown } from '../testing/real-server.test.tsx'

test('shows users by id with their changes', async () => {
  const { serverApp } = await openProject()
  const { id } = await serverApp.createUser({ displayName: 'Ada' })
  const user = await show(() => serverApp.useUser(id))
  const same = showKnown(() => serverApp.useUserById(id))
  expect(user()?.displayName).toBe('Ada')
  expect(same()).toBe(user())
  await act(() => user()!.update({ displayName: 'Ada Lovelace' }))
  expect(user()?.displayName).toBe('Ada Lovelace')
  expect(same()).toBe(user())
  await act(() => user()!.delete())
  expect([user(), same()]).toEqual([null, null])
})

test('shows the owner of an API key until it is revoked', async () => {
  const { serverApp, serverUser } = await openPerson({ 'apiKeys.enabled.user': true, 'apiKeys.enabled.team': true })
  const key = await serverUser.createApiKey({ description: 'For a robot', expiresAt: null })
  const owner = await show(() => serverApp.useUser({ apiKey: key.value }))
  expect(owner()?.id).toBe(serverUser.id)
  await act(() => serverUser.setDisplayName('Ada'))
  expect(owner()?.displayName).toBe('Ada')
  await act(() => key.revoke())
  expect(owner()).toBeNull()

  const team = await serverApp.createTeam({ displayName: 'Analysts' })
  const teamKey = await team.createApiKey({ description: 'For a robot', expiresAt: null })
  const shownTeam = await show(() => serverApp.useTeam({ apiKey: teamKey.value }))
  expect(shownTeam()?.displayName).toBe('Analysts')
  await act(() => team.update({ displayName: 'Mathematicians' }))
  expect(shownTeam()?.displayName).toBe('Mathematicians')
  await act(() => teamKey.revoke())
  expect(shownTeam()).toBeNull()
})

test('shows the user of the session with server-only fields', async () => {
  const { serverApp, user } = await openPerson({ 'teams.allowClientTeamCreation': true })
  const tokenStore = await user.getAuthJson()
  const shown = await show(() => serverApp.useUser({ or: 'throw', tokenStore }))
  expect(shown().id).toBe(user.id)
  await act(() => shown().setServerMetadata({ plan: 'pro' }))
  expect(shown().serverMetadata).toEqual({ plan: 'pro' })
  const teams = await show(() => shown().useTeams())
  await act(() => shown().createTeam({ displayName: 'Analysts' }))
  expect(teams().map(({ displayName }) => displayName)).toContain('Analysts')
  expect(showKnown(() => serverApp.useUser())()).toBeNull()
})

test('shows lists of users with options', async () => {
  const { serverApp, createClient } = await openProject()
  await serverApp.createUser({ displayName: 'Ada' })
  await createClient().getUser({ or: 'anonymous' })
  const named = await show(() => serverApp.useUsers({ orderBy: 'signedUpAt' }))
  const all = await show(() => serverApp.useUsers({ orderBy: 'signedUpAt', includeAnonymous: true }))
  const first = await show(() => serverApp.useUsers({ limit: 1, orderBy: 'signedUpAt' }))
  expect([named().length, all().length, first().length]).toEqual([1, 2, 1])
  expect([named().nextCursor, first().nextCursor]).toEqual([null, null])
  await act(() => serverApp.createUser({ displayName: 'Charles' }))
  expect(named().map(({ displayName }) => displayName)).toEqual(['Ada', 'Charles'])
  expect(all()).toHaveLength(3)
  expect(first().nextCursor).toEqual(expect.any(String))
})

test('shows all teams and a single team', async () => {
  const { serverApp } = await openProject()
  const teams = await show(() => serverApp.useTeams())
  expect(teams()).toEqual([])
  const created = await act(() => serverApp.createTeam({ displayName: 'Analysts' }))
  expect(teams()).toMatchObject([{ displayName: 'Analysts' }])
  const one = await show(() => serverApp.useTeam(created.id))
  await act(() => one()!.update({ displayName: 'Mathematicians' }))
  expect(one()?.displayName).toBe('Mathematicians')
  expect(teams()).toMatchObject([{ displayName: 'Mathematicians' }])
  await act(() => created.delete())
  expect([one(), teams()]).toEqual([null, []])
})

test('shows an item that can be changed', async () => {
  const { serverApp } = await openProject({
    'payments.items': { calls: { displayName: 'Calls', customerType: 'custom' } },
  })
  const calls = await show(() => serverApp.useItem({ customCustomerId: 'acme', itemId: 'calls' }))
  await act(() => calls().increaseQuantity(4))
  expect(calls().quantity).toBe(4)
  await act(() => calls().tryDecreaseQuantity(3))
  expect(calls().quantity).toBe(1)
})

test('shows a value of the data vault for its secret', async () => {
  const { serverApp } = await openProject({ 'dataVault.stores': { tokens: { displayName: 'Tokens' } } })
  const store = showKnown(() => serverApp.useDataVaultStore('tokens'))
  expect(store()).toBe(await serverApp.getDataVaultStore('tokens'))
  const value = await show(() => serverApp.useDataVaultStore('tokens').useValue('ada', { secret: 'mine' }))
  const other = await show(() => store().useValue('ada', { secret: 'not mine' }))
  expect([value(), other()]).toEqual([null, null])
  await act(() => store().setValue('ada', 'a private thing', { secret: 'mine' }))
  expect([value(), other()]).toEqual(['a private thing', null])
  await act(() => store().setValue('ada', '', { secret: 'mine' }))
  expect([value(), other()]).toEqual(['', null])
})
