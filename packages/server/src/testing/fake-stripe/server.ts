import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { apiRoutes } from './api.ts'
import { FakeEvents } from './events.ts'
import { type Form, foreignAccount, invalid, missing, parseForm, StripeApiError, textIn } from './form.ts'
import { findConfirmable, isDeclined } from './payments.ts'
import type { AccountState } from './state.ts'

const secretKey = 'sk_test_of-the-platform'
const publishableKey = 'pk_test_of-the-platform'

export interface ReceivedRequest {
  /** Such as `POST /v1/customers`. */
  call: string
  account: string | undefined
  idempotencyKey: string | undefined
  form: Form
}

/**
 * The part of Stripe's HTTP API that we use, on a real port: forms in, JSON out, connected accounts, idempotency keys,
 * persistent objects, and events about them with real signatures.
 */
export class FakeStripe extends FakeEvents {
  readonly requests: ReceivedRequest[] = []
  /** Responds to the next requests with this status instead. */
  failWith: number | undefined
  /** Awaited before a response is sent, for late responses. */
  beforeResponse: ((request: ReceivedRequest) => Promise<void>) | undefined
  readonly #responses = new Map<string, { form: string; answer: Answer }>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  get config() {
    const { port } = this.#server.address() as AddressInfo
    const { webhookSecret } = this
    return { secretKey, publishableKey, webhookSecret, apiUrl: `http://127.0.0.1:${port}` }
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await this.#answer(request).catch(toErrorResponse)
    response.writeHead(status, { 'content-type': 'application/json', ...corsHeaders, 'request-id': 'req_1' })
    response.end(JSON.stringify(body))
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    if (request.method === 'OPTIONS') return { status: 200, body: {} }
    const url = new URL(request.url!, 'http://stripe')
    const content = (await text(request)) || url.searchParams.toString()
    const form = parseForm(content)
    const headers = request.headers as Record<string, string | undefined>
    const call = `${request.method} ${url.pathname}`
    const confirmed = /^POST \/v1\/payment_intents\/(\w+)\/confirm$/.exec(call)?.[1]
    if (confirmed) return { status: 200, body: this.#confirm(confirmed, form) }

    const account = headers['stripe-account']
    const idempotencyKey = headers['idempotency-key']
    const received = { call, account, idempotencyKey, form }
    this.requests.push(received)
    if (this.failWith) throw new StripeApiError(this.failWith, { type: 'api_error', message: 'A secret detail' })
    if (headers.authorization !== `Bearer ${secretKey}`) {
      throw new StripeApiError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    }
    if (!headers['stripe-version']) throw invalid('The version of the API is missing.')
    const answer = this.#once(idempotencyKey && `${account} ${idempotencyKey}`, `${call} ${content}`, () =>
      this.#run(call, account, form),
    )
    await this.beforeResponse?.(received)
    return answer
  }

  /** The same idempotency key gets the same response, and is rejected with different parameters. */
  #once(key: string | undefined, form: string, run: () => Answer): Answer {
    const known = key ? this.#responses.get(key) : undefined
    if (known && known.form !== form) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      throw new StripeApiError(400, { type: 'idempotency_error', message })
    }
    const answer = known?.answer ?? run()
    if (key) this.#responses.set(key, { form, answer })
    return answer
  }

  #run(call: string, account: string | undefined, form: Form): Answer {
    const named = /^(.+\/)(\w+_\w+)(\/void)?$/.exec(call)
    const [pattern, id = ''] = apiRoutes[call] || !named ? [call] : [`${named[1]}:id${named[3] ?? ''}`, named[2]]
    const route = apiRoutes[pattern]
    if (!route) throw missing('route', call)
    const state = account === undefined ? undefined : this.accounts.get(account)
    if (account !== undefined && !state) throw foreignAccount(account)
    const announce = (type: string, owner: AccountState, object: object) => this.announce(type, owner, object)
    const body = route({ state, accounts: this.accounts, id, form, seconds: this.seconds(), announce })
    // A snapshot: later changes must not affect a repeated response.
    return { status: 200, body: structuredClone(body) }
  }

  /** The card form sends the account and the key in the form. */
  #confirm(id: string, form: Form): object {
    if (textIn(form, 'key') !== publishableKey) throw invalid('Invalid API Key provided')
    const state = this.accounts.get(textIn(form, '_stripe_account') ?? '')
    if (!state) throw missing('payment_intent', id)
    const intent = findConfirmable(state, id, form)
    if (isDeclined(form)) {
      const declined = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }
      this.decline(intent.client_secret, declined.decline_code)
      throw new StripeApiError(402, { type: 'card_error', ...declined })
    }
    intent.status = 'succeeded'
    this.settle(state, intent)
    return { id, object: 'payment_intent', status: intent.status, client_secret: intent.client_secret }
  }
}

interface Answer {
  status: number
  body: object
}

const corsHeaders = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

function toErrorResponse(error: unknown): Answer {
  if (error instanceof StripeApiError) return { status: error.status, body: { error: error.body } }
  return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
}

export async function openFakeStripe(): Promise<FakeStripe> {
  const stripe = new FakeStripe()
  await stripe.listen()
  return stripe
}
