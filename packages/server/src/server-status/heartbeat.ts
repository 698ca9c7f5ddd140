import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Db, inTransaction } from '../db/database.ts'
import type { Notifications } from '../db/notifications.ts'
import { UnavailableError } from '../db/outages.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { StartError } from '../start/error.ts'
import { version } from '../version.ts'
import { describeMisfit, describeRetired, maxSilenceSeconds } from './key-rings.ts'
import { deleteNode, deleteOldNodes, isKeyRetired, listRunningNodes, lockNodes, saveNode } from './queries.ts'

const beatMillis = 15_000
/** Shorter than others wait before they forget this server, by more than a transaction can take. */
const leaseMillis = 60_000
/** A node that has not been seen for longer is no longer shown. */
export const maxShownMillis = 24 * 3600 * 1000

interface HeartbeatOptions {
  db: Db
  notifications: Notifications
  log: Log
  now: () => Date
  secrets: Secrets
}

export interface Heartbeat {
  id: string
  /** Why this server must not encrypt anything now. */
  problem(): string | undefined
  /** Encrypts only while all other servers can decrypt it. */
  secrets: Secrets
  stop(): Promise<void>
}

/**
 * Keeps the row of this process up to date until it stops, with the IDs of its keys. A server whose keys do not fit those
 * of the running ones refuses to start, and one that was silent for too long encrypts nothing before it has looked again.
 */
export async function startHeartbeat(options: HeartbeatOptions): Promise<Heartbeat> {
  const { db, notifications, log, now, secrets } = options
  const name = cluster.worker ? `${hostname()}, worker ${cluster.worker.id}` : hostname()
  const node = { id: randomUUID(), name, version, started_at: now(), key_ids: [...secrets.keyIds] }
  const lease = createLease()
  let misfit: string | undefined
  const renew = async () => {
    const begun = lease.begin()
    misfit = await announce(db, node)
    if (!misfit) lease.renew(begun)
  }
  await renew()
  if (misfit) throw new StartError(misfit)
  await deleteOldNodes(db, new Date(now().getTime() - maxShownMillis))

  let beating: Promise<unknown> | undefined
  const beat = () => {
    const before = misfit
    beating ??= renew()
      .then(() => misfit && misfit !== before && log.error('The keys do not fit those of other servers', { misfit }))
      .catch((error: unknown) => log.debug('The heartbeat could not be written', { error }))
      .finally(() => {
        beating = undefined
      })
  }
  const timer = setInterval(beat, beatMillis)
  timer.unref()
  const unsubscribe = notifications.subscribe('latchkey_activity', (payload) => payload ?? beat())
  const problem = () => misfit ?? (lease.isValid() ? undefined : 'This server has not reached the database for a minute.')
  return {
    id: node.id,
    problem,
    secrets: {
      ...secrets,
      encrypt(text, purpose) {
        const reason = problem()
        if (!reason) return secrets.encrypt(text, purpose)
        beat()
        throw new UnavailableError(reason)
      },
    },
    async stop() {
      clearInterval(timer)
      unsubscribe()
      await beating
      // The database may be away by now. The row is deleted by whoever starts next.
      await deleteNode(db, node.id).catch((error: unknown) => log.debug('The node could not sign off', { error }))
    },
  }
}

interface AnnouncedNode {
  id: string
  name: string
  version: string
  started_at: Date
  key_ids: string[]
}

/** Why the keys do not fit; otherwise the node is announced. One node at a time, so that only one of two misfits joins. */
async function announce(db: Db, node: AnnouncedNode): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    await lockNodes(trx)
    const current = node.key_ids[0]!
    if (await isKeyRetired(trx, current)) return describeRetired(current)
    const running = await listRunningNodes(trx, maxSilenceSeconds)
    const misfit = describeMisfit(
      node.key_ids,
      running.filter(({ id }) => id !== node.id),
    )
    if (!misfit) await saveNode(trx, node)
    return misfit
  })
}

/** By both clocks: one stands still while the machine sleeps, and the other can be set back. */
function createLease() {
  let last = { monotonic: 0, wall: 0 }
  return {
    begin: () => ({ monotonic: performance.now(), wall: Date.now() }),
    renew(begun: typeof last): void {
      last = begun
    },
    isValid: () => Math.max(performance.now() - last.monotonic, Date.now() - last.wall) < leaseMillis,
  }
}
