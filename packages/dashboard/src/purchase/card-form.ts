import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

export interface Charge {
  cents: number
  isSubscription: boolean
  /** The amount is a maximum: the provider deducts the unused part of a replaced plan. */
  isUpperBound: boolean
}

/** The provider's card form, mounted in our element. Card details never reach this page. */
export interface CardForm {
  update(charge: Charge): void
  /** Validates the form. Resolves to an error message, if any. */
  check(): Promise<string | undefined>
  /** Pays and navigates to the result page. Resolves to an error message on failure. */
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

/** Updates the form to the actual amount, which the provider requires. */
async function adoptAmount(stripe: Stripe, elements: StripeElements, clientSecret: string): Promise<void> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
  if (paymentIntent) elements.update({ amount: paymentIntent.amount })
}

async function confirm(stripe: Stripe, elements: StripeElements, clientSecret: string, returnUrl: string) {
  const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url: returnUrl } })
  const status = error?.payment_intent?.status
  if (status === 'succeeded' || status === 'processing') {
    // Already paid, such as when returning to an open page.
    location.assign(`${returnUrl}&redirect_status=${status}`)
    return undefined
  }
  return describeError(error)
}

function describeError(error: StripeError | undefined): string | undefined {
  if (!error) return undefined
  return error.message ?? 'The payment failed. Check your card details, or try another card.'
}

/** The page's design tokens, so that the form matches it. */
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

/** Tokens define both themes. Only a computed property has the value for the current theme. */
function resolve(property: 'color' | 'borderTopLeftRadius', token: string): string {
  const probe = document.createElement('span')
  probe.style[property] = `var(--lk-${token})`
  document.body.append(probe)
  const value = getComputedStyle(probe)[property]
  probe.remove()
  return value
}
