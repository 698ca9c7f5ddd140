import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { openPage } from '../testing/open-page.tsx'
import { keepFirstKeys } from './first-keys.ts'
import QuickStartPage from './quick-start-page.tsx'

const keys = { publishable_client_key: 'pck_public', secret_server_key: 'ssk_secret' }

beforeEach(() => {
  Object.assign(settings, { url: 'http://localhost:8102', demoProjectId: 'demo' })
  keepFirstKeys('p1', keys)
})

async function open({ users = [] as object[] } = {}) {
  // Before the page, because it replaces the clipboard.
  const user = userEvent.setup()
  const page = await openPage({
    route: 'start',
    Page: QuickStartPage,
    project: { display_name: 'Field & Notes “2”' },
    answers: { 'GET /users': () => ({ items: users, is_paginated: true, pagination: { next_cursor: null } }) },
  })
  await screen.findByRole('heading', { name: 'Connect your app' })
  return { ...page, user }
}

const region = (name: string) => screen.getByRole('region', { name })

test('shows the steps for a Vite app, with packages from this server', async () => {
  await open()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Create an app, or install the package',
    'Save the keys in .env.local',
    'Add the code',
    'Start the app and sign up',
  ])
  expect(region('New app').textContent).toBe(
    'npx http://localhost:8102/packages/create.tgz field-notes-2 --framework vite --project p1 --key pck_public',
  )
  expect(region('Existing app').textContent).toBe('npm install http://localhost:8102/packages/react.tgz')
  expect(region('src/main.tsx').textContent).toContain("from '@latchkey/react'")
  await screen.findByText('Waiting for the first sign-up …')
  expect(screen.getByRole('link', { name: 'Try the demo' }).getAttribute('href')).toBe('/demo/')
})

test.each([
  ['Vite', '.env.local', 'VITE_LATCHKEY_'],
  ['Next.js', '.env.local', 'NEXT_PUBLIC_LATCHKEY_'],
  ['Node.js', '.env', 'LATCHKEY_'],
])('the file of %s has the public variables, and the secret key stands apart', async (framework, file, prefix) => {
  const { user } = await open()
  await user.click(screen.getByRole('tab', { name: framework }))
  const names = region(file)
    .textContent!.split('\n')
    .map((line) => line.split('=')[0])
  expect(names).toEqual(['API_URL', 'PROJECT_ID', 'PUBLISHABLE_CLIENT_KEY'].map((name) => prefix + name))
  expect(region('Secret server key').textContent).toBe('LATCHKEY_SECRET_SERVER_KEY=ssk_secret')
})

const someone = { id: 'u1', display_name: 'Ada', primary_email: null }

test('lets go of keys that have been copied', async () => {
  const { user } = await open({ users: [someone] })
  await user.click(screen.getByRole('button', { name: 'Copy New app' }))
  await user.click(screen.getByRole('button', { name: 'Copy Secret server key' }))
  await user.click(await screen.findByRole('link', { name: 'View users' }))
  await screen.findByText('Another page')
})

test('stays on the page until it is clear that the keys may be lost', async () => {
  const { user, urlOf } = await open({ users: [someone] })
  await user.click(screen.getByRole('button', { name: 'Copy .env.local' }))
  await user.click(await screen.findByRole('link', { name: 'View users' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving the keys?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(urlOf()).toBe('start')
  await user.click(screen.getByRole('link', { name: 'View users' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByText('Another page')
})

test('a project whose keys were shown before gets new ones', async () => {
  keepFirstKeys('another', keys)
  await open()
  expect(screen.getByRole('button', { name: 'Create keys' })).toBeTruthy()
})
