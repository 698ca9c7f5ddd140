import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

export interface Charge {
  cents: number
  isSubscription: boolean
  /** The most it can be: what is left of another plan may count towards it, which the provider works out. */
  isUpperBound: boolean
}

/** The provider's card form inside an element of ours. The details of cards never reach this page. */
export interface CardForm {
  update(charge: Charge): void
  /** Checks what was typed; answers what is wrong with it. */
  check(): Promise<string | undefined>
  /** Pays and leaves for the result page; answers why it could not. */
  confirm(clientSecret: string, charge: Charge, returnUrl: string): Promise<string | undefined>
  destroy(): void
}

interface CardFormOptions {
  publishableKey: string
  accountId: string
  charge: Charge
  onReady: () => void
  onFailure: () => void
}

export async function openCardForm(element: HTMLElement, options: CardFormOptions): Promise<CardForm> {
  const stripe = await loadStripe(options.publishableKey, { stripeAccount: options.accountId })
  if (!stripe) throw new Error('The card form needs a browser.')
  const elements = stripe.elements({ ...describeCharge(options.charge), currency: 'usd', appearance: appearance() })
  const payment = elements.create('payment', { layout: 'tabs' })
  payment.on('ready', options.onReady)
  payment.on('loaderror', options.onFailure)
  payment.mount(element)
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => elements.update({ appearance: appearance() })
  darkness.addEventListener('change', follow)
  return {
    update: (charge) => elements.update(describeCharge(charge)),
    check: async () => describeError((await elements.submit()).error),
    confirm: async (clientSecret, charge, returnUrl) => {
      if (charge.isUpperBound) await adoptAmount(stripe, elements, clientSecret)
      return confirm(stripe, elements, clientSecret, returnUrl)
    },
    destroy() {
      darkness.removeEventListener('change', follow)
      payment.destroy()
    },
  }
}

function describeCharge({ cents, isSubscription }: Charge) {
  return { mode: isSubscription ? ('subscription' as const) : ('payment' as const), amount: cents }
}

/** The form insists on being told the amount of the payment. */
async function adoptAmount(stripe: Stripe, elements: StripeElements, clientSecret: string): Promise<void> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
  if (paymentIntent) elements.update({ amount: paymentIntent.amount })
}

async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string, returnUrl: string) {
  const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url: returnUrl } })
  const status = error?.payment_intent?.status
  if (status === 'succeeded' || status === 'processing') {
    // It had been paid already, as when somebody comes back to a page that was left open.
    location.assign(`${returnUrl}&redirect_status=${status}`)
    return undefined
  }
  return describeError(error)
}

function describeError(error: StripeError | undefined): string | undefined {
  if (!error) return undefined
  return error.message ?? 'The payment did not work. Check your card, or try another one.'
}

/** The page's own tokens, so that the form looks like a part of it. */
function appearance() {
  const token = (name: string) => resolve('color', name)
  return {
    theme: 'flat' as const,
    variables: {
      colorPrimary: token('accent'),
      colorBackground: token('bg'),
      colorText: token('text'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('muted'),
      colorDanger: token('danger'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '14px',
      borderRadius: resolve('borderTopLeftRadius', 'control-radius'),
    },
    rules: {
      '.Input': { border: `1px solid ${token('input')}`, boxShadow: 'none' },
      '.Input:focus': { borderColor: token('accent') },
      '.Tab': { border: `1px solid ${token('border')}`, boxShadow: 'none' },
      '.Tab--selected': { borderColor: token('accent') },
      '.Label': { fontWeight: '500' },
    },
  }
}

/** Tokens contain both themes. Only a property that uses one says what it is in the current theme. */
function resolve(property: 'color' | 'borderTopLeftRadius', token: string): string {
  const probe = document.createElement('span')
  probe.style[property] = `var(--lk-${token})`
  document.body.append(probe)
  const value = getComputedStyle(probe)[property]
  probe.remove()
  return value
}
