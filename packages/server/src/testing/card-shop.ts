import type { Override } from '../projects/project-config/override.ts'
import type { FakeEvent } from './fake-stripe/events.ts'
import { type FakeStripe, openFakeStripe } from './fake-stripe/server.ts'
import { separateServer } from './index.ts'
import { createTestProject, readResponse, type TestProject, type WireResponse } from './project.ts'
import type { TestServer } from './server.ts'

/** A server with Stripe keys, connected to the fake Stripe server. */
export interface CardShop {
  stripe: FakeStripe
  server: TestServer
  /** A project with payments set up. */
  openProject(settings: Override): Promise<SellingProject>
  deliver(event: FakeEvent, to?: Pick<TestServer, 'fetch'>): Promise<WireResponse>
  /** Delivers all pending webhook events in order. */
  deliverAll(): Promise<void>
}

export interface SellingProject extends TestProject {
  accountId: string
}

export async function openCardShop(options: { now?: () => Date } = {}): Promise<CardShop> {
  const stripe = await openFakeStripe()
  const { now } = options
  if (now) stripe.now = () => now().getTime()
  const server = await separateServer({ config: { stripe: stripe.config }, ...options })
  let delivered = 0

  const deliver: CardShop['deliver'] = (event, to = server) => deliverEvent(stripe, event, to)
  return {
    stripe,
    server,
    deliver,
    async openProject(settings) {
      const project = await createTestProject(server, settings)
      await project.call('POST /internal/payments/setup', { as: 'admin' })
      const { account_id: accountId } = await project.call('GET /internal/payments/stripe/account-info', {
        as: 'admin',
      })
      stripe.completeOnboarding(accountId)
      return { ...project, accountId }
    },
    async deliverAll() {
      const events = stripe.events.slice(delivered)
      delivered = stripe.events.length
      for (const event of events) {
        const { status } = await deliver(event)
        if (status !== 200) throw new Error(`The webhook ${event.type} was answered with ${status}.`)
      }
    },
  }
}

export async function deliverEvent(
  stripe: FakeStripe,
  event: object,
  to: Pick<TestServer, 'fetch'>,
  { body = JSON.stringify(event, undefined, 2), signature = stripe.sign(body) } = {},
): Promise<WireResponse> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  const response = await to.fetch('/api/v1/integrations/stripe/webhooks', { method: 'POST', headers, body })
  return readResponse(response)
}
