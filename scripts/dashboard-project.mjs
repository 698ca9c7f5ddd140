// The project that all pictures of the dashboard show, with users and keys of many kinds, and how they get to a page of it.

import { withOwnedProject } from './owned-project.mjs'

export const widths = [380, 1024, 1440]
export const hostileNames = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  '<b>Bold</b> & “Quotes”',
  'שלום עולם',
  '👩‍🚀 Zoë Washburne',
  'Somebody who typed a whole address into the field for the name, 12 Long Street, Springfield',
  null,
]
const usualNames = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Katherine Johnson',
  'Edsger Dijkstra',
  'Radia Perlman',
]
// Pictures in the docs show what most projects look like.
export const isForDocs = process.argv.includes('--docs')
const names = isForDocs ? usualNames : hostileNames

const emailOf = (name, index) =>
  isForDocs ? `${name.split(' ')[0].toLowerCase()}@example.com` : `user-${index}@example.com`

let seeded

/** The same owner and project for all pictures. */
export async function asOwner(page, url) {
  seeded ??= seed(page, url)
  const { cookies, ...project } = await seeded
  await page.context().addCookies(cookies)
  return project
}

async function seed(page, url) {
  const { id, askAsAdmin } = await withOwnedProject(page, url)
  let userId
  let otherId
  for (const [index, display_name] of names.entries()) {
    const hasEmail = display_name !== null
    const user = await askAsAdmin('POST', '/users', {
      display_name,
      primary_email: hasEmail ? emailOf(display_name, index) : null,
      primary_email_verified: hasEmail && index % 3 === 0,
      primary_email_auth_enabled: hasEmail,
      ...(index % 2 === 0 && { password: 'correct horse battery' }),
    })
    userId ??= user.id
    otherId = user.id
  }
  await askAsAdmin('POST', '/auth/sessions', { user_id: userId })
  await askAsAdmin('PATCH', `/users/${userId}`, { client_metadata: { plan: 'pro', seats: 3 } })
  const year = 365 * 86_400_000
  const keys = [
    ['Production website', Date.now() + year],
    ['Old server', Date.now() + year / 73],
    ...(isForDocs ? [] : names.slice(3, 7).map((name) => [name, Date.now() + year])),
  ]
  for (const [description, expires_at_millis] of keys)
    await askAsAdmin('POST', '/internal/api-keys', {
      description,
      expires_at_millis,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    })
  const domains = [
    { domain: 'https://fieldnotes.example', handler_path: '/handler' },
    { domain: 'http://staging.fieldnotes.example', handler_path: '/auth' },
    ...(isForDocs
      ? []
      : [{ domain: `https://${'a-very-long-name.'.repeat(8)}example`, handler_path: `/${'deep/'.repeat(16)}handler` }]),
  ]
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { domains } })
  const teamId = await seedTeams(askAsAdmin, userId)
  await seedPayments(askAsAdmin, userId)
  const endpointId = await seedWebhooks(askAsAdmin, url)
  const { id: draftId } = await askAsAdmin('POST', '/internal/email-drafts', { display_name: 'Spring newsletter' })
  await askAsAdmin('PUT', `/users/${otherId}/restriction`, { reason: 'Sent spam to other users', until_millis: null })
  return { id, userId, otherId, teamId, endpointId, draftId, cookies: await page.context().cookies() }
}

/** One endpoint that works, one that nobody listens at, and one that is off. */
async function seedWebhooks(askAsAdmin, url) {
  const add = (body) => askAsAdmin('POST', '/internal/webhook-endpoints', body)
  const { id } = await add({ url: `${url}/api/v1/no-such-route`, description: 'Syncs users to the CRM' })
  const works = await add({ url: `${url}/api/v1/check-feature-support`, event_types: ['user.created', 'user.deleted'] })
  await add({ url: 'https://example.com/hooks', description: names.at(-2), is_enabled: false })
  for (const each of [id, works.id]) await askAsAdmin('POST', `/internal/webhook-endpoints/${each}/send-test`, {})
  return id
}

