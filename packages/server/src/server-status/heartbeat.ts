import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { version } from '../version.ts'
import { deleteNode, deleteOldNodes, saveNode } from './queries.ts'

const beatMillis = 15_000
/** A node that has not been seen for longer is gone. */
export const maxSilenceMillis = 24 * 3600 * 1000

/** Keeps the row of this process up to date until it stops. */
export async function startHeartbeat({ db, now, log }: { db: Db; now: () => Date; log: Log }) {
  const name = cluster.worker ? `${hostname()}, worker ${cluster.worker.id}` : hostname()
  const node = { id: randomUUID(), name, version, started_at: now() }
  const beat = () => saveNode(db, { ...node, last_seen_at: now() })
  await beat()
  await deleteOldNodes(db, new Date(now().getTime() - maxSilenceMillis))
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.debug('The heartbeat could not be written', { error }))
  }, beatMillis)
  timer.unref()
  return {
    id: node.id,
    async stop() {
      clearInterval(timer)
      // The database may be away by now. The row is deleted by whoever starts next.
      await deleteNode(db, node.id).catch((error: unknown) => log.debug('The node could not sign off', { error }))
    },
  }
}
