import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createOutboundClient, type OutboundClient } from '../platform/outbound/client.ts'

export interface ResendEmail {
  from: string
  to: string[]
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

export interface FakeResend {
  apiKey: string
  outbound: OutboundClient
  /** The emails of every accepted batch. */
  batches: ResendEmail[][]
  /** The responses to the next calls, in order. */
  refusals: { status: number; name: string; message: string }[]
  close(): Promise<void>
}

const host = 'https://api.resend.com'

/** Resend's HTTP API for batches on this machine, and the outbound client for it. */
export async function openFakeResend(): Promise<FakeResend> {
  const apiKey = 're_a_key_for_tests'
  const batches: ResendEmail[][] = []
  const refusals: FakeResend['refusals'] = []
  const known = new Map<string, { digest: string; answer: unknown }>()

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const refuse = (status: number, name: string, message: string) => ({
      status,
      body: { statusCode: status, name, message },
    })
    if (request.method !== 'POST' || request.url !== '/emails/batch') return refuse(404, 'not_found', 'Unknown path')
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return refuse(401, 'validation_error', 'API key is invalid')
    }
    const refusal = refusals.shift()
    if (refusal) return refuse(refusal.status, refusal.name, refusal.message)
    const content = await text(request)
    const emails = JSON.parse(content) as ResendEmail[]
    if (!Array.isArray(emails) || emails.length === 0 || emails.length > 100) {
      return refuse(422, 'validation_error', 'A batch has 1 to 100 emails')
    }
    const key = String(request.headers['idempotency-key'])
    const digest = createHash('sha256').update(content).digest('hex')
    const earlier = known.get(key)
    if (earlier && earlier.digest !== digest) {
      return refuse(409, 'invalid_idempotent_request', 'Same idempotency key used with a different request payload')
    }
    if (earlier) return { status: 200, body: earlier.answer }
    const errors = emails.flatMap(({ to }, index) =>
      to.every((address) => /^[^@\s]+@[^@\s]+$/.test(address) && !address.endsWith('.invalid'))
        ? []
        : [{ index, message: 'Invalid `to` field' }],
    )
    if (errors.length > 0 && request.headers['x-batch-validation'] !== 'permissive') {
      return refuse(422, 'validation_error', errors[0]!.message)
    }
    const taken = emails.filter((_, index) => errors.every((error) => error.index !== index))
    batches.push(taken)
    const body = { data: taken.map((_, index) => ({ id: `${batches.length}-${index}` })), errors }
    known.set(key, { digest, answer: body })
    return { status: 200, body }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const real = createOutboundClient({ allowsPrivateAddresses: true })
  return {
    apiKey,
    outbound: { ...real, fetch: (target, init) => real.fetch(String(target).replace(host, url), init) },
    batches,
    refusals,
    close: async () => {
      await real.close()
      server.close()
    },
  }
}
