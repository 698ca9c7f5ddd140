import { isIP } from 'node:net'
import type { Agent, buildConnector } from 'undici'
import { version } from '../version.ts'
import { isPublicAddress } from './addresses.ts'
import { type Resolve, resolverFor } from './resolve.ts'

/**
 * The way out for every request whose target someone else chose or answers: it follows no redirects, waits and reads
 * only so much, and in production connects to public addresses and to the ports of the web only.
 */
export interface OutboundClient {
  /** How long a whole exchange may take. */
  readonly timeoutMillis: number
  /** The response is complete when it comes. Throws `OutboundError` if there is none. */
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

/** Says what happened and nothing about the network it happened in. */
export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, options?: ErrorOptions) {
    super(sentences[failure], options)
    this.failure = failure
  }
}

const sentences: Record<OutboundFailure, string> = {
  'refused-target': 'Requests to this address are not allowed.',
  'refused-port':
    'Only ports 80 and 443 are allowed. The operator of this server can allow more with LATCHKEY_OUTBOUND_PORTS.',
  'timed-out': 'The other server did not respond in time.',
  'too-large': "The other server's response is too large.",
  unreachable: 'The other server cannot be reached.',
}

export interface OutboundOptions {
  allowsPrivateAddresses: boolean
  /** Any, unless they are named. What listens on others may take a request for something else. */
  ports?: readonly number[] | undefined
  timeoutMillis?: number
  maxBytes?: number
  /** How names become addresses. */
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

/** Read when it is needed first: many servers never call out. */
async function openDispatcher(options: OutboundOptions) {
  const { Agent, buildConnector, request } = await import('undici')
  const { allowsPrivateAddresses, resolve = resolverFor(options) } = options
  const connectTo = buildConnector({
    timeout: options.timeoutMillis ?? 10_000,
    // The address that was judged is the one that is connected to: a name cannot change its mind in between.
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
    // Addresses are not looked up, so they are judged here.
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

async function readAtMost(body: AsyncIterable<Buffer> & { destroy(): unknown }, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop cuts the connection.
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
