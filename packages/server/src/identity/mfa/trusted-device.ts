import { randomBytes, randomUUID } from 'node:crypto'
import { maxSentTrustedDevices, trustedDeviceDays } from '@latchkey/contract'
import { type StartedSession, startSession, trustedDeviceMethod } from '../../accounts/sessions/start.ts'
import type { SessionUser } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { readBrowser } from '../../platform/ip-info.ts'
import { hashToken } from '../../platform/secrets.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { insertTrustedDevice, useTrustedDevice } from '../../records/trusted-devices/queries.ts'

const lifetimeMillis = trustedDeviceDays * 24 * 3600 * 1000

/**
 * Starts the session of a user whose second factor this device has shown before. Undefined if it has not: then the second
 * step follows. Call it in a transaction, in which the trust cannot end before the session has started. Only for sign-ins
 * with something other than the device itself, such as a password: its passkey alone would be one factor.
 */
export async function startTrusted(
  trx: Db,
  ctx: Context,
  user: SessionUser,
  options: NonNullable<Parameters<typeof startSession>[2]> & { provenBy: string[] },
): Promise<StartedSession | undefined> {
  const hashes = readSentHashes(ctx)
  if (hashes.length === 0 || !isAllowed(ctx)) return undefined
  const use = { now: ctx.now(), userAgent: readBrowser(ctx.caller) }
  if (!(await useTrustedDevice(trx, ctx.project.id, user.id, hashes, use))) return undefined
  return startSession(ctx, user, { ...options, provenBy: [...options.provenBy, trustedDeviceMethod] }, trx)
}

/** Whether the request may be of a trusted device. Known without a read, so that other sign-ins pay nothing for it. */
export const mayBeTrusted = (ctx: Context) => isAllowed(ctx) && readSentHashes(ctx).length > 0

/** Call it after the session has started, which has locked the user. Undefined if the project does not allow it. */
export async function trustDevice(trx: Db, ctx: Context, userId: string): Promise<string | undefined> {
  if (!isAllowed(ctx)) return undefined
  const token = randomBytes(32).toString('base64url')
  const id = randomUUID()
  const now = ctx.now()
  const device = {
    user_id: userId,
    id,
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + lifetimeMillis),
    user_agent: readBrowser(ctx.caller),
  }
  await insertTrustedDevice(trx, ctx.project.id, device, readSentHashes(ctx))
  const target = { type: 'user' as const, id: userId }
  await recordAudit(trx, ctx, { action: 'trusted_device.added', target, details: { trusted_device_id: id } })
  return token
}

const isAllowed = ({ project }: Context) => project.config.auth.secondFactor.allowTrustedDevices

/** What is no token is ignored: another host of the domain may have set the cookie. */
function readSentHashes({ caller }: Context): Buffer[] {
  const sent = caller.headers.get('x-stack-trusted-device')?.split(' ') ?? []
  return sent
    .filter((token) => /^[\w-]{43}$/.test(token))
    .slice(0, maxSentTrustedDevices)
    .map(hashToken)
}