async function seedTeams(askAsAdmin, creator_user_id) {
  const { id: team_id } = await askAsAdmin('POST', '/teams', { display_name: 'Acme Inc.', creator_user_id })
  for (const display_name of names) if (display_name) await askAsAdmin('POST', '/teams', { display_name })
  const callback_url = 'http://localhost:3000/handler/team-invitation'
  await askAsAdmin('POST', '/team-invitations/send-code', { email: 'new@example.com', team_id, callback_url })
  await askAsAdmin('POST', '/team-permission-definitions', {
    id: 'billing_manager',
    description: 'Sees invoices and changes the plan.',
    contained_permission_ids: ['$read_members'],
  })
  return team_id
}

async function seedPayments(askAsAdmin, customer_id) {
  const credits = { quantity: 500, repeat: [1, 'month'], expires: 'when-repeated' }
  const seats = { quantity: 5, repeat: 'never', expires: 'when-purchase-expires' }
  const plan = { customerType: 'user', groupId: 'plans' }
  const override = {
    'payments.groups.plans': { displayName: 'Plans' },
    'payments.items.credits': { displayName: 'Credits', customerType: 'user' },
    'payments.items.seats': { displayName: 'Seats', customerType: 'user' },
    'payments.offers.free': {
      ...plan,
      displayName: 'Free',
      prices: 'include-by-default',
      includedItems: { credits: { ...credits, quantity: 20 } },
    },
    'payments.offers.pro': {
      ...plan,
      displayName: 'Pro',
      prices: { monthly: { USD: '19', interval: [1, 'month'] }, yearly: { USD: '190', interval: [1, 'year'] } },
      includedItems: { credits, seats },
    },
    'payments.offers.pack': {
      displayName: 'A hundred credits',
      customerType: 'user',
      stackable: true,
      prices: { once: { USD: '4.99' } },
      includedItems: { credits: { quantity: 100 } },
    },
    'dataVault.stores.tokens': { displayName: 'Calendar tokens' },
    'dataVault.stores.notes': { displayName: isForDocs ? 'Health notes' : '<b>Notes</b> שלום 👩‍🚀' },
  }
  await askAsAdmin('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(override) })
  for (const [offer_id, price_id] of [
    ['pro', 'monthly'],
    ['pack', 'once'],
  ]) {
    const body = { customer_type: 'user', customer_id, offer_id }
    const { url } = await askAsAdmin('POST', '/payments/purchases/create-purchase-url', body)
    const full_code = url.split('/').at(-1)
    await askAsAdmin('POST', '/internal/payments/test-mode-purchase-session', { full_code, price_id })
  }
  const item = `/payments/items/user/${customer_id}/credits/update-quantity?allow_negative=true`
  await askAsAdmin('POST', item, { delta: 50, description: 'Sorry for the outage' })
  await askAsAdmin('POST', item, { delta: -12 })
  await askAsAdmin('POST', '/data-vault/stores/tokens/set', { hashed_key: 'a', encrypted_value: 'b' })
}

/** A project in which nothing has happened yet. */
export const asNewOwner = (page, url) => withOwnedProject(page, url)

export const inProject = (path, more = {}) => ({
  widths,
  path: ({ id, userId, otherId, teamId, endpointId, draftId }) => {
    const ids = { USER: userId, OTHER: otherId, TEAM: teamId, ENDPOINT: endpointId, DRAFT: draftId }
    return `/dashboard/projects/${id}${path.replace(/[A-Z]{4,}/, (name) => ids[name])}`
  },
  prepare: asOwner,
  act: settled,
  ...more,
})

/** Until everything on the page is loaded. */
export async function settled(page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

/** The preview is an email in a frame of its own. */
export async function seeEmail(page) {
  await settled(page)
  await page.locator('.cm-content').waitFor()
  await page.frameLocator('iframe').locator('h1').waitFor()
}

export const thenClick = (role, name) => async (page) => {
  await settled(page)
  await page.getByRole(role, { name }).first().click()
}

/** Shows the project with other settings than it has. */
export const changeProject = (page, change) =>
  page.route('**/api/v1/internal/projects', async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, items: items.map((item) => ({ ...item, ...change(item) })) } })
  })
