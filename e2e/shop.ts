import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'

export interface Shop {
  owner: { email: string; password: string }
  projectId: string
  /** Calls the API as the owner. */
  ask(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  /** A link to the page where a customer buys the offer. */
  createLink(offerId: string, customerId: string): Promise<string>
  quantityOf(itemId: string, customerId: string): Promise<unknown>
}

const includedItems = { credits: { quantity: 2 } }
const plan = {
  customerType: 'custom',
  groupId: 'plans',
  includedItems: { credits: { quantity: 2, expires: 'when-purchase-expires' } },
}

/** Typical offers. All are for custom customers, which need no account. */
const payments = {
  'payments.items.credits': { displayName: 'Credits', customerType: 'custom' },
  'payments.groups.plans': { displayName: 'Plans' },
  'payments.offers.starter': {
    ...plan,
    displayName: 'Starter',
    prices: { monthly: { USD: '9.99', interval: [1, 'month'] } },
  },
  'payments.offers.pro': {
    ...plan,
    displayName: 'Pro',
    prices: { monthly: { USD: '49', interval: [1, 'month'] }, yearly: { USD: '490', interval: [1, 'year'] } },
  },
  'payments.offers.elsewhere': { displayName: 'Abroad', customerType: 'custom', prices: { once: { EUR: '5' } } },
  'payments.offers.pack': {
    displayName: 'Pack of credits',
    customerType: 'custom',
    stackable: true,
    prices: { once: { USD: '5' } },
    includedItems,
  },
}

/** A project with offers, whose owner is signed in to the server's own pages. */
export async function openShop(url: string): Promise<Shop> {
  const owner = { email: `owner-${randomUUID()}@example.com`, password: 'correct horse battery' }
  const page = await (await fetch(`${url}/handler/sign-in`)).text()
  const internal = {
    'x-stack-access-type': 'client',
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': /publishableClientKey&quot;:&quot;([^&]+)/.exec(page)![1]!,
  }
  const { access_token } = await send(url, 'POST', '/auth/password/sign-up', internal, {
    ...owner,
    verification_callback_url: `${url}/handler/email-verification`,
  })
  const asOwner = { ...internal, 'x-stack-access-token': access_token as string }
  const { selected_team_id } = await send(url, 'GET', '/users/me', asOwner)
  const { id } = await send(url, 'POST', '/internal/projects', asOwner, {
    display_name: 'Fieldnotes',
    owner_team_id: selected_team_id,
  })
  const asAdmin = {
    'x-stack-access-type': 'admin',
    'x-stack-project-id': id as string,
    'x-stack-admin-access-token': access_token as string,
  }
  const ask: Shop['ask'] = (method, path, body) => send(url, method, path, asAdmin, body)
  await ask('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(payments) })
  return {
    owner,
    projectId: id as string,
    ask,
    async createLink(offerId, customerId) {
      const body = { customer_type: 'custom', customer_id: customerId, offer_id: offerId }
      return (await ask('POST', '/payments/purchases/create-purchase-url', body)).url as string
    },
    quantityOf: async (itemId, customerId) =>
      (await ask('GET', `/payments/items/custom/${customerId}/${itemId}`)).quantity,
  }
}

async function send(url: string, method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

/** Signs in to the server's own pages, where project owners use their password. */
export async function signInAsOwner(page: Page, { owner }: Shop): Promise<void> {
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.keyboard.press('Enter')
}
