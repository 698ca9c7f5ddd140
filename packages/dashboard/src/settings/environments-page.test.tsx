import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import EnvironmentsPage from './environments-page.tsx'

const production = { id: 'p1', display_name: 'Shop', environment: 'production', environment_group_id: 'g' } as const
const staging = { ...production, id: 'p2', environment: 'staging' } as const

const differences = {
  revision: 7,
  source_revision: 3,
  copyable: [
    { path: 'auth.allowSignUp', name: null, from: true, to: false },
    { path: 'branding.radius', name: null, to: 4 },
    { path: 'payments.offers.old', name: 'Old plan', from: { displayName: 'Old plan' } },
  ],
  kept_apart: [{ path: 'auth.oauth.providers.google.clientSecret', name: null, to: '(secret)' }],
}

interface Options {
  project?: object
  copyable?: object[]
  copy?: (request: { body: Record<string, unknown>; headers: Headers }) => unknown
  create?: (request: { body: Record<string, unknown> }) => unknown
}

const openEnvironments = ({
  project = production,
  copyable = differences.copyable,
  copy = () => ({}),
  create = () => ({ id: 'p2' }),
}: Options = {}) =>
  openPage({
    route: 'settings/environments',
    Page: EnvironmentsPage,
    project: project as never,
    answers: {
      'GET /internal/projects': () => ({ items: [project, staging] }),
      'GET /internal/environments/p2/differences': () => ({ ...differences, copyable }),
      'POST /internal/environments/p2/copy': copy,
      'POST /internal/environments': create,
    },
  })

test('creates another environment of a project that has none', async () => {
  const { requests } = await openEnvironments({ project: { ...production, environment: undefined } })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add environment' }))
  await user.selectOptions(await screen.findByLabelText('The new project is'), 'development')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('Development was created.')
  expect(requests).toContain(
    'POST /internal/environments {"environment":"development","current_environment":"production"}',
  )
})

test('adds an existing project, after saying what happens', async () => {
  const project = { ...production, environment: undefined, environment_group_id: undefined, owner_team_id: 't1' }
  const blog = { ...project, id: 'p3', display_name: 'Blog' }
  const others = [blog, { ...blog, id: 'p4', display_name: 'Of others', owner_team_id: 't2' }]
  const { requests } = await openPage({
    route: 'settings/environments',
    Page: EnvironmentsPage,
    project: project as never,
    answers: {
      'GET /internal/projects': () => ({ items: [project, ...others, { ...staging, owner_team_id: 't1' }] }),
      'POST /internal/environments/join': () => ({}),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add an existing project' }))
  expect(screen.getByText(/Both keep their users, keys, domains and settings/)).toBeTruthy()
  expect([...screen.getByLabelText<HTMLSelectElement>('Project').options].map(({ text }) => text)).toEqual(['Blog'])
  await userEvent.selectOptions(screen.getByLabelText('It becomes'), 'staging')
  await userEvent.click(screen.getByRole('button', { name: 'Add project' }))
  expect(await screen.findByText('Blog is now staging of Shop.')).toBeTruthy()
  expect(requests).toContain(
    'POST /internal/environments/join {"project_id":"p3","environment":"staging","current_environment":"production"}',
  )
})

test('offers no existing project to an admin', async () => {
  const project = { ...production, environment: undefined, owner_team_id: 't1', owner_role: 'admin' }
  await openPage({
    route: 'settings/environments',
    Page: EnvironmentsPage,
    project: project as never,
    answers: { 'GET /internal/projects': () => ({ items: [project, { ...project, id: 'p3', owner_role: 'owner' }] }) },
  })
  expect(await screen.findByRole('button', { name: 'Add environment' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add an existing project' })).toBe(null)
})

test('lists what the other environment has and this one lacks', async () => {
  await openEnvironments()
  const card = await screen.findByRole('region', { name: 'Set up in Staging, not here' })
  expect(within(card).getByText('Sign-in provider Google: client secret')).toBeDefined()
})

test('shows the difference first, and copies what is chosen at the revision that was compared', async () => {
  let sent: { body?: Record<string, unknown>; revision?: string | null } = {}
  await openEnvironments({
    copy: ({ body, headers }) => {
      sent = { body, revision: headers.get('x-stack-revision') }
      return { revision: 8, copied_count: 1 }
    },
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Copy settings from Staging' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy settings from staging to production' })
  // What only this environment has would be removed.
  expect(within(dialog).getByLabelText<HTMLInputElement>('Offer Old plan').checked).toBe(false)
  expect(within(dialog).queryByLabelText('Sign-in provider Google: client secret')).toBeNull()
  await user.click(within(dialog).getByLabelText('All of Sign-in methods'))
  await user.click(within(dialog).getByRole('button', { name: 'Copy 1 setting to production' }))
  await screen.findByText(/1 setting copied from staging/)
  expect(sent).toEqual({ body: { source_revision: 3, paths: ['branding.radius'] }, revision: '7' })
})

test('shows settings below the page that has them, and values that are IDs by name', async () => {
  const [from, to] = ['a0172b5d-cff0-463b-83bb-85124697373a', '5f1c9d3e-58e5-4f0c-9d3a-0c6f7f1f2a11']
  await openEnvironments({
    copyable: [
      { path: 'emails.selectedThemeId', name: null, from, to, from_name: 'Default Light', to_name: 'Spring' },
      { path: 'oauthProvider.isEnabled', name: null, from: false, to: true },
    ],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Copy settings from Staging' }))
  const dialog = await screen.findByRole('dialog')
  const titles = within(dialog).getAllByRole('heading', { level: 3 })
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Emails', 'OAuth provider'])
  expect(within(dialog).getByText('Default Light')).toBeTruthy()
  expect(within(dialog).getByText('Spring')).toBeTruthy()
  expect(within(dialog).queryByText(to)).toBe(null)
})
