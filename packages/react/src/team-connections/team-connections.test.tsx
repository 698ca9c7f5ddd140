import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccountSettings } from '../account-settings/account-settings.tsx'
import { useUser } from '../hooks/use-app.ts'
import { type Answer, ada, listOf, renderApp, type WireOptions } from '../testing/wire.test.tsx'
import { TeamConnections } from './team-connections.tsx'

const teamId = '33333333-3333-4333-8333-333333333333'
const team = {
  id: teamId,
  display_name: 'Acme',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
}
const inYears = Date.now() + 800 * 86_400_000

const connectionOf = (more: object = {}) => ({
  id: 'c1',
  team_id: teamId,
  team_display_name: 'Acme',
  type: 'saml',
  provider_id: 'sso_c1',
  display_name: 'Acme sign-in',
  is_active: false,
  callback_url: 'https://auth.example/acs',
  saml: {
    provider: null,
    metadata_url: null,
    metadata_read_at_millis: null,
    metadata_failing_since_millis: null,
    is_idp_initiated_allowed: false,
    service_provider: {
      entity_id: 'https://auth.example/entity',
      acs_url: 'https://auth.example/acs',
      metadata_url: 'https://auth.example/metadata',
      certificate: 'PEM',
    },
  },
  attributes: { id: null, email: null, display_name: null, profile_image_url: null, groups: null },
  roles: { default_permission_id: null, groups: [] },
  created_at_millis: 1,
  updated_at_millis: 1,
  last_sign_in_at_millis: null,
  last_test: null,
  ...more,
})
type Connection = ReturnType<typeof connectionOf> & Record<string, unknown>

const samlWith = (expiresAt: number) => ({
  ...connectionOf().saml,
  metadata_url: 'https://idp.example/metadata',
  provider: {
    entity_id: 'https://idp.example',
    sign_in_url: 'https://idp.example/sso',
    certificates: [{ fingerprint: 'ab', expires_at_millis: expiresAt }],
  },
})
const oidc = {
  issuer: 'https://idp.example',
  endpoints: null,
  client_id: 'the-client',
  has_client_secret: true,
  client_authentication: null,
  scopes: ['email'],
}
const worked = {
  status: 'succeeded',
  happened_at_millis: Date.now(),
  user: {
    account_id: 'subject-1',
    email: 'grace@acme.example',
    is_email_verified: false,
    display_name: 'Grace Hopper',
    profile_image_url: null,
    groups: ['Staff'],
    permission_ids: [],
  },
}
const domainOf = (more: object = {}) => ({
  id: 'd1',
  team_id: teamId,
  team_display_name: 'Acme',
  domain: 'acme.example',
  is_proven: false,
  record: { type: 'TXT', name: '_latchkey-challenge.acme.example', value: 'latchkey-domain=abc' },
  created_at_millis: 1,
  proven_at_millis: null,
  checked_at_millis: null,
  failing_since_millis: null,
  ...more,
})
const directoryOf = (more: object = {}) => ({
  id: 's1',
  team_id: teamId,
  url: 'https://auth.example/scim/v2/s1',
  created_at_millis: 1,
  last_used_at_millis: null,
  tokens: [{ last_four: 'wxyz', created_at_millis: 1, expires_at_millis: null, last_used_at_millis: null }],
  roles: [],
  user_count: 3,
  deactivated_user_count: 0,
  group_count: 0,
  ...more,
})

interface Server {
  connections?: Connection[]
  domains?: ReturnType<typeof domainOf>[]
  directory?: ReturnType<typeof directoryOf> | undefined
  required?: object
  /** Instead of what would be answered. */
  answers?: Record<string, () => Answer | undefined>
}

