import { serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'

type Ask = Awaited<ReturnType<typeof openOwnedProject>>['askAsAdmin']

const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra', 'Radia Perlman']
const year = 365 * 86_400_000

/** The browser of the owner of a project with something on every page. */
export async function openFilledProject() {
  const owned = await openOwnedProject()
  const { askAsAdmin } = owned
  const userIds = await addUsers(askAsAdmin)
  for (const [description, millis] of [
    ['Production website', year],
    ['Old server', year / 73],
  ] as const) {
    await askAsAdmin('POST', '/internal/api-keys', {
      description,
      expires_at_millis: Date.now() + millis,
      has_publishable_client_key: true,
      has_secret_server_key: true,
      has_super_secret_admin_key: false,
    })
  }
  const domains = [{ domain: 'https://fieldnotes.example', handler_path: '/handler' }]
  await askAsAdmin('PATCH', '/internal/projects/current', { config: { domains } })
  const teamId = await addTeams(askAsAdmin, userIds[0]!)
  await addPayments(askAsAdmin, userIds[0]!)
  const endpointId = await addWebhooks(askAsAdmin)
  // Nothing is left to set up, so that the overview begins with its charts.
  await askAsAdmin('PATCH', '/internal/projects/current', { is_production_mode: true })
  return { ...owned, userId: userIds[0]!, teamId, endpointId }
}

async function addUsers(ask: Ask): Promise<string[]> {
  const ids: string[] = []
  for (const [index, display_name] of names.entries()) {
    const { id } = await ask('POST', '/users', {
      display_name,
      primary_email: `${display_name.split(' ')[0]!.toLowerCase()}@example.com`,
      primary_email_verified: index % 3 === 0,
      primary_email_auth_enabled: true,
      ...(index % 2 === 0 && { password: 'correct horse battery' }),
    })
    ids.push(String(id))
  }
  await ask('POST', '/auth/sessions', { user_id: ids[0] })
  await ask('PATCH', `/users/${ids[0]}`, { client_metadata: { plan: 'pro', seats: 3 } })
  await ask('PUT', `/users/${ids.at(-1)}/restriction`, { reason: 'Sent spam to other users', until_millis: null })
  return ids
}

async function addTeams(ask: Ask, creator_user_id: string): Promise<string> {
  const { id: team_id } = await ask('POST', '/teams', { display_name: 'Acme Inc.', creator_user_id })
  for (const display_name of names) await ask('POST', '/teams', { display_name })
  const callback_url = 'http://localhost:3000/handler/team-invitation'
  await ask('POST', '/team-invitations/send-code', { email: 'new@example.com', team_id, callback_url })
  await ask('POST', '/team-permission-definitions', {
    id: 'billing_manager',
    description: 'Sees invoices and changes the plan.',
    contained_permission_ids: ['$read_members'],
  })
  return String(team_id)
}

async function addPayments(ask: Ask, customer_id: string): Promise<void> {
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
    'dataVault.stores.tokens': { displayName: 'Calendar tokens' },
    'dataVault.stores.notes': { displayName: 'Health notes' },
  }
  await ask('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(override) })
  const purchase = { customer_type: 'user', customer_id, offer_id: 'pro' }
  const { url } = await ask('POST', '/payments/purchases/create-purchase-url', purchase)
  const full_code = String(url).split('/').at(-1)
  await ask('POST', '/internal/payments/test-mode-purchase-session', { full_code, price_id: 'monthly' })
  const item = `/payments/items/user/${customer_id}/credits/update-quantity?allow_negative=true`
  await ask('POST', item, { delta: 50, description: 'Sorry for the outage' })
  await ask('POST', item, { delta: -12 })
  await ask('POST', '/data-vault/stores/tokens/set', { hashed_key: 'a', encrypted_value: 'b' })
}

/** One endpoint that works, one that nobody listens at, and one that is off. */
async function addWebhooks(ask: Ask): Promise<string> {
  const add = (body: object) => ask('POST', '/internal/webhook-endpoints', body)
  const { id } = await add({ url: `${serverUrl}/api/v1/no-such-route`, description: 'Syncs users to the CRM' })
  const works = await add({ url: `${serverUrl}/api/v1/check-feature-support`, event_types: ['user.created'] })
  await add({ url: 'https://example.com/hooks', description: 'Billing', is_enabled: false })
  for (const each of [id, works.id]) await ask('POST', `/internal/webhook-endpoints/${each}/send-test`, {})
  return String(id)
}
