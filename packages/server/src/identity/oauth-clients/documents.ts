import { BoundedCache } from '../../platform/bounded-cache.ts'
import { LimitReached } from '../../platform/limits/limiter.ts'
import { createOutboundClient, type OutboundClient, OutboundError } from '../../platform/outbound/client.ts'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import type { OAuthClient } from './client.ts'
import { isDocumentUrl, readDocument } from './document.ts'
import { RefusedClient } from './introduced.ts'

const timeoutMillis = 3_000
const maxBytes = 5_000
const maxDocuments = 500
const maxAtOnce = 50
const minute = 60_000
const day = 24 * 60 * minute
const defaultMillis = 10 * minute
/** So that a document that was repaired is soon found, and a broken one is not asked for all the time. */
const failureMillis = 30_000

interface Entry {
  client: OAuthClient | undefined
  expiresAt: number
  /** Until when the client is known even if its server is away. */
  keptUntil: number
}

/** Has limits of its own, besides those of every request to others: no redirects, and no private addresses. */
export const documentFetcher = oncePerServer(({ config, onClose }): OutboundClient => {
  const { isProduction, outboundPorts } = config
  const ports = isProduction ? { ports: [80, 443, ...outboundPorts] } : {}
  const client = createOutboundClient({ allowsPrivateAddresses: !isProduction, ...ports, timeoutMillis, maxBytes })
  onClose(() => client.close())
  return client
})

const memory = oncePerServer(() => ({
  entries: new BoundedCache<string, Entry>(maxDocuments),
  pending: new Map<string, Promise<Entry>>(),
}))

/**
 * The client with this metadata document. Nothing is stored: a stranger could invent any number of documents. They are
 * the same for all projects, so they are remembered together, and read once at a time.
 */
export async function findClientOfDocument(
  platform: Platform,
  projectId: string,
  url: string,
): Promise<OAuthClient | undefined> {
  if (!isDocumentUrl(url, { allowsLoopback: !platform.config.isProduction })) return undefined
  const { entries, pending } = memory(platform)
  const known = entries.get(url)
  if (known && known.expiresAt > platform.now().getTime()) return known.client
  const running = pending.get(url)
  if (running) return (await running).client
  // Strangers who ask for many documents must not keep users of known clients out.
  if (!(await isWithinLimit(platform, projectId)) || pending.size >= maxAtOnce) return known?.client
  const reading = pending.get(url) ?? readEntry(platform, url, known)
  pending.set(url, reading)
  try {
    const entry = await reading
    entries.set(url, entry)
    return entry.client
  } finally {
    if (pending.get(url) === reading) pending.delete(url)
  }
}

async function isWithinLimit({ limiter }: Platform, projectId: string): Promise<boolean> {
  try {
    await limiter.consume({ clientDocumentsByProject: projectId })
    return true
  } catch (error) {
    if (error instanceof LimitReached) return false
    throw error
  }
}

async function readEntry(platform: Platform, url: string, known: Entry | undefined): Promise<Entry> {
  const now = platform.now().getTime()
  try {
    const { client, lifetime } = await readClient(platform, url)
    return { client, expiresAt: now + lifetime, keptUntil: now + day }
  } catch (error) {
    if (!(error instanceof RefusedClient || error instanceof OutboundError)) throw error
    const { host } = new URL(url)
    platform.log.info('The metadata document of an OAuth client is not usable', { host, reason: error.message })
    const isAway = error instanceof OutboundError && error.failure !== 'too-large'
    const client = isAway && known && known.keptUntil > now ? known.client : undefined
    return { client, expiresAt: now + failureMillis, keptUntil: client ? known!.keptUntil : now }
  }
}

async function readClient(platform: Platform, url: string) {
  const response = await documentFetcher(platform).fetch(url, { headers: { accept: 'application/json' } })
  const { status, headers } = response
  if (status >= 500) throw new OutboundError('unreachable')
  if (status !== 200) throw new RefusedClient(`The metadata document was answered with ${status}.`)
  const client = readDocument(url, await response.text(), headers.get('content-type'))
  return { client, lifetime: lifetimeOf(headers.get('cache-control')) }
}

/** As its server says, but at least a minute and at most a day. */
export function lifetimeOf(cacheControl: string | null): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl ?? '')) return minute
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl ?? '')?.[1]
  if (seconds === undefined) return defaultMillis
  return Math.min(Math.max(Number(seconds) * 1000, minute), day)
}
