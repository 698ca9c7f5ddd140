import { isIP } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { version } from '../version.ts'
import { isPublicAddress } from './addresses.ts'
import { type Resolve, resolverFor } from './resolve.ts'

/**
 * The HTTP client for all requests whose target or response is untrusted. It follows no redirects, limits time and
 * size, and in production connects only to public addresses and the standard web ports.
 */
export interface OutboundClient {
  /** The timeout for the whole exchange. */
  readonly timeoutMillis: number
  /** Resolves with the complete response. Throws `OutboundError` if there is none. */
  fetch(url: string | URL, init?: OutboundRequest): Promise<Response>
  close(): Promise<void>
}

export interface OutboundRequest {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

export type OutboundFailure = 'refused-target' | 'refused-port' | 'timed-out' | 'too-large' | 'unreachable'

/** Describes the failure without revealing anything about the network. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, options?: ErrorOptions) {
    super(messages[failure], options)
    this.failure = failure
  }
}

const messages: Record<OutboundFailure, string> = {
  'refused-target': 'Requests to this address are not allowed.',
  'refused-port':
    'Only ports 80 and 443 are allowed. The operator of this server can allow more with LATCHKEY_OUTBOUND_PORTS.',
  'timed-out': 'The other server did not respond in time.',
  'too-large': "The other server's response is too large.",
  unreachable: 'The other server cannot be reached.',
}

export interface OutboundOptions {
  allowsPrivateAddresses: boolean
  /** Any port if undefined. Services on other ports might misinterpret a request. */
  ports?: readonly number[] | undefined
  timeoutMillis?: number
  maxBytes?: number
  /** The DNS lookup. */
  resolve?: Resolve
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { timeoutMillis = 10_000, maxBytes = 1024 * 1024 } = options
  let opened: Promise<{ request: typeof import('undici').request; dispatcher: Agent }> | undefined

  return {
    timeoutMillis,
    async fetch(target, init = {}) {
      const url = new URL(target)
      if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
        throw new OutboundError('refused-target')
      }
      if (options.ports?.includes(portOf(url)) === false) throw new OutboundError('refused-port')
      opened ??= openDispatcher(options)
      const { request, dispatcher } = await opened
      const timeout = AbortSignal.timeout(timeoutMillis)
      const signal = init.signal ? AbortSignal.any([timeout, init.signal]) : timeout
      try {
        const { statusCode, headers, body } = await request(url, {
          dispatcher,
          signal,
          method: (init.method ?? 'GET') as 'GET',
          headers: { 'user-agent': `Latchkey/${version}`, ...init.headers },
          body: init.body ?? null,
        })
        const content = await readAtMost(body, maxBytes)
        const isBodiless = [204, 205, 304].includes(statusCode)
        return new Response(isBodiless ? null : content, { status: statusCode, headers: toHeaders(headers) })
      } catch (error) {
        if (error instanceof OutboundError) throw error
        throw new OutboundError(signal.aborted ? 'timed-out' : findRefusal(error) ? 'refused-target' : 'unreachable', {
          cause: error,
        })
      }
    },
    async close() {
      await (await opened)?.dispatcher.destroy()
    },
  }
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** Loaded on first use: many servers never make outbound requests. */
async function openDispatcher(options: OutboundOptions) {
  const { Agent, buildConnector, request } = await import('undici')
  const { allowsPrivateAddresses, resolve = resolverFor(options) } = options
  const connectTo = buildConnector({
    timeout: options.timeoutMillis ?? 10_000,
    // Connects to the address that was checked, so that a DNS change in between has no effect.
    lookup: (hostname, lookupOptions, done) => {
      resolve(hostname).then(
        (addresses) => {
          const allowed = addresses.filter(({ address }) => allowsPrivateAddresses || isPublicAddress(address))
          const [first] = allowed
          if (!first) done(refusal(), [])
          else if (lookupOptions.all) done(null, allowed)
          else done(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => done(error, []),
      )
    },
  })
  const connect: buildConnector.connector = (target, done) => {
    // Literal addresses are not looked up, so they are checked here.
    const address = target.hostname.replace(/^\[|\]$/g, '')
    if (!allowsPrivateAddresses && isIP(address) !== 0 && !isPublicAddress(address)) return done(refusal(), null)
    connectTo(target, done)
  }
  return { request, dispatcher: new Agent({ connect }) }
}

const refusalCode = 'LATCHKEY_REFUSED_TARGET'

function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('Not a public address'), { code: refusalCode })
}

function findRefusal(error: unknown): boolean {
  return error instanceof Error && ((error as NodeJS.ErrnoException).code === refusalCode || findRefusal(error.cause))
}

async function readAtMost(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new OutboundError('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function toHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}
