import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { toKeyBody } from './body.ts'
import type { ApiKeyRow } from './queries.ts'

/** Must be called in the transaction that revokes the keys. */
export async function announceRevoked(db: Db, projectId: string, keys: readonly ApiKeyRow[], now: Date): Promise<void> {
  for (const key of keys) await recordEvent(db, projectId, { type: 'api_key.revoked', data: toKeyBody(key), now })
}
