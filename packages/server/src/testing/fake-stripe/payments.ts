import { allow, type Form, formIn, invalid, metadataIn, requiredText, textIn, wholeNumberIn } from './form.ts'
import { type AccountState, getFrom, newId, type PaymentIntent } from './state.ts'

export const minAmount = 50
const maxAmount = 99_999_999

export function createPaymentIntent(state: AccountState, form: Form, seconds: number): PaymentIntent {
  allow(form, 'amount', 'currency', 'customer', 'metadata', 'automatic_payment_methods', 'description')
  const customer = textIn(form, 'customer') ?? null
  if (customer) getFrom(state.customers, 'customer', customer)
  const [amount, currency] = [wholeNumberIn(form, 'amount'), requiredText(form, 'currency')]
  return addPaymentIntent(state, { amount, currency, customer, metadata: metadataIn(form) }, seconds)
}

export function addPaymentIntent(
  state: AccountState,
  fields: Pick<PaymentIntent, 'amount' | 'currency' | 'customer' | 'metadata'>,
  seconds: number,
): PaymentIntent {
  if (fields.amount < minAmount) throw invalid('Amount must be at least $0.50 usd', 'amount_too_small')
  if (fields.amount > maxAmount) throw invalid('Amount must be no more than $999,999.99', 'amount_too_large')
  const id = newId('pi')
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    ...fields,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newId('s')}`,
    created: seconds,
  }
  state.paymentIntents.set(id, intent)
  return intent
}

/** Only of the whole payment. */
export function refundPayment(state: AccountState, form: Form, seconds: number) {
  allow(form, 'payment_intent')
  const intent = getFrom(state.paymentIntents, 'payment_intent', requiredText(form, 'payment_intent'))
  if (intent.status !== 'succeeded') throw invalid('This PaymentIntent does not have a successful charge to refund.')
  if (intent.isRefunded) throw invalid('The charge has already been refunded.', 'charge_already_refunded')
  intent.isRefunded = true
  const { id: payment_intent, amount, currency, customer } = intent
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    currency,
    payment_intent,
    status: 'succeeded',
    created: seconds,
  }
  return { refund, charge: { id: newId('ch'), object: 'charge', payment_intent, customer, refunded: true } }
}

const declinedCard = '4000000000000002'

export function isDeclined(form: Form): boolean {
  const number = textIn(formIn(formIn(form, 'payment_method_data'), 'card'), 'number')
  return number?.replaceAll(' ', '') === declinedCard
}

/** What the card form does in the browser with the publishable key. Returns the intent, which can be paid. */
export function findConfirmable(state: AccountState, id: string, form: Form): PaymentIntent {
  const intent = getFrom(state.paymentIntents, 'payment_intent', id)
  if (requiredText(form, 'client_secret') !== intent.client_secret) {
    throw invalid('The client_secret provided does not match the client_secret associated with the PaymentIntent.')
  }
  if (intent.status !== 'requires_payment_method') {
    throw invalid(`This PaymentIntent's status is ${intent.status}.`, 'payment_intent_unexpected_state')
  }
  return intent
}
