import { randomBytes } from 'node:crypto'
import type { Context } from '../../http/context.ts'

export function createHashKey(): Buffer {
  return randomBytes(32)
}

export function sealHashKey(ctx: Context, userId: string, key: Buffer): string {
  return ctx.platform.secrets.encrypt(key.toString('base64'), purposeOfHashKey(place(ctx, userId)))
}

export function openHashKey(ctx: Context, userId: string, sealed: string): Buffer {
  return Buffer.from(ctx.platform.secrets.decrypt(sealed, purposeOfHashKey(place(ctx, userId))), 'base64')
}

export function purposeOfHashKey({ project_id, user_id }: { project_id: string; user_id: string }): string {
  return `key of the recovery codes of ${user_id} in ${project_id}`
}

function place(ctx: Context, userId: string) {
  return { project_id: ctx.project.id, user_id: userId }
}
