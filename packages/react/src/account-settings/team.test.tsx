import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ada, listOf, renderApp } from '../testing/wire.test.tsx'
import { AccountSettings } from './account-settings.tsx'
import type { Member } from './use-members.ts'

const teamId = '33333333-3333-4333-8333-333333333333'
const member = (user_id: string, display_name: string | null, is_admin = false): Member => ({
  user_id,
  display_name,
  profile_image_url: null,
  is_admin,
  joined_at_millis: Date.UTC(2026, 2, 3, 12),
})
const everything = ['team_admin', '$read_members', '$invite_members', '$remove_members', '$update_team', '$delete_team']

interface Circumstances {
  page?: string
  canChangeRoles?: boolean
  members?: Member[]
  pageSize?: number
}

async function renderTeam(permissions: string[], circumstances: Circumstances = {}) {
  const { page = `team-${teamId}`, canChangeRoles = true, pageSize = 25 } = circumstances
  const team = {
    id: teamId,
    display_name: 'The  Analysts',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
  }
  let teams = [team]
  let members = circumstances.members ?? [
    member(ada.id, null, true),
    member('other', null, true),
    member('grace', 'Grace'),
  ]
  const isOnlyAdmin = () => members.filter(({ is_admin }) => is_admin).every(({ user_id }) => user_id === ada.id)
  let invitations = [
    { id: 'one', team_id: teamId, recipient_email: 'grace@example.com', expires_at_millis: Date.now() + 86_400_000 },
  ]
  const permission = (id: string) => ({ id, user_id: ada.id, team_id: teamId })
  const view = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at: `/#${page}`,
    config: { client_team_creation_enabled: true },
    respond({ route, body, query }) {
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
          return { body: { team_id: teamId, ...member(ada.id, 'Ada') } }
        case `GET /teams/${teamId}/members`: {
          const start = Number(query.get('cursor') ?? 0)
          const text = query.get('query') ?? ''
          const found = members.filter(({ display_name }) => (display_name ?? '').includes(text))
          const next_cursor = found.length > start + pageSize ? String(start + pageSize) : null
          return {
            body: {
              items: found.slice(start, start + pageSize),
              is_paginated: true,
              pagination: { next_cursor },
              can_change_roles: canChangeRoles,
              is_only_admin: isOnlyAdmin(),
            },
          }
        }
        case `PATCH /teams/${teamId}/members/grace`:
          members = members.map((one) =>
            one.user_id === 'grace' ? member('grace', 'Grace', body.is_admin as boolean) : one,
          )
          return { body: {} }
        case `DELETE /team-memberships/${teamId}/other`:
          return { status: 409, body: 'Nobody else is an admin of this team.' }
        case `DELETE /teams/${teamId}`:
          teams = []
          return { body: { success: true } }
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
          if (isOnlyAdmin()) return { status: 409, body: 'Nobody else is an admin of this team.' }
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
    'Two-factor authentication',
    'Members',
    'Invitations',
    'Leave team',
    'Delete team',
  ])
  expect((await region('Your role')).getByText('Admin')).toBeDefined()
  const members = await region('Members')
  await members.findByText('Grace')
  expect(members.getAllByRole('listitem').map((item) => item.querySelector('.lk-item-facts')?.textContent)).toEqual([
    'ada@example.com YouAdmin · Joined Mar 3, 2026',
    'Unnamed member Admin · Joined Mar 3, 2026',
    'Grace Member · Joined Mar 3, 2026',
  ])
  expect(members.queryByRole('searchbox')).toBe(null)
})

