import type { Db } from '../../platform/db/database.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { type ServerUserBody, toUserBody } from './body.ts'
import { findUserRecord } from './queries.ts'

interface Place {
  project: { id: string }
  now(): Date
}

/** Sends the user's current state to webhooks. Must be called last in the transaction that changed it. */
export async function announceUpdate(db: Db, ctx: Place, userId: string): Promise<ServerUserBody> {
  const body = toUserBody((await findUserRecord(db, ctx.project.id, userId))!)
  await recordEvent(db, ctx.project.id, { type: 'user.updated', data: body, now: ctx.now() })
  return body
}
