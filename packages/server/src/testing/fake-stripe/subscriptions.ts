import { allow, type Form, formIn, invalid, listOf, metadataIn, requiredText, textIn, wholeNumberIn } from './form.ts'
import { addPaymentIntent, minAmount } from './payments.ts'
import {
  type AccountState,
  getFrom,
  type Invoice,
  newId,
  type Price,
  periodEnd,
  type Subscription,
  type SubscriptionItem,
} from './state.ts'

export function createSubscription(state: AccountState, form: Form, seconds: number): Subscription {
  allow(form, 'customer', 'items', 'payment_behavior', 'payment_settings', 'metadata', 'proration_behavior')
  const customer = getFrom(state.customers, 'customer', requiredText(form, 'customer')).id
  const items = readItems(state, form, seconds)
  const id = newId('sub')
  const { price, quantity } = items[0]!
  const bill = { customer, subscription: id, billing_reason: 'subscription_create' as const }
  const invoice = addInvoice(state, { ...bill, amount_due: price.unit_amount * quantity }, seconds)
  const subscription: Subscription = {
    id,
    object: 'subscription',
    customer,
    status: invoice.status === 'paid' ? 'active' : 'incomplete',
    items,
    metadata: metadataIn(form),
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: invoice.id,
    created: seconds,
  }
  state.subscriptions.set(id, subscription)
  return subscription
}

/**
 * The difference to the current price is charged immediately, whether or not that was paid; a cheaper plan charges
 * nothing. The subscription's status depends only on its newest invoice.
 */
export function updateSubscription(state: AccountState, id: string, form: Form, seconds: number): Subscription {
  allow(form, 'items', 'payment_behavior', 'payment_settings', 'metadata', ...changeOptions)
  const subscription = getFrom(state.subscriptions, 'subscription', id)
  if (subscription.ended_at !== null) throw invalid('A canceled subscription can only update its metadata.')
  if (form.cancel_at_period_end) subscription.cancel_at_period_end = form.cancel_at_period_end === 'true'
  Object.assign(subscription.metadata, metadataIn(form))
  for (const [key, value] of Object.entries(subscription.metadata)) if (value === '') delete subscription.metadata[key]
  const given = listOf(form.items)[0] as Form | undefined
  if (given) {
    const [current] = subscription.items
    if (textIn(given, 'id') !== current!.id) throw invalid('No such subscription item.')
    const [next] = readItems(state, form, seconds)
    const difference = totalOf(next!) - totalOf(current!)
    const { current_period_start, current_period_end, price } = current!
    const isSameRhythm = JSON.stringify(price.recurring) === JSON.stringify(next!.price.recurring)
    const period = isSameRhythm ? { current_period_start, current_period_end } : {}
    subscription.items = [{ ...next!, ...period, id: current!.id }]
    if (textIn(form, 'proration_behavior') === 'always_invoice') {
      const amount_due = Math.max(0, difference + sumOfFurtherItems(state, form))
      const bill = { customer: subscription.customer, subscription: id, billing_reason: 'subscription_update' as const }
      const invoice = addInvoice(state, { ...bill, amount_due }, seconds)
      subscription.latest_invoice = invoice.id
      subscription.status = invoice.status === 'open' ? 'past_due' : 'active'
    }
  }
  return subscription
}

const changeOptions = ['proration_behavior', 'cancel_at_period_end', 'add_invoice_items']

const totalOf = ({ price, quantity }: SubscriptionItem) => price.unit_amount * quantity

function sumOfFurtherItems(state: AccountState, form: Form): number {
  const amounts = listOf(form.add_invoice_items).map((item) => {
    const data = formIn(item as Form, 'price_data')
    allow(data, 'currency', 'product', 'unit_amount')
    getFrom(state.products, 'product', requiredText(data, 'product'))
    return wholeNumberIn(data, 'unit_amount')
  })
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

/** It can no longer be paid. If it was the newest, the subscription owes nothing. */
export function voidInvoice(state: AccountState, id: string): Invoice {
  const invoice = getFrom(state.invoices, 'invoice', id)
  if (invoice.status !== 'open') throw invalid(`You can only pass in open invoices. This invoice isn't open.`)
  invoice.status = 'void'
  state.paymentIntents.get(invoice.payment_intent!)!.status = 'canceled'
  const subscription = getFrom(state.subscriptions, 'subscription', invoice.subscription)
  if (subscription.latest_invoice === id && subscription.status === 'past_due') subscription.status = 'active'
  return invoice
}

export function endSubscription(subscription: Subscription, seconds: number): Subscription {
  if (subscription.ended_at !== null) throw invalid(`No such subscription: '${subscription.id}'`, 'resource_missing')
  return Object.assign(subscription, { status: 'canceled', canceled_at: seconds, ended_at: seconds })
}

function addInvoice(
  state: AccountState,
  bill: Pick<Invoice, 'customer' | 'subscription' | 'billing_reason' | 'amount_due'>,
  seconds: number,
): Invoice {
  const { customer, amount_due: amount } = bill
  // An amount below the minimum charge is added to the next invoice.
  const intent =
    amount < minAmount
      ? undefined
      : addPaymentIntent(state, { amount, currency: 'usd', customer, metadata: {} }, seconds)
  const invoice: Invoice = {
    ...bill,
    id: newId('in'),
    object: 'invoice',
    status: intent ? 'open' : 'paid',
    amount_remaining: intent ? amount : 0,
    payment_intent: intent?.id ?? null,
  }
  state.invoices.set(invoice.id, invoice)
  return invoice
}

function readItems(state: AccountState, form: Form, seconds: number): SubscriptionItem[] {
  const items = listOf(form.items).map((item) => {
    if (typeof item === 'string') throw invalid('Invalid array')
    allow(item, 'id', 'price', 'price_data', 'quantity')
    const price = item.price_data ? createPrice(state, formIn(item, 'price_data')) : findPrice(state, item)
    const quantity = item.quantity ? wholeNumberIn(item, 'quantity') : 1
    const times = { current_period_start: seconds, current_period_end: periodEnd(seconds, price.recurring) }
    return { id: newId('si'), object: 'subscription_item' as const, price, quantity, ...times }
  })
  if (items.length === 0) throw invalid('Missing required param: items.', 'parameter_missing')
  return items
}

const findPrice = (state: AccountState, item: Form) => getFrom(state.prices, 'price', requiredText(item, 'price'))

export function createPrice(state: AccountState, form: Form): Price {
  allow(form, 'currency', 'product', 'recurring', 'unit_amount')
  const recurring = formIn(form, 'recurring')
  const interval = requiredText(recurring, 'interval') as Price['recurring']['interval']
  const interval_count = recurring.interval_count ? wholeNumberIn(recurring, 'interval_count') : 1
  const longest = { day: 1_095, week: 156, month: 36, year: 3 }[interval]
  if (longest === undefined || interval_count < 1 || interval_count > longest) throw invalid('Invalid interval')
  const price: Price = {
    id: newId('price'),
    object: 'price',
    product: getFrom(state.products, 'product', requiredText(form, 'product')).id,
    currency: requiredText(form, 'currency'),
    unit_amount: wholeNumberIn(form, 'unit_amount'),
    recurring: { interval, interval_count },
  }
  state.prices.set(price.id, price)
  return price
}
