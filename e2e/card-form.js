// Served in place of js.stripe.com: the parts of Stripe.js that the purchase page uses, with its own card form.
// Payments are confirmed at api.stripe.com, as with the original; tests route that to the fake Stripe server.

window.Stripe = (key, { stripeAccount }) => {
  const api = async (method, path, fields) => {
    const form = new URLSearchParams({ ...fields, key, _stripe_account: stripeAccount })
    const response = await fetch(`https://api.stripe.com/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      ...(method === 'POST' ? { body: form } : {}),
    })
    return response.json()
  }
  const idOf = (clientSecret) => clientSecret.split('_secret_')[0]

  return {
    elements: (options) => new Elements(options),

    async retrievePaymentIntent(clientSecret) {
      const answer = await api('GET', `/payment_intents/${idOf(clientSecret)}`, { client_secret: clientSecret })
      return answer.error ? { error: answer.error } : { paymentIntent: answer }
    },

    async confirmPayment({ elements, clientSecret, confirmParams }) {
      if (!elements.isSubmitted) throw new Error('elements.submit() must be called before confirmPayment().')
      const id = idOf(clientSecret)
      const answer = await api('POST', `/payment_intents/${id}/confirm`, {
        client_secret: clientSecret,
        return_url: confirmParams.return_url,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': elements.number,
      })
      if (answer.error) return { error: answer.error }
      const url = new URL(confirmParams.return_url)
      url.searchParams.set('payment_intent', id)
      url.searchParams.set('payment_intent_client_secret', clientSecret)
      url.searchParams.set('redirect_status', answer.status === 'succeeded' ? 'succeeded' : 'pending')
      location.assign(url)
      return new Promise(() => {})
    },
  }
}
window.Stripe.version = 'endive'

class Elements {
  isSubmitted = false
  #element = document.createElement('div')
  #listeners = {}

  constructor(options) {
    this.update(options)
  }

  update({ mode, amount, appearance }) {
    // Lets tests see the options of the form.
    if (mode) this.#element.dataset.mode = mode
    if (amount) this.#element.dataset.amount = amount
    if (appearance) this.#dress(appearance)
  }

  create() {
    return {
      on: (name, listener) => {
        this.#listeners[name] = listener
      },
      mount: (parent) => {
        parent.append(this.#element)
        this.#draw()
        this.#listeners.ready?.()
      },
      destroy: () => this.#element.remove(),
    }
  }

  async submit() {
    const [number] = this.#element.querySelectorAll('input')
    this.isSubmitted = /^[\d ]{14,}$/.test(number.value)
    return this.isSubmitted ? {} : { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
  }

  get number() {
    return this.#element.querySelector('input').value
  }

  #draw() {
    for (const [label, placeholder] of [
      ['Card number', '1234 1234 1234 1234'],
      ['Expiration date', 'MM / YY'],
      ['Security code', 'CVC'],
    ]) {
      const field = document.createElement('label')
      const input = document.createElement('input')
      Object.assign(input, { placeholder, inputMode: 'numeric' })
      field.append(label, input)
      this.#element.append(field)
    }
    Object.assign(this.#element.style, { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' })
    this.#element.firstChild.style.gridColumn = '1 / -1'
    this.#dress()
  }

  #appearance

  #dress(appearance = this.#appearance) {
    this.#appearance = appearance
    const { variables, rules } = appearance
    for (const field of this.#element.children) {
      Object.assign(field.style, { display: 'grid', gap: '4px', fontSize: '13px', ...rules['.Label'] })
      Object.assign(field.lastChild.style, {
        minWidth: '0',
        height: '44px',
        padding: '0 12px',
        background: variables.colorBackground,
        color: variables.colorText,
        borderRadius: variables.borderRadius,
        font: '14px system-ui',
        ...rules['.Input'],
      })
    }
  }
}
