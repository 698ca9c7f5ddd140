import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { parseTeamSearch, parseTeamTab } from './search.ts'
import TeamPage from './team-page.tsx'
import TeamsPage from './teams-page.tsx'

const created_at_millis = new Date('2026-03-01T10:00:00').getTime()
const acme = {
  id: 'acme',
  display_name: 'Acme',
  profile_image_url: null,
  created_at_millis,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
}
const page = (items: object[]) => ({ items, is_paginated: false, pagination: { next_cursor: null } })
const names = ['Ada', 'Alan', 'Barbara', 'Donald', 'Edsger', 'Grace', 'Radia']
const members = names.map((name) => ({
  team_id: 'acme',
  user_id: name,
  display_name: name === 'Grace' ? 'Amazing Grace' : '',
  profile_image_url: null,
  user: { display_name: name, primary_email: `${name.toLowerCase()}@example.com`, is_anonymous: false },
}))

test('lists teams with their members, owner and plan', async () => {
  const owner = {
    id: 'ada',
    display_name: null,
    primary_email: 'ada@example.com',
    profile_image_url: null,
    is_anonymous: false,
  }
  await openPage({
    route: 'teams',
    Page: TeamsPage,
    validateSearch: parseTeamSearch,
    answers: {
      'GET /internal/teams': () =>
        page([
          { ...acme, member_count: 1_000, owner, plans: ['Crew'] },
          { ...acme, id: 'empty', display_name: 'Empty', member_count: 0, owner: null, plans: [] },
        ]),
    },
  })
  const row = within(await screen.findByRole('row', { name: /Acme/ }))
  expect(row.getByText('1,000+')).toBeTruthy()
  expect(row.getByText('ada@example.com').closest('a')!.getAttribute('href')).toBe('/projects/p1/users/ada')
  expect(row.getByText('Crew')).toBeTruthy()
  const cells = [...screen.getByText('Empty').closest('tr')!.querySelectorAll('td')].map((cell) => cell.textContent)
  expect(cells.slice(1, 4)).toEqual(['0', '–', '–'])
})

test('finds members by name or email address, and keeps the tab in the URL', async () => {
  const { urlOf } = await openPage({
    route: 'teams/$teamId',
    url: 'teams/acme',
    Page: TeamPage,
    validateSearch: parseTeamTab,
    project: { config: { allow_team_api_keys: true, domains: [] } } as never,
    answers: {
      'GET /teams/acme': () => acme,
      'GET /team-member-profiles': () => page(members),
      'GET /team-permissions': () => page([]),
      'GET /team-invitations': () => page([]),
    },
  })
  expect(await screen.findByText(/Created Mar 1, 2026, 10:00/)).toBeTruthy()
  const shown = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('a')!.textContent)
  const search = await screen.findByLabelText('Search members')
  await userEvent.type(search, 'GRACE')
  expect(shown()).toEqual(['Amazing Grace'])
  await userEvent.clear(search)
  await userEvent.type(search, 'ada@')
  expect(shown()).toEqual(['Ada'])
  await userEvent.type(search, 'nobody')
  expect(screen.getByText('No name or email address contains “ada@nobody”.')).toBeTruthy()
  await userEvent.click(screen.getByText('Profile'))
  await expect.poll(urlOf, { timeout: 20_000 }).toBe('teams/acme?tab=profile')
  expect(await screen.findByText('Metadata')).toBeTruthy()
})

const requirement = {
  is_required: false,
  required_at_millis: null,
  break_glass_user_id: null,
  unready_members: [{ user_id: 'grace', display_name: 'Grace', primary_email: 'grace@private.example' }],
  unready_count: 1,
}
const directory = {
  id: 'dir',
  team_id: 'acme',
  url: 'https://auth.example/api/v1/scim/v2/dir',
  created_at_millis,
  last_used_at_millis: null,
  tokens: [],
  roles: [],
  user_count: 0,
  deactivated_user_count: 0,
  group_count: 0,
}

async function openConnections(answers: Parameters<typeof openPage>[0]['answers']) {
  const { requests } = await openPage({
    route: 'teams/$teamId',
    url: 'teams/acme?tab=connections',
    Page: TeamPage,
    validateSearch: parseTeamTab,
    answers: {
      'GET /teams/acme': () => acme,
      'GET /connections': () => page([]),
      'GET /connection-domains': () => page([]),
      'GET /directories': () => page([]),
      'GET /teams/acme/required-connection': () => requirement,
      ...answers,
    },
  })
  return { user: userEvent.setup(), requests }
}

test('says who keeps the team from requiring its connection, and shows the refusal of the server', async () => {
  const { user } = await openConnections({
    'PATCH /teams/acme/required-connection': () =>
      new Response('One member could not sign in with the connection: Grace.', { status: 409 }),
  })
  await screen.findByText(/Not possible yet: Grace cannot sign in/)
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Turn on' }))
  await dialog.findByText('One member could not sign in with the connection: Grace.')
})

test('a new directory shows its token once, and then its address', async () => {
  let isCreated = false
  const { user, requests } = await openConnections({
    'GET /directories': () => page(isCreated ? [directory] : []),
    'POST /directories': () => {
      isCreated = true
      return { ...directory, token: 'scim_secret' }
    },
    'GET /directories/dir/operations': () => page([]),
    'GET /team-permission-definitions': () => page([{ id: 'admin', contained_permission_ids: [] }]),
    'PATCH /directories/dir': () => directory,
  })
  await user.click(await screen.findByRole('button', { name: 'Create directory' }))
  await screen.findByText('scim_secret')
  await user.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(screen.queryByText('scim_secret')).toBeNull()
  screen.getByText('https://auth.example/api/v1/scim/v2/dir')
  expect(requests).toContain('POST /directories {"team_id":"acme"}')

  await user.click(await screen.findByRole('button', { name: 'Add group' }))
  await user.type(screen.getByLabelText('Group at the provider'), 'Engineers')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The roles of the directory were saved.')
  expect(requests).toContain('PATCH /directories/dir {"roles":[{"group":"Engineers","permission_id":"admin"}]}')
})
