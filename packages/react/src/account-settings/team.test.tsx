import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, listOf, renderApp } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'

const teamId = '33333333-3333-4333-8333-333333333333'
const profile = (user_id: string, display_name: string | null) => ({
  team_id: teamId,
  user_id,
  display_name,
  profile_image_url: null,
})
const everything = ['team_admin', '$read_members', '$invite_members', '$remove_members', '$update_team']

async function renderTeam(permissions: string[], page = `team-${teamId}`) {
  const team = {
    id: teamId,
    display_name: 'The Analysts',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
  }
  let teams = [team]
  let members = [profile(ada.id, 'Ada'), profile('other', null), profile('grace', 'Grace')]
  let invitations = [
    { id: 'one', team_id: teamId, recipient_email: 'grace@example.com', expires_at_millis: Date.now() + 86_400_000 },
  ]
  const permission = (id: string) => ({ id, user_id: ada.id, team_id: teamId })
  const view = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at: `/#${page}`,
    config: { client_team_creation_enabled: true },
    respond({ route, body }) {
      switch (route) {
        case 'GET /teams':
          return { body: listOf(...teams) }
        case 'POST /teams':
          teams = [...teams, { ...team, id: 'new', display_name: body.display_name as string }]
          return { status: 201, body: teams[1] }
        case `PATCH /teams/${teamId}`:
          Object.assign(team, body)
          return { body: team }
        case 'GET /team-permissions':
          return { body: listOf(...permissions.map(permission)) }
        case `GET /team-member-profiles/${teamId}/me`:
          return { body: profile(ada.id, 'Ada') }
        case 'GET /team-member-profiles':
          return { body: listOf(...members) }
        case 'GET /team-invitations':
          return { body: listOf(...invitations) }
        case 'POST /team-invitations/send-code':
          return { body: { success: true, id: 'two' } }
        case 'DELETE /team-invitations/one':
          invitations = []
          return { body: { success: true } }
        case `DELETE /team-memberships/${teamId}/grace`:
          members = members.filter(({ user_id }) => user_id !== 'grace')
          return { body: { success: true } }
        case `DELETE /team-memberships/${teamId}/me`:
          teams = []
          return { body: { success: true } }
        default:
          return undefined
      }
    },
  })
  await screen.findByRole('heading', { level: 1 })
  return view
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows an admin all actions', async () => {
  await renderTeam(everything)
  await region('Members')
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Your name in this team',
    'Your role',
    'Team image',
    'Team name',
    'Members',
    'Invitations',
    'Leave team',
  ])
  expect(screen.getByText(/Admin/)).toBeTruthy()
  const members = await region('Members')
  expect(members.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'ADAda You',
    'No name Remove',
    'GRGrace Remove',
  ])
})

test('removes another member after a confirmation', async () => {
  const { sent } = await renderTeam(everything)
  const members = await region('Members')
  await userEvent.click(members.getByRole('button', { name: 'Remove: Grace' }))
  const question = within(members.getByRole('group', { name: 'Remove Grace from the team?' }))
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  expect(sent(`DELETE /team-memberships/${teamId}/grace`)).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(members.queryByText('Grace')).toBe(null))
  expect(sent(`DELETE /team-memberships/${teamId}/grace`)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Members'))
})

test('shows members without a remove button to users with read permission', async () => {
  await renderTeam(['team_member', '$read_members'])
  const members = await region('Members')
  expect(members.getAllByRole('listitem')).toHaveLength(3)
  expect(members.queryByRole('button')).toBe(null)
})

test('shows a member only permitted actions', async () => {
  const { sent } = await renderTeam(['team_member', '$invite_members'])
  await region('Leave team')
  expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'Your name in this team',
    'Your role',
    'Invitations',
    'Leave team',
  ])
  expect(sent('GET /team-member-profiles')).toHaveLength(0)
  expect(sent('GET /team-invitations')).toHaveLength(0)
})

test('renames the team and requires a name', async () => {
  const { sent } = await renderTeam(everything)
  const section = await region('Team name')
  await userEvent.click(section.getByRole('button', { name: 'Edit team name' }))
  const input = section.getByLabelText('Team name')
  await userEvent.clear(input)
  await userEvent.keyboard('{Enter}')
  expect(section.getByText('Enter a name.')).toBeTruthy()
  await userEvent.type(input, 'Programmers{Enter}')
  expect(await section.findByText('Programmers')).toBeTruthy()
  expect(sent(`PATCH /teams/${teamId}`)[0]?.body).toEqual({ display_name: 'Programmers' })
})

test('invites a user, and revokes an invitation after a confirmation', async () => {
  const { sent } = await renderTeam(everything)
  const section = await region('Invitations')
  await userEvent.click(section.getByRole('button', { name: 'Invite a member' }))
  await userEvent.type(section.getByLabelText('Email'), 'alan@example.com{Enter}')
  expect(await section.findByText('Invitation sent to alan@example.com.')).toBeTruthy()
  expect(sent('POST /team-invitations/send-code')[0]?.body).toMatchObject({ email: 'alan@example.com' })

  await userEvent.click(section.getByRole('button', { name: 'Revoke: grace@example.com' }))
  expect(sent('DELETE /team-invitations/one')).toHaveLength(0)
  await userEvent.click(section.getByRole('button', { name: 'Yes, revoke it' }))
  expect(await section.findByText('No pending invitations.')).toBeTruthy()
})

test('leaves the team after a confirmation and removes its page', async () => {
  await renderTeam(everything)
  const section = await region('Leave team')
  await userEvent.click(section.getByRole('button', { name: 'Leave team' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, leave' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'The Analysts' })).toBe(null))
  expect(screen.getByRole('heading', { name: 'My profile' })).toBeTruthy()
  await waitFor(() => expect(location.hash).toBe(''))
})

test('creates a team and opens its page', async () => {
  const { sent } = await renderTeam(everything, 'team-creation')
  await userEvent.type(await screen.findByLabelText('Team name'), 'Builders{Enter}')
  expect(await screen.findByRole('heading', { name: 'Builders' })).toBeTruthy()
  expect(location.hash).toBe('#team-new')
  expect(sent('POST /teams')[0]?.body).toMatchObject({ display_name: 'Builders' })
})