/** A server that remembers. */
function openServer({ connections = [], domains = [], directory, required = {}, answers = {} }: Server = {}) {
  const state = {
    connections,
    domains,
    directory,
    required: {
      is_required: false,
      required_at_millis: null,
      break_glass_user_id: null,
      break_glass_member: null,
      unready_members: [],
      unready_count: 0,
      ...required,
    },
  }
  const change = (more: object) => {
    state.connections = state.connections.map((each) => ({ ...each, ...more }))
    return { body: state.connections[0] }
  }
  const respond: NonNullable<WireOptions['respond']> = ({ route, body }) => {
    const given = answers[route]?.()
    if (given) return given
    switch (route) {
      case 'GET /teams':
        return { body: listOf(team) }
      case 'GET /connections':
        return { body: listOf(...state.connections) }
      case 'POST /connections':
        state.connections = [connectionOf({ display_name: body.display_name, type: body.type })]
        return { status: 201, body: state.connections[0] }
      case 'PATCH /connections/c1':
        return change(body.saml ? { saml: samlWith(inYears) } : body.oidc ? {} : body)
      case 'DELETE /connections/c1':
        state.connections = []
        return { body: { success: true } }
      case 'POST /connections/c1/test':
        return { body: { url: 'https://idp.example/authorize' } }
      case 'GET /connection-domains':
        return { body: listOf(...state.domains) }
      case 'POST /connection-domains':
        state.domains = [domainOf({ domain: body.domain })]
        return { status: 201, body: state.domains[0] }
      case 'POST /connection-domains/d1/check':
        state.domains = [domainOf({ is_proven: true, checked_at_millis: Date.now() })]
        return { body: { ...state.domains[0], result: 'found' } }
      case 'DELETE /connection-domains/d1':
        state.domains = []
        return { body: { success: true } }
      case `GET /teams/${teamId}/required-connection`:
        return { body: state.required }
      case `PATCH /teams/${teamId}/required-connection`:
        Object.assign(state.required, body)
        return { body: state.required }
      case 'GET /directories':
        return { body: listOf(...(state.directory ? [state.directory] : [])) }
      case 'POST /directories':
      case 'POST /directories/s1/rotate-token':
        state.directory = directoryOf()
        return { status: 201, body: { ...state.directory, token: 'scim_secret' } }
      case 'DELETE /directories/s1':
        state.directory = undefined
        return { body: { success: true } }
      default:
        return undefined
    }
  }
  return { state, respond }
}

function Page() {
  const found = useUser({ or: 'redirect' }).useTeam(teamId)
  return found && <TeamConnections team={found} />
}

function open(server: Server = {}, options: Parameters<typeof renderApp>[1] = {}) {
  const { state, respond } = openServer(server)
  return { state, ...renderApp(<Page />, { isSignedIn: true, respond, ...options }) }
}

const region = async (name: string) => within(await screen.findByRole('region', { name }))
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => vi.unstubAllGlobals())

test('lists identity providers with their state, last sign-in and the end of their certificates', async () => {
  open({
    connections: [
      connectionOf({ display_name: 'New' }),
      connectionOf({ id: 'c2', display_name: 'Off', saml: samlWith(inYears) }),
      connectionOf({
        id: 'c3',
        display_name: 'On',
        is_active: true,
        saml: samlWith(inYears),
        last_sign_in_at_millis: Date.now() - 7_200_000,
      }),
      connectionOf({ id: 'c4', display_name: 'Old', is_active: true, saml: samlWith(1) }),
      connectionOf({ id: 'c5', display_name: 'Soon', is_active: true, saml: samlWith(Date.now() + 5 * 86_400_000) }),
    ],
  })
  const row = await region('Identity providers')
  const items = row.getAllByRole('listitem').map((item) => item.textContent)
  expect(items[0]).toContain('New Not set up yet')
  expect(items[0]).toContain('No sign-ins yet')
  expect(items[1]).toContain('Off Off')
  expect(items[2]).toMatch(/On Active.*SAML.*Last sign-in 2 hours ago.*Certificate expires/)
  expect(items[3]).toContain('Old Certificate expired')
  expect(items[4]).toContain('Soon Certificate expires')
})

