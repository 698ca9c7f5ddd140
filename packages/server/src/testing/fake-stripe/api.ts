import { createCustomer, retrieveCustomer, searchCustomers } from './customers.ts'
import { allow, type Form, foreignAccount, formIn, invalid, listOf, metadataIn, requiredText, textIn } from './form.ts'
import { createPaymentIntent, refundPayment } from './payments.ts'
import { AccountState, getFrom, newId, type Subscription } from './state.ts'
import { createPrice, createSubscription, endSubscription, updateSubscription, voidInvoice } from './subscriptions.ts'

export interface ApiRequest {
  /** The account that the request is for; undefined is the platform itself. */
  state: AccountState | undefined
  accounts: Map<string, AccountState>
  id: string
  form: Form
  seconds: number
  announce(type: string, state: AccountState, object: object): void
}

type Route = (request: ApiRequest) => object

/** The calls that the server makes, with the paths and parameters of the real API. */
export const apiRoutes: Record<string, Route> = {
  'POST /v1/accounts': ({ accounts, form, state }) => {
    if (state) throw invalid('Connected accounts cannot create accounts.')
    allow(form, 'controller', 'capabilities', 'metadata', 'business_profile')
    const created = new AccountState(metadataIn(form))
    accounts.set(created.account.id, created)
    return created.account
  },
  'GET /v1/accounts/:id': ({ accounts, id }) => {
    const found = accounts.get(id)
    if (!found) throw foreignAccount(id)
    return found.account
  },
  'POST /v1/account_links': ({ accounts, form }) => {
    allow(form, 'account', 'refresh_url', 'return_url', 'type')
    const { account } = getFrom(accounts, 'account', requiredText(form, 'account'))
    for (const name of ['refresh_url', 'return_url', 'type']) requiredText(form, name)
    return { object: 'account_link', url: `https://connect.stripe.com/setup/s/${account.id}/${newId('link')}` }
  },
  'POST /v1/account_sessions': ({ accounts, form }) => {
    allow(form, 'account', 'components')
    const { account } = getFrom(accounts, 'account', requiredText(form, 'account'))
    const components = formIn(form, 'components')
    if (Object.keys(components).length === 0) throw invalid('Missing required param: components.')
    return { object: 'account_session', account: account.id, client_secret: newId('accs_secret'), components }
  },

  'POST /v1/customers': ({ form, ...request }) => createCustomer(accountOf(request), form),
  'GET /v1/customers/search': ({ form, ...request }) => searchCustomers(accountOf(request), form),
  'GET /v1/customers/:id': (request) => retrieveCustomer(accountOf(request), request.id),

  'POST /v1/products': (request) => {
    allow(request.form, 'name', 'metadata')
    const name = requiredText(request.form, 'name')
    const product = { id: newId('prod'), object: 'product' as const, name, metadata: metadataIn(request.form) }
    accountOf(request).products.set(product.id, product)
    return product
  },
  'POST /v1/prices': (request) => createPrice(accountOf(request), request.form),

  'POST /v1/payment_intents': (request) => {
    const state = accountOf(request)
    const intent = createPaymentIntent(state, request.form, request.seconds)
    request.announce('payment_intent.created', state, intent)
    return intent
  },
  'GET /v1/payment_intents/:id': (request) => getFrom(accountOf(request).paymentIntents, 'payment_intent', request.id),

  'POST /v1/refunds': (request) => {
    const state = accountOf(request)
    const { refund, charge } = refundPayment(state, request.form, request.seconds)
    request.announce('charge.refunded', state, charge)
    return refund
  },

  'GET /v1/invoices': listInvoices,
  'POST /v1/invoices/:id/void': (request) => {
    const state = accountOf(request)
    const invoice = voidInvoice(state, request.id)
    request.announce('invoice.voided', state, invoice)
    return invoice
  },

  'POST /v1/subscriptions': (request) => {
    const state = accountOf(request)
    if (request.form.payment_behavior !== 'default_incomplete') throw invalid('This customer has no payment method.')
    const subscription = createSubscription(state, request.form, request.seconds)
    request.announce('customer.subscription.created', state, renderSubscription(state, subscription))
    return renderSubscription(state, subscription, request.form)
  },
  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/:id': (request) => {
    const state = accountOf(request)
    return renderSubscription(state, getFrom(state.subscriptions, 'subscription', request.id), request.form)
  },
  'POST /v1/subscriptions/:id': (request) => {
    const state = accountOf(request)
    const subscription = updateSubscription(state, request.id, request.form, request.seconds)
    request.announce('customer.subscription.updated', state, renderSubscription(state, subscription))
    return renderSubscription(state, subscription, request.form)
  },
  'DELETE /v1/subscriptions/:id': (request) => {
    const state = accountOf(request)
    const subscription = endSubscription(getFrom(state.subscriptions, 'subscription', request.id), request.seconds)
    request.announce('customer.subscription.deleted', state, renderSubscription(state, subscription))
    return renderSubscription(state, subscription, request.form)
  },
}

function accountOf({ state }: Pick<ApiRequest, 'state'>): AccountState {
  if (!state) throw invalid('This is kept by connected accounts: the header Stripe-Account is missing.')
  return state
}

function listSubscriptions(request: ApiRequest): object {
  const { form } = request
  allow(form, 'customer', 'status', 'limit', 'starting_after')
  const state = accountOf(request)
  const all = [...state.subscriptions.values()]
    .filter(({ customer }) => form.customer === undefined || customer === form.customer)
    .filter(({ status }) => form.status === 'all' || status !== 'canceled')
    .reverse()
  const start = textIn(form, 'starting_after')
  const rest = start ? all.slice(all.findIndex(({ id }) => id === start) + 1) : all
  const page = rest.slice(0, Number(textIn(form, 'limit') ?? 10))
  const data = page.map((subscription) => renderSubscription(state, subscription, form))
  return { object: 'list', url: '/v1/subscriptions', has_more: rest.length > page.length, data }
}

function listInvoices(request: ApiRequest): object {
  const { form } = request
  allow(form, 'subscription', 'status', 'limit')
  const data = [...accountOf(request).invoices.values()]
    .filter(({ subscription }) => form.subscription === undefined || subscription === form.subscription)
    .filter(({ status }) => form.status === undefined || status === form.status)
  return { object: 'list', url: '/v1/invoices', has_more: false, data: data.reverse() }
}

/** Items are returned as a list; an invoice is only its id unless it is expanded. */
export function renderSubscription(state: AccountState, subscription: Subscription, form: Form = {}): object {
  const { items, latest_invoice, ...fields } = subscription
  const invoice = getFrom(state.invoices, 'invoice', latest_invoice)
  const expand = listOf(form.expand)
  const secret = invoice.payment_intent && state.paymentIntents.get(invoice.payment_intent)!.client_secret
  const shown = expand.includes('latest_invoice.confirmation_secret')
    ? { ...invoice, confirmation_secret: secret ? { type: 'payment_intent', client_secret: secret } : null }
    : invoice
  const isExpanded = expand.some((path) => String(path).startsWith('latest_invoice'))
  return {
    ...fields,
    items: { object: 'list', url: '/v1/subscription_items', has_more: false, data: items },
    latest_invoice: isExpanded ? shown : invoice.id,
  }
}
