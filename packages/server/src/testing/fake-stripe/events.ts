import { createHmac } from 'node:crypto'
import { renderSubscription } from './api.ts'
import { type AccountState, getFrom, newId, type PaymentIntent, periodEnd } from './state.ts'
import { endSubscription } from './subscriptions.ts'

export interface FakeEvent {
  id: string
  object: 'event'
  type: string
  account: string
  created: number
  data: { object: object }
}

/** What happens at Stripe without us, and the events about it. */
export class FakeEvents {
  readonly accounts = new Map<string, AccountState>()
  /** In chronological order. Nothing is sent automatically. */
  readonly events: FakeEvent[] = []
  readonly webhookSecret = 'whsec_for-tests'
  now = () => Date.now()
  /** Is called with every event immediately, like a webhook. */
  onEvent: ((event: FakeEvent) => void) | undefined

  seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  /** Stores a snapshot of the object, so that a later reader of the event sees its state at the time. */
  announce(type: string, state: AccountState, object: object): void {
    const data = { object: structuredClone(object) }
    const event = { id: newId('evt'), object: 'event' as const, type, account: state.account.id }
    this.events.push({ ...event, created: this.seconds(), data })
    this.onEvent?.(this.events.at(-1)!)
  }

  eventsOf(type: string): FakeEvent[] {
    return this.events.filter((event) => event.type === type)
  }

  /** The signature header of a webhook: the time, and the HMAC of time and body. */
  sign(body: string, { secret = this.webhookSecret, seconds = this.seconds() } = {}): string {
    return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
  }

  /** The owner completes the onboarding. */
  completeOnboarding(accountId: string): void {
    const state = getFrom(this.accounts, 'account', accountId)
    Object.assign(state.account, { charges_enabled: true, details_submitted: true, payouts_enabled: true })
    this.announce('account.updated', state, state.account)
  }

  /** The customer pays with a valid card. */
  pay(clientSecret: string): void {
    const { state, intent } = this.#findIntent(clientSecret)
    if (intent.status !== 'requires_payment_method') throw new Error(`This payment is ${intent.status}.`)
    intent.status = 'succeeded'
    this.settle(state, intent)
  }

  /** The bank declines the card. */
  decline(clientSecret: string, decline_code: string): void {
    const { state, intent } = this.#findIntent(clientSecret)
    intent.last_payment_error = { code: 'card_declined', decline_code, message: 'Your card was declined.' }
    this.announce('payment_intent.payment_failed', state, intent)
  }

  /**
   * The effects of a payment: the invoice is paid, and if it is the newest one of its subscription, that becomes
   * active.
   */
  settle(state: AccountState, intent: PaymentIntent): void {
    this.announce('payment_intent.succeeded', state, intent)
    const invoice = [...state.invoices.values()].find(({ payment_intent }) => payment_intent === intent.id)
    if (!invoice) return
    Object.assign(invoice, { status: 'paid', amount_remaining: 0 })
    this.announce('invoice.paid', state, invoice)
    const subscription = getFrom(state.subscriptions, 'subscription', invoice.subscription)
    if (subscription.latest_invoice === invoice.id) subscription.status = 'active'
    this.announce('customer.subscription.updated', state, renderSubscription(state, subscription))
  }

  /** The period ends and the next one is paid. */
  renew(subscriptionId: string): void {
    const { state, subscription } = this.#findSubscription(subscriptionId)
    for (const item of subscription.items) {
      item.current_period_start = item.current_period_end
      item.current_period_end = periodEnd(item.current_period_start, item.price.recurring)
    }
    this.announce('invoice.paid', state, getFrom(state.invoices, 'invoice', subscription.latest_invoice))
    this.announce('customer.subscription.updated', state, renderSubscription(state, subscription))
  }

  cancel(subscriptionId: string, { atPeriodEnd = false } = {}): void {
    const { state, subscription } = this.#findSubscription(subscriptionId)
    if (atPeriodEnd) subscription.cancel_at_period_end = true
    else endSubscription(subscription, this.seconds())
    const type = `customer.subscription.${atPeriodEnd ? 'updated' : 'deleted'}`
    this.announce(type, state, renderSubscription(state, subscription))
  }

  /** The first invoice was not paid within a day. */
  expire(subscriptionId: string): void {
    const { state, subscription } = this.#findSubscription(subscriptionId)
    Object.assign(subscription, { status: 'incomplete_expired', ended_at: this.seconds() })
    this.announce('customer.subscription.updated', state, renderSubscription(state, subscription))
  }

  #findIntent(clientSecret: string): { state: AccountState; intent: PaymentIntent } {
    for (const state of this.accounts.values()) {
      for (const intent of state.paymentIntents.values()) {
        if (intent.client_secret === clientSecret) return { state, intent }
      }
    }
    throw new Error('There is no payment with this secret.')
  }

  #findSubscription(id: string) {
    for (const state of this.accounts.values()) {
      const subscription = state.subscriptions.get(id)
      if (subscription) return { state, subscription }
    }
    throw new Error(`There is no subscription ${id}.`)
  }
}