test('leads from the choice of the provider to the first sign-in', async () => {
  const tab = { location: { href: '' }, opener: window as Window | null, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  const { sent, state } = open()
  const user = userEvent.setup()
  await click('Add identity provider')
  await user.selectOptions(screen.getByLabelText('Identity provider'), 'Okta')
  await user.clear(screen.getByLabelText('Name'))
  await click('Continue')
  await screen.findByText('Enter a name.')
  await user.type(screen.getByLabelText('Name'), 'Acme sign-in')
  await click('Continue')

  await screen.findByText(/Okta Admin Console/)
  expect(sent('POST /connections')[0]?.body).toEqual({ team_id: teamId, display_name: 'Acme sign-in', type: 'saml' })
  expect(screen.getByText('https://auth.example/entity')).toBeTruthy()
  await click('Copy: Single sign-on URL')
  expect(await navigator.clipboard.readText()).toBe('https://auth.example/acs')
  await user.type(screen.getByLabelText('Metadata URL or XML'), 'idp.example')
  await click('Save and continue')
  await screen.findByText('Enter the whole URL, including https://.')
  await user.clear(screen.getByLabelText('Metadata URL or XML'))
  await user.type(screen.getByLabelText('Metadata URL or XML'), 'https://idp.example/metadata')
  await click('Save and continue')

  await click('Test sign-in')
  await screen.findByText('Waiting for you to sign in at Acme sign-in …')
  expect(tab).toMatchObject({ location: { href: 'https://idp.example/authorize' }, opener: null })
  state.connections = state.connections.map((each) => ({ ...each, last_test: worked as never }))
  await screen.findByText('grace@acme.example', { exact: false }, { timeout: 20_000 })
  expect(screen.getByText("(not verified, because its domain isn't)")).toBeTruthy()
  expect(screen.getByText('Staff')).toBeTruthy()
  await click('Continue')

  await click('Add domain')
  await user.type(screen.getByLabelText('Domain'), 'ada@acme.example')
  await click('Add domain')
  await screen.findByText('latchkey-domain=abc')
  expect(sent('POST /connection-domains')[0]?.body).toEqual({ team_id: teamId, domain: 'acme.example' })
  await click('Check now')
  await screen.findByText('The record was found. The domain is verified.')
  await click('Continue')

  await click('Turn on: Acme sign-in')
  await screen.findByText('People can sign in with Acme sign-in.')
  expect(sent('PATCH /connections/c1').at(-1)?.body).toEqual({ is_active: true })
  await click('All identity providers')
  expect((await region('Identity providers')).getByText('Active')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Identity providers')
})

test('a stored secret is never shown, and stays unless it is replaced', async () => {
  const { sent } = open({ connections: [connectionOf({ type: 'oidc', saml: undefined, oidc })] })
  await click('Manage: Acme sign-in')
  await screen.findByText('A secret is stored. It is never shown.')
  await click('Save and continue')
  await waitFor(() => expect(sent('PATCH /connections/c1')).toHaveLength(1))
  expect(sent('PATCH /connections/c1')[0]?.body).toEqual({
    oidc: {
      issuer: 'https://idp.example',
      endpoints: null,
      client_id: 'the-client',
      client_authentication: null,
      scopes: ['email'],
    },
  })
  await click(/^Set up/)
  await click('Replace')
  await click('Save and continue')
  await screen.findByText('Copy this value from the identity provider.')
  await userEvent.type(screen.getByLabelText('Client secret'), 'new secret')
  await click('Save and continue')
  await waitFor(() => expect(sent('PATCH /connections/c1')).toHaveLength(2))
  expect(sent('PATCH /connections/c1')[1]?.body.oidc).toMatchObject({ client_secret: 'new secret' })
})

test('says why the server refuses settings, and what went wrong in a test', async () => {
  open({
    connections: [
      connectionOf({
        saml: samlWith(inYears),
        last_test: { status: 'failed', happened_at_millis: Date.now(), message: 'The audience is another one.' },
      }),
    ],
    answers: { 'PATCH /connections/c1': () => ({ status: 400, body: 'The metadata has no certificate.' }) },
  })
  await click('Manage: Acme sign-in')
  await click('Save and continue')
  await screen.findByText('Not saved: The metadata has no certificate.')
  await click(/^Test/)
  await screen.findByText('The audience is another one.')
  expect(screen.getByText(/It doesn't work yet\./)).toBeTruthy()
})

test('deleting takes the name', async () => {
  const { sent } = open({ connections: [connectionOf()] })
  await click('Manage: Acme sign-in')
  await click('Delete')
  await userEvent.type(screen.getByLabelText('Type “Acme sign-in” to confirm'), 'Acme')
  await click('Delete')
  await screen.findByText("This isn't the name.")
  expect(sent('DELETE /connections/c1')).toEqual([])
  await userEvent.type(screen.getByLabelText('Type “Acme sign-in” to confirm'), ' sign-in')
  await click('Delete')
  await region('Identity providers')
  expect(screen.queryByText('Acme sign-in')).toBe(null)
})

test('a change waits for the proof that it is the same person', async () => {
  let isProven = false
  const { sent } = open({
    connections: [connectionOf({ saml: samlWith(inYears) })],
    answers: {
      'PATCH /connections/c1': () =>
        isProven
          ? undefined
          : { status: 403, error: 'STEP_UP_REQUIRED', details: { methods: ['password'], max_age_seconds: 300 } },
      'POST /auth/step-up': () => {
        isProven = true
        return { body: { access_token: 'a.b.c', refresh_token: null } }
      },
    },
  })
  await click('Manage: Acme sign-in')
  await click('Turn on')
  await click('Turn on: Acme sign-in')
  await screen.findByRole('heading', { name: "Confirm it's you" })
  await click('Cancel')
  await waitFor(() => expect(screen.queryByRole('heading', { name: "Confirm it's you" })).toBe(null))
  expect(sent('PATCH /connections/c1')).toHaveLength(1)
})

test.each([
  ['invalid', 'Enter a domain, such as example.com.'],
  ['free_mail', "Anyone can get an address at this domain, so it can't be used."],
])('a domain that is %s is refused in words', async (reason, text) => {
  open({
    answers: {
      'POST /connection-domains': () => ({
        status: 400,
        error: 'CONNECTION_DOMAIN_REFUSED',
        details: { domain: 'x', reason },
      }),
    },
  })
  await click('Add domain')
  await userEvent.type(screen.getByLabelText('Domain'), 'x')
  await click('Add domain')
  await screen.findByText(text)
})

test('a domain that lapses says since when, and can be removed after a question', async () => {
  const { sent } = open({ domains: [domainOf({ is_proven: true, failing_since_millis: Date.UTC(2026, 2, 3, 12) })] })
  const row = await region('Email domains')
  expect(row.getByText('Record missing')).toBeTruthy()
  await click('Show record: acme.example')
  await screen.findByText(/has been missing since Mar 3, 2026/)
  await click('Remove: acme.example')
  await click('Cancel')
  expect(sent('DELETE /connection-domains/d1')).toEqual([])
  await click('Remove: acme.example')
  await click('Yes, remove it')
  await waitFor(() => expect(screen.queryByText('acme.example')).toBe(null))
})

const active = () => connectionOf({ is_active: true, saml: samlWith(inYears), last_test: worked })

test('says what keeps the team from requiring it', async () => {
  const grace = { user_id: 'g', display_name: 'Grace', primary_email: null }
  const { unmount } = open({ connections: [active()], required: { unready_members: [grace], unready_count: 21 } })
  const row = await region('Only through the provider')
  expect(row.getByText(/these members need a verified address .*: Grace and 20 more/)).toBeTruthy()
  expect(row.queryByRole('button')).toBe(null)
  unmount()
  open({ connections: [connectionOf()] })
  expect((await region('Only through the provider')).getByText(/turn on an identity provider and test/)).toBeTruthy()
})

test('requires it with a way back in, and ends that again', async () => {
  const { sent } = open({ connections: [active()] }, { user: { requires_totp_mfa: true } })
  await click('Require it')
  await userEvent.click(screen.getByRole('checkbox'))
  await click('Yes, require it')
  await screen.findByText('Members sign in only with an identity provider of the team.')
  const route = `PATCH /teams/${teamId}/required-connection`
  expect(sent(route)[0]?.body).toEqual({ is_required: true, break_glass_user_id: ada.id })
  await click('Stop requiring it')
  await click('Yes, stop requiring it')
  await screen.findByText('Members choose how they sign in.')
  expect(sent(route)[1]?.body).toEqual({ is_required: false })
})

test('somebody without a second factor is offered no way back in, and is told not to lock themselves out', async () => {
  open({
    connections: [active()],
    answers: { [`PATCH /teams/${teamId}/required-connection`]: () => ({ status: 409, body: 'Sign in first.' }) },
  })
  await click('Require it')
  expect(screen.queryByRole('checkbox')).toBe(null)
  await click('Yes, require it')
  await screen.findByText("Sign in with the identity provider yourself first, so that you don't lock yourself out.")
})

test('shows the token of a directory once, replaces it, and deletes the directory', async () => {
  const { sent } = open()
  await click('Create token')
  expect(await screen.findByText('scim_secret')).toBeTruthy()
  await click('Copy: Your new token')
  expect(await navigator.clipboard.readText()).toBe('scim_secret')
  await userEvent.click(screen.getByRole('checkbox'))
  await click('Done')
  expect(screen.queryByText('scim_secret')).toBe(null)
  const row = await region('Directory')
  expect(row.getByText('https://auth.example/scim/v2/s1')).toBeTruthy()
  expect(row.getByText('Never used')).toBeTruthy()
  await click('New token')
  await click('Yes, create it')
  expect(await screen.findByText('scim_secret')).toBeTruthy()
  const { old_token_expires_at_millis: until } = sent('POST /directories/s1/rotate-token')[0]!.body
  expect(until).toBeGreaterThan(Date.now())
  await userEvent.click(screen.getByRole('checkbox'))
  await click('Done')
  await click('Delete: Directory')
  await click('Yes, delete it')
  await screen.findByRole('button', { name: 'Create token' })
})

test('is on the page of the team in account settings, for those who may manage it only', async () => {
  const show = (permissions: string[]) => {
    const { respond } = openServer({ connections: [active()] })
    return renderApp(<AccountSettings fullPage />, {
      isSignedIn: true,
      at: `/#team-${teamId}`,
      respond: (request) => {
        if (request.route === 'GET /team-permissions') {
          return { body: listOf(...permissions.map((id) => ({ id, user_id: ada.id, team_id: teamId }))) }
        }
        if (request.route === `GET /team-member-profiles/${teamId}/me`) {
          return { body: { team_id: teamId, user_id: ada.id, display_name: 'Ada', profile_image_url: null } }
        }
        return respond(request)
      },
    })
  }
  const { unmount, sent } = show(['team_member'])
  await region('Leave team')
  expect(screen.queryByRole('region', { name: 'Identity providers' })).toBe(null)
  expect(sent('GET /connections')).toEqual([])
  unmount()
  show(['$manage_connections'])
  expect((await region('Identity providers')).getByText('Acme sign-in')).toBeTruthy()
})

test('speaks the language of the app, but for the steps in products that are in English', async () => {
  open({ connections: [connectionOf()] }, { provider: { lang: 'de-DE' } })
  await click('Verwalten: Acme sign-in')
  await userEvent.selectOptions(screen.getByLabelText('Identitätsanbieter'), 'okta')
  expect((await screen.findByText(/Okta Admin Console/)).closest('[lang]')?.getAttribute('lang')).toBe('en')
  expect(screen.getByRole('heading', { name: 'Vom Identitätsanbieter' })).toBeTruthy()
})

test('somebody who may not manage it is told so', async () => {
  open({
    answers: { 'GET /connections': () => ({ status: 401, error: 'TEAM_PERMISSION_REQUIRED', details: {} }) },
  })
  await screen.findByText("You don't have permission to do this.")
})
