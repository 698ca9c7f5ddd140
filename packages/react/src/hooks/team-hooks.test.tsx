import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPerson, show } from '../testing/real-server.test.tsx'

const settings = {
  'teams.allowClientTeamCreation': true,
  'apiKeys.enabled.team': true,
  'payments.items': { seats: { displayName: 'Seats', customerType: 'team' } },
}

const callbackUrl = 'http://localhost:3000/handler/team-invitation'

test('a team of the signed-in user shows members, invitations, keys and items', async () => {
  const { user, serverApp } = await openPerson(settings)
  const team = await user.createTeam({ displayName: 'Analysts' })

  const members = await show(() => team.useUsers().map(({ teamProfile }) => teamProfile.displayName))
  expect(members()).toHaveLength(1)
  const profile = await user.getTeamProfile(team)
  await act(() => profile.update({ displayName: 'Countess' }))
  expect(members()).toEqual(['Countess'])

  const invitations = await show(() => team.useInvitations())
  expect(invitations()).toEqual([])
  await act(() => team.inviteUser({ email: 'charles@example.com', callbackUrl }))
  expect(invitations()).toMatchObject([{ recipientEmail: 'charles@example.com' }])
  await act(() => invitations()[0]!.revoke())
  expect(invitations()).toEqual([])

  const keys = await show(() => team.useApiKeys())
  await act(() => team.createApiKey({ description: 'For a robot', expiresAt: null }))
  expect(keys()).toMatchObject([{ description: 'For a robot', teamId: team.id }])

  const seats = await show(() => team.useItem('seats').quantity)
  expect(seats()).toBe(0)
  await (await serverApp.getItem({ teamId: team.id, itemId: 'seats' })).increaseQuantity(3)
  await act(() => team.getItem('seats'))
  expect(seats()).toBe(3)
})

test('a team shows the same to a server, with full users as members', async () => {
  const { serverApp, serverUser } = await openPerson(settings)
  const team = await serverApp.createTeam({ displayName: 'Analysts' })

  const members = await show(() => team.useUsers())
  expect(members()).toEqual([])
  await act(() => team.addUser(serverUser.id))
  const [member] = members()
  expect(member).toMatchObject({ id: serverUser.id, primaryEmail: serverUser.primaryEmail })
  // A member is a user with the hooks of users.
  const teams = await show(() => member!.useTeams())
  expect(teams().map(({ id }) => id)).toContain(team.id)
  await act(() => team.removeUser(serverUser.id))
  expect(members()).toEqual([])
  expect(teams().map(({ id }) => id)).not.toContain(team.id)

  const invitations = await show(() => team.useInvitations())
  await act(() => team.inviteUser({ email: 'charles@example.com', callbackUrl }))
  expect(invitations()).toMatchObject([{ recipientEmail: 'charles@example.com' }])

  const keys = await show(() => team.useApiKeys())
  await act(() => team.createApiKey({ description: 'For a robot', expiresAt: null }))
  expect(keys()).toHaveLength(1)

  const seats = await show(() => team.useItem('seats'))
  await act(() => seats().increaseQuantity(2))
  expect(seats().quantity).toBe(2)
})
