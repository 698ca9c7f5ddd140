// @vitest-environment jsdom
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
  const row = within((await screen.findByText('Acme')).closest('tr')!)
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
