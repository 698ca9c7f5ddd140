// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import SetUpPage from './set-up-page.tsx'

const connection = {
  type: 'saml',
  display_name: 'Acme',
  is_active: false,
  callback_url: 'https://auth.example/acs',
  saml: {
    provider: null,
    metadata_url: null,
    metadata_read_at_millis: null,
    metadata_failing_since_millis: null,
    is_idp_initiated_allowed: false,
    service_provider: {
      entity_id: 'https://auth.example/metadata',
      acs_url: 'https://auth.example/acs',
      metadata_url: 'https://auth.example/metadata',
      certificate: 'PEM',
    },
  },
  attributes: { id: null, email: null, display_name: null, profile_image_url: null, groups: null },
  last_test: null,
}
const setup = {
  project_display_name: 'Gadgets',
  expires_at_millis: Date.UTC(2100, 0),
  preset: null as string | null,
  is_tested: false,
  connection,
  domains: [] as object[],
}
const provider = { entity_id: 'https://idp.example', sign_in_url: 'https://idp.example/sso', certificates: [] }
const user = { account_id: 'ada', email: 'ada@acme.example', is_email_verified: false, display_name: 'Ada' }
const tested = {
  ...setup,
  preset: 'okta',
  is_tested: true,
  connection: {
    ...connection,
    saml: { ...connection.saml, provider },
    last_test: {
      status: 'succeeded',
      happened_at_millis: 2,
      user: { ...user, profile_image_url: null, groups: [], permission_ids: [] },
    },
  },
}
const domain = {
  id: 'd1',
  domain: 'acme.example',
  is_proven: false,
  record: { type: 'TXT', name: '_latchkey.acme.example', value: 'latchkey=abc' },
  failing_since_millis: null,
}

const requests: [route: string, body: object][] = []
const addresses: string[] = []
function answer(answers: Record<string, (body: Record<string, unknown>) => object>) {
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const name = address.replace('/api/v1/connection-setups/', '')
    addresses.push(address)
    const sent = JSON.parse(String(body ?? '{}'))
    requests.push([name, sent])
    const reply = answers[name]?.(sent)
    return reply instanceof Response ? reply : Response.json(reply ?? {})
  })
}
const gone = () =>
  Response.json(
    { code: 'CONNECTION_SETUP_NOT_FOUND', error: 'Gone.' },
    { status: 404, headers: { 'x-stack-known-error': 'CONNECTION_SETUP_NOT_FOUND' } },
  )

beforeEach(() => {
  requests.length = 0
  addresses.length = 0
  location.hash = '#secret'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('begins with the provider and goes on to its settings, with the code in bodies only', async () => {
  const person = userEvent.setup()
  answer({ read: () => setup, 'choose-provider': ({ preset }) => ({ ...setup, preset }) })
  render(<SetUpPage />)
  await person.selectOptions(await screen.findByLabelText('Identity provider'), 'Okta')
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  screen.getByText('Audience URI (SP Entity ID)')
  expect(guideTo('Okta')).toBe('/docs/guide/okta')
  expect(requests).toContainEqual(['choose-provider', { code: 'secret', preset: 'okta', type: 'saml' }])
  expect(addresses.join()).not.toContain('secret')
})

test('leads to the guide to other providers if there is none to this one', async () => {
  answer({ read: () => ({ ...setup, preset: 'other' }) })
  render(<SetUpPage />)
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  expect(guideTo('other providers')).toBe('/docs/guide/identity-providers#another-provider')
})

const guideTo = (name: string) => screen.getByRole('link', { name: `guide to ${name}` }).getAttribute('href')

test('continues where it was left, and shows whom the test would have signed in', async () => {
  const person = userEvent.setup()
  answer({ read: () => tested })
  render(<SetUpPage />)
  await screen.findByRole('heading', { level: 1, name: 'Email domain' })
  await person.click(screen.getByRole('button', { name: 'Test, done' }))
  await screen.findByText('ada@acme.example')
  expect(screen.queryByText('Permissions in the team')).toBeNull()
})

test('adds a domain, checks it, turns the connection on and says so', async () => {
  const person = userEvent.setup()
  const proven = { ...tested, domains: [{ ...domain, is_proven: true }] }
  answer({
    read: () => tested,
    'add-domain': () => ({ ...tested, domains: [domain] }),
    'check-domain': () => ({ ...proven, result: 'found' }),
    finish: () => ({ ...proven, connection: { ...proven.connection, is_active: true } }),
  })
  render(<SetUpPage />)
  await person.type(await screen.findByLabelText('Domain of your email addresses'), 'ada@acme.example')
  await person.click(screen.getByRole('button', { name: 'Add domain' }))
  await screen.findByText('latchkey=abc')
  await person.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText(/The record was found/)
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  await person.click(screen.getByRole('button', { name: 'Turn on and finish' }))
  await screen.findByText(/People with addresses at acme.example now sign in to Gadgets through Okta/)
  expect(guideTo('Okta')).toBe('/docs/guide/okta#add-and-remove-people-automatically')
  expect(requests).toContainEqual(['add-domain', { code: 'secret', domain: 'acme.example' }])
})

test('says that a link has ended, when it is opened and in the middle of the set-up', async () => {
  const person = userEvent.setup()
  answer({ read: () => tested, 'add-domain': gone })
  render(<SetUpPage />)
  await person.type(await screen.findByLabelText('Domain of your email addresses'), 'acme.example')
  await person.click(screen.getByRole('button', { name: 'Add domain' }))
  await screen.findByRole('heading', { name: 'This link no longer works' })
  cleanup()
  answer({ read: gone })
  render(<SetUpPage />)
  await screen.findByRole('heading', { name: 'This link no longer works' })
})
