import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Team } from '../hooks/team-hooks.ts'
import { listOf, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { SelectedTeamSwitcher, type SelectedTeamSwitcherProps } from './selected-team-switcher.tsx'
import { TeamCreation } from './team-creation.tsx'
import { TeamIcon } from './team-icon.tsx'
import { TeamSwitcher, type TeamSwitcherProps } from './team-switcher.tsx'

beforeAll(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

const team = (id: string, display_name: string) => ({
  id,
  display_name,
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
})
const teams = [team('a', 'Analysts'), team('b', 'Builders')]

function withTeams(options: WireOptions = {}): WireOptions & { isSignedIn: true } {
  return {
    isSignedIn: true,
    config: { client_team_creation_enabled: true },
    ...options,
    respond: (request) =>
      options.respond?.(request) ?? (request.route === 'GET /teams' ? { body: listOf(...teams) } : undefined),
  }
}

async function openSwitcher(props: TeamSwitcherProps = {}, options: WireOptions = {}) {
  const view = renderApp(<TeamSwitcher {...props} />, withTeams(options))
  await userEvent.click(await screen.findByRole('button'))
  return view
}

const items = () =>
  [...screen.getByRole('menu').querySelectorAll('[role^=menuitem]')].map((item) => [
    item.querySelector('.lk-menu-text')?.textContent,
    item.getAttribute('aria-checked'),
  ])

test('shows the current team first and offers the others', async () => {
  const onChange = vi.fn()
  const { visited } = await openSwitcher({ teamId: 'b', onChange })
  expect(screen.getByRole('button', { name: /Builders/ })).toBeTruthy()
  expect(items()).toEqual([
    ['Builders', 'true'],
    ['Analysts', 'false'],
    ['Team settings', null],
    ['Create a team', null],
  ])
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Analysts' }))
  expect(onChange.mock.calls[0]?.[0]).toMatchObject({ id: 'a', displayName: 'Analysts' })
  await userEvent.click(screen.getByRole('button', { name: /Builders/ }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Team settings' }))
  expect(visited).toEqual(['/handler/account-settings#team-b'])
})

test('can offer no team, with a custom label', async () => {
  const onChange = vi.fn()
  await openSwitcher({ teamId: 'a', allowNull: true, nullLabel: 'Just me', onChange })
  expect(items().map(([name]) => name)).toEqual(['Analysts', 'Just me', 'Builders', 'Team settings', 'Create a team'])
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Just me' }))
  expect(onChange).toHaveBeenCalledWith(null)
})

test('shows that there are no teams, without a create button if the project does not allow it', async () => {
  await openSwitcher(
    {},
    { config: {}, respond: ({ route }) => (route === 'GET /teams' ? { body: listOf() } : undefined) },
  )
  expect(screen.getByRole('button', { name: 'Select a team' })).toBeTruthy()
  expect(screen.getByText('No teams yet.')).toBeTruthy()
  expect(items()).toEqual([])
})

async function renderSelected(props: SelectedTeamSwitcherProps, selected: string | null) {
  const state = { selected_team_id: selected, selected_team: teams.find(({ id }) => id === selected) ?? null }
  const view = renderApp(
    <SelectedTeamSwitcher {...props} />,
    withTeams({
      user: state as object,
      respond({ route, body }) {
        if (route !== 'PATCH /users/me') return undefined
        const { selected_team_id } = body
        return {
          body: {
            ...view.user,
            selected_team_id,
            selected_team: teams.find(({ id }) => id === selected_team_id) ?? null,
          },
        }
      },
    }),
  ) as ReturnType<typeof renderApp> & { user: object }
  const { ada } = await import('../testing/wire.test.tsx')
  view.user = ada
  return view
}

test('shows the selected team and selects another one', async () => {
  const { sent, visited } = await renderSelected({ urlMap: (team) => `/teams/${team?.id}` }, 'a')
  await userEvent.click(await screen.findByRole('button', { name: /Analysts/ }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Builders' }))
  expect(await screen.findByRole('button', { name: /Builders/ })).toBeTruthy()
  expect(sent('PATCH /users/me').map(({ body }) => body)).toEqual([{ selected_team_id: 'b' }])
  await waitFor(() => expect(visited).toEqual(['/teams/b']))
})

test('selects the team of the page unless disabled', async () => {
  const selectedTeam = { id: 'b', displayName: 'Builders' } as Team
  const first = await renderSelected({ selectedTeam }, 'a')
  await waitFor(() =>
    expect(first.sent('PATCH /users/me').map(({ body }) => body)).toEqual([{ selected_team_id: 'b' }]),
  )
  first.unmount()
  const second = await renderSelected({ selectedTeam, noUpdateSelectedTeam: true }, 'a')
  await screen.findByRole('button', { name: /Builders/ })
  expect(second.sent('PATCH /users/me')).toEqual([])
})

test('a preview does nothing', async () => {
  const { visited } = renderApp(
    <TeamSwitcher
      mockUser={{}}
      mockTeams={[{ id: 'a', displayName: 'Analysts' } as Team]}
      mockProject={{ config: { clientTeamCreationEnabled: true } }}
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Select a team' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Create a team' }))
  expect(visited).toEqual([])
})

test('creates a team in place and switches to it', async () => {
  const onChange = vi.fn()
  const { visited, sent } = await openSwitcher(
    { teamId: 'a', onChange },
    {
      respond: ({ route, body }) =>
        route === 'POST /teams' ? { status: 201, body: team('new', body.display_name as string) } : undefined,
    },
  )
  await userEvent.click(screen.getByRole('menuitem', { name: 'Create a team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a team' }))
  await userEvent.type(dialog.getByLabelText('Team name'), 'Crew{Enter}')
  await waitFor(() => expect(onChange.mock.calls[0]?.[0]).toMatchObject({ id: 'new', displayName: 'Crew' }))
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(sent('POST /teams')).toHaveLength(1)
  expect(visited).toEqual([])
})

test('creates no team if the dialog is cancelled', async () => {
  const { sent } = await openSwitcher()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Create a team' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(sent('POST /teams')).toEqual([])
})

test('creates a team and opens its page', async () => {
  const { visited } = renderApp(
    <TeamCreation fullPage />,
    withTeams({
      respond: ({ route, body }) =>
        route === 'POST /teams' ? { status: 201, body: team('new', body.display_name as string) } : undefined,
    }),
  )
  await userEvent.type(await screen.findByLabelText('Team name'), 'Crew{Enter}')
  await waitFor(() => expect(visited).toEqual(['/handler/account-settings#team-new']))
})

test('creates no team if the project does not allow it', async () => {
  renderApp(<TeamCreation fullPage />, { isSignedIn: true })
  expect(await screen.findByText("Teams can't be created here")).toBeTruthy()
})

test('a team shows its image or first letter, and the personal account an icon', () => {
  const { container } = renderApp(
    <>
      <TeamIcon team={{ id: 'a', displayName: 'analysts', profileImageUrl: 'https://img.test/a.png' }} />
      <TeamIcon team={{ id: 'a', displayName: 'analysts' }} />
      <TeamIcon team="personal" />
    </>,
  )
  const [image, letter, personal] = container.querySelectorAll('.lk-avatar')
  expect(image?.getAttribute('src')).toBe('https://img.test/a.png')
  expect(letter?.textContent).toBe('A')
  expect(personal?.querySelector('path')).toBeTruthy()
})
