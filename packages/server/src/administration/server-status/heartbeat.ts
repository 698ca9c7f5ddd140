import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Notifications } from '../../platform/db/notifications.ts'
import { UnavailableError } from '../../platform/db/outages.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start/error.ts'
import { version } from '../../platform/version.ts'
import { describeMisfit, describeRetired, maxSilenceSeconds } from './key-rings.ts'
import { deleteNode, deleteOldNodes, isKeyRetired, listRunningNodes, lockNodes, saveNode } from './queries.ts'

const beatMillis = 15_000
/** Shorter than others wait before they forget this server, by more than a transaction can take. */
const leaseSeconds = 60
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
  /** Why the keys of this server do not fit those of the others, in which case it encrypts nothing. */
  misfit(): string | undefined
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
  const name = cluster.worker ? `${os.hostname()}, worker ${cluster.worker.id}` : os.hostname()
  const node = { id: randomUUID(), name, version, started_at: now(), key_ids: [...secrets.keyIds] }
  let misfit: string | undefined
  // By a clock that nobody sets and that goes on while the machine sleeps.
  let announcedAt = 0
  const isCurrent = () => !misfit && os.uptime() - announcedAt < leaseSeconds
  const renew = async () => {
    const begunAt = os.uptime()
    misfit = await announce(db, node)
    announcedAt = begunAt
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
  const unsubscribe = notifications.subscribe('latchkey_activity', (payload) => {
    if (payload === undefined) beat()
  })
  return {
    id: node.id,
    misfit: () => misfit,
    secrets: {
      ...secrets,
      encrypt(text, purpose) {
        if (isCurrent()) return secrets.encrypt(text, purpose)
        beat()
        throw new UnavailableError(misfit ?? 'It is not known which keys the other servers have.')
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