/** Opens the menu of a member and chooses an action. */
async function choose(name: string, action: string) {
  const members = await region('Members')
  await userEvent.click(await members.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(screen.getByRole('menuitem', { name: action }))
  return members
}

test('shows addresses below names and instead of missing ones, and which are unverified', async () => {
  await renderTeam(everything, {
    members: [
      { ...member(ada.id, 'Ada', true), primary_email: 'ada@example.com', primary_email_verified: true },
      { ...member('grace', 'Grace'), primary_email: 'grace@example.com', primary_email_verified: false },
      { ...member('alan', null), primary_email: 'alan@example.com', primary_email_verified: false },
      member('guest', null),
    ],
  })
  const members = await region('Members')
  await members.findByText('Grace')
  expect(members.getAllByRole('listitem').map((item) => item.querySelector('.lk-item-facts')?.textContent)).toEqual([
    'Ada Youada@example.com Admin · Joined Mar 3, 2026',
    'Grace grace@example.com UnverifiedMember · Joined Mar 3, 2026',
    'alan@example.com UnverifiedMember · Joined Mar 3, 2026',
    'Unnamed member Member · Joined Mar 3, 2026',
  ])
  await choose('alan@example.com', 'Remove')
  expect(members.getByText('Remove alan@example.com from the team?')).toBeTruthy()
})

test('makes a member an admin after a confirmation', async () => {
  const { sent } = await renderTeam(everything)
  const members = await choose('Grace', 'Make admin')
  expect(sent(`PATCH /teams/${teamId}/members/grace`)).toHaveLength(0)
  await userEvent.click(members.getByRole('button', { name: 'Make admin' }))
  await waitFor(() => expect(members.getAllByText(/^Admin ·/)).toHaveLength(3))
  expect(sent(`PATCH /teams/${teamId}/members/grace`)[0]?.body).toEqual({ is_admin: true })
  await choose('Grace', 'Make member')
  await userEvent.click(members.getByRole('button', { name: 'Make member' }))
  await waitFor(() => expect(members.getAllByText(/^Admin ·/)).toHaveLength(2))
})

test('offers no roles where the project does not allow it', async () => {
  await renderTeam(everything, { canChangeRoles: false })
  const members = await choose('Grace', 'Remove')
  await userEvent.click(members.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await members.findByRole('button', { name: 'Actions for Grace' }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Remove'])
})

test('searches a large team on the server and shows it page by page', async () => {
  const many = Array.from({ length: 60 }, (_, n) => member(`member-${n}`, `Member ${n}`))
  const { sent } = await renderTeam(everything, { members: [member(ada.id, 'Ada', true), ...many] })
  const members = await region('Members')
  await members.findByText('Member 23')
  expect(members.getAllByRole('listitem')).toHaveLength(25)
  await userEvent.click(members.getByRole('button', { name: 'Show more' }))
  await members.findByText('Member 48')
  await userEvent.click(members.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(members.getAllByRole('listitem')).toHaveLength(61))
  expect(members.queryByRole('button', { name: 'Show more' })).toBe(null)
  await userEvent.type(members.getByRole('searchbox', { name: 'Search members' }), 'Member 59')
  await waitFor(() => expect(members.getAllByRole('listitem')).toHaveLength(1))
  await userEvent.type(members.getByRole('searchbox'), 'x')
  expect(await members.findByText('No matching members.')).toBeTruthy()
  expect(sent('GET /team-member-profiles')).toHaveLength(0)
})

test('explains why the last admin cannot be removed', async () => {
  await renderTeam(everything)
  const members = await choose('Unnamed member', 'Remove')
  await userEvent.click(members.getByRole('button', { name: 'Remove' }))
  expect(await members.findByText('This team needs at least one admin.')).toBeTruthy()
})

test('removes another member after a confirmation', async () => {
  const { sent } = await renderTeam(everything)
  const members = await choose('Grace', 'Remove')
  const question = within(members.getByRole('group', { name: 'Remove Grace from the team?' }))
  expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
  expect(sent(`DELETE /team-memberships/${teamId}/grace`)).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(members.queryByText('Grace')).toBe(null))
  expect(sent(`DELETE /team-memberships/${teamId}/grace`)).toHaveLength(1)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Members'))
})

test('shows members without a remove button to users with read permission', async () => {
  await renderTeam(['team_member', '$read_members'], { canChangeRoles: false })
  const members = await region('Members')
  expect(await members.findAllByRole('listitem')).toHaveLength(3)
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
  expect(sent(`GET /teams/${teamId}/members`)).toHaveLength(0)
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

test('requires a second factor of all members, and makes it optional again, after a confirmation', async () => {
  const { sent } = await renderTeam(everything)
  const section = await region('Two-factor authentication')
  expect(section.getByText('Members decide for themselves.')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Require it' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, require it' }))
  expect(await section.findByText('Required of all members.')).toBeTruthy()
  await userEvent.click(section.getByRole('button', { name: 'Make it optional' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, make it optional' }))
  expect(await section.findByText('Members decide for themselves.')).toBeTruthy()
  expect(sent(`PATCH /teams/${teamId}`).map(({ body }) => body)).toEqual([
    { second_factor_required_from_millis: 0 },
    { second_factor_required_from_millis: null },
  ])
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

test('the only admin is told what to do instead of leaving, until there is another one', async () => {
  await renderTeam(everything, { members: [member(ada.id, 'Ada', true), member('grace', 'Grace')] })
  const section = await region('Leave team')
  expect(await section.findByText(/only admin.*make another member an admin or delete the team/)).toBeTruthy()
  expect(section.queryByRole('button', { name: 'Leave team' })).toBe(null)
  await userEvent.click(section.getByRole('button', { name: 'Choose an admin' }))
  expect(document.activeElement?.textContent).toBe('Members')
  const members = await choose('Grace', 'Make admin')
  await userEvent.click(members.getByRole('button', { name: 'Make admin' }))
  expect(await section.findByRole('button', { name: 'Leave team' })).toBeTruthy()
})

test('an admin who has become the only one since the page was opened is told so', async () => {
  const members = [member(ada.id, 'Ada', true), member('grace', 'Grace', true)]
  await renderTeam(everything, { members })
  const section = await region('Leave team')
  await (await region('Members')).findByText('Grace')
  await userEvent.click(section.getByRole('button', { name: 'Leave team' }))
  members.pop()
  await userEvent.click(section.getByRole('button', { name: 'Yes, leave' }))
  expect(await section.findByText(/^You're the only admin/)).toBeTruthy()
})

test('an admin who cannot see the members is told why leaving was refused', async () => {
  await renderTeam(['team_admin'], { members: [member(ada.id, 'Ada', true)] })
  const section = await region('Leave team')
  await userEvent.click(section.getByRole('button', { name: 'Leave team' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, leave' }))
  expect(await section.findByText(/only admin.*ask the people who run this app/)).toBeTruthy()
})

test('deletes the team once its name is typed, as it is shown', async () => {
  const { sent } = await renderTeam(everything)
  const section = await region('Delete team')
  await userEvent.click(section.getByRole('button', { name: 'Delete team' }))
  expect(section.getByText(/API keys are deleted, and its subscriptions end/)).toBeTruthy()
  const input = section.getByLabelText('Type “The Analysts” to confirm')
  await userEvent.type(input, 'analysts{Enter}')
  expect(section.getByText("This isn't the team's name.")).toBeTruthy()
  expect(sent(`DELETE /teams/${teamId}`)).toHaveLength(0)
  await userEvent.clear(input)
  await userEvent.type(input, 'The Analysts{Enter}')
  await waitFor(() => expect(sent(`DELETE /teams/${teamId}`)).toHaveLength(1))
  expect(await screen.findByRole('heading', { name: 'My profile' })).toBeTruthy()
})

test('offers deletion only with the permission', async () => {
  await renderTeam(everything.filter((id) => id !== '$delete_team'))
  await region('Leave team')
  expect(screen.queryByRole('region', { name: 'Delete team' })).toBe(null)
})

test('creates a team and opens its page', async () => {
  const { sent } = await renderTeam(everything, { page: 'team-creation' })
  await userEvent.type(await screen.findByLabelText('Team name'), 'Builders{Enter}')
  expect(await screen.findByRole('heading', { name: 'Builders' })).toBeTruthy()
  expect(location.hash).toBe('#team-new')
  expect(sent('POST /teams')[0]?.body).toMatchObject({ display_name: 'Builders' })
})
