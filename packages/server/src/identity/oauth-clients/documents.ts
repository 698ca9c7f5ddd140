import { hasGrantOfClient } from '../../accounts/oauth-grants/queries.ts'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { LimitReached } from '../../platform/limits/limiter.ts'
import { createOutboundClient, type OutboundClient, OutboundError } from '../../platform/outbound/client.ts'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import type { OAuthClient } from './client.ts'
import { isDocumentUrl, readDocument } from './document.ts'
import { RefusedClient } from './introduced.ts'

const timeoutMillis = 3_000
const maxDocumentBytes = 5_000
export const maxKeysBytes = 20_000
const maxDocuments = 500
const maxFailures = 100
/** So that documents that take their time hold nobody up in other projects. */
const maxStrangersAtOnce = 20
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
export const documentFetcher = createFetcher(maxDocumentBytes)
/** For the keys that a document names. With certificates, they are larger than the document. */
export const clientKeysFetcher = createFetcher(maxKeysBytes)

function createFetcher(maxBytes: number) {
  return oncePerServer(({ config, onClose }): OutboundClient => {
    const { isProduction, outboundPorts } = config
    const ports = isProduction ? { ports: [80, 443, ...outboundPorts] } : {}
    const client = createOutboundClient({ allowsPrivateAddresses: !isProduction, ...ports, timeoutMillis, maxBytes })
    onClose(() => client.close())
    return client
  })
}

/** Strangers fill only what is theirs: failures and clients without access anywhere do not crowd out those in use. */
const memory = oncePerServer(() => ({
  inUse: new BoundedCache<string, Entry>(maxDocuments),
  unused: new BoundedCache<string, Entry>(maxDocuments),
  failed: new BoundedCache<string, Entry>(maxFailures),
  pending: new Map<string, Promise<Entry>>(),
  strangersByProject: new Map<string, number>(),
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
  const { pending } = memory(platform)
  const known = findEntry(platform, url)
  if (known && isCurrent(platform, known)) return known.client
  const isInUse = !pending.has(url) && (await hasGrantOfClient(platform.db, projectId, url))
  if (!isInUse && !pending.has(url) && !(await isWithinLimit(platform, projectId))) return known?.client
  // Another request may have been faster.
  const read = findEntry(platform, url)
  if (read && isCurrent(platform, read)) return read.client
  const reading = pending.get(url) ?? startReading(platform, { projectId, url, known, isInUse })
  return reading ? (await reading).client : known?.client
}

function findEntry(platform: Platform, url: string): Entry | undefined {
  const { inUse, unused, failed } = memory(platform)
  return inUse.get(url) ?? unused.get(url) ?? failed.get(url)
}

const isCurrent = ({ now }: Platform, { expiresAt }: Entry) => expiresAt > now().getTime()

interface Reading {
  projectId: string
  url: string
  known: Entry | undefined
  isInUse: boolean
}

/** Undefined if too many documents of strangers are being read for the project. */
function startReading(platform: Platform, { projectId, url, known, isInUse }: Reading): Promise<Entry> | undefined {
  const { inUse, unused, failed, pending, strangersByProject: strangers } = memory(platform)
  const running = strangers.get(projectId) ?? 0
  if (!isInUse && running >= maxStrangersAtOnce) return undefined
  if (!isInUse) strangers.set(projectId, running + 1)
  const read = async () => {
    try {
      const entry = await readEntry(platform, url, known)
      for (const entries of [inUse, unused, failed]) entries.delete(url)
      const entries = entry.client === undefined ? failed : isInUse ? inUse : unused
      entries.set(url, entry)
      return entry
    } finally {
      pending.delete(url)
      if (!isInUse) countDown(strangers, projectId)
    }
  }
  const reading = read()
  pending.set(url, reading)
  return reading
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = counts.get(key)! - 1
  if (left > 0) counts.set(key, left)
  else counts.delete(key)
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
