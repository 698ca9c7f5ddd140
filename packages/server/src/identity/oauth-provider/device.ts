import type { UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { IpInfo } from '../../platform/ip-info.ts'
import { hashToken } from '../../platform/secrets.ts'
import { saveApproval } from './approvals.ts'
import { type Answer, toApproval } from './approve.ts'
import { before, describePending, type PendingRequest, requestNotFound } from './asked.ts'
import { assertAuthenticated } from './authentication.ts'
import { describeRequest } from './describe.ts'
import { deviceCodeSeconds } from './names.ts'
import { answerDeviceCode, findRecordByUserCode } from './record-queries.ts'

interface DevicePayload {
  clientId: string
  params: Record<string, unknown>
  deviceInfo?: { ipInfo?: IpInfo | null; userAgent?: string; at?: number }
}

interface PendingDevice extends PendingRequest {
  userCodeHash: Buffer
  payload: DevicePayload
}

/** Letters of the alphabet of codes, however they were typed. */
const normalize = (code: string) => code.toUpperCase().replaceAll(/[^A-Z]/g, '')

export async function getDevice(ctx: Context, userCode: string): Promise<PendingDevice> {
  const userCodeHash = hashToken(normalize(userCode))
  const row = await findRecordByUserCode(ctx.db, ctx.project.id, 'DeviceCode', userCodeHash)
  if (!row || row.consumed_at || row.expires_at <= ctx.now()) throw requestNotFound()
  const payload = row.payload as unknown as DevicePayload & { accountId?: string; error?: string }
  if (payload.accountId || payload.error) throw requestNotFound()
  const params = { ...payload.params, client_id: payload.clientId }
  const pending = await describePending(ctx, {
    params,
    requestedAt: before(row.expires_at, deviceCodeSeconds),
    expiresAt: row.expires_at,
  })
  return { ...pending, userCodeHash, payload }
}

export async function describeDevice(ctx: Context, device: PendingDevice) {
  const { at, ipInfo = null, userAgent = null } = device.payload.deviceInfo ?? {}
  return {
    ...(await describeRequest(ctx, device)),
    // Nothing that was approved before says who holds this device.
    is_consent_needed: true,
    device: { requested_at_millis: at ?? device.requestedAt.getTime(), ip_info: ipInfo, user_agent: userAgent },
  }
}

export async function approveDevice(
  ctx: Context,
  user: Readonly<UserRecord>,
  device: PendingDevice,
  answer: Answer,
): Promise<void> {
  const { login, sessionId } = await assertAuthenticated(ctx, user, device)
  const approval = await toApproval(ctx, user, device, answer)
  await inTransaction(ctx.db, async (trx) => {
    const grant = await saveApproval(trx, ctx, approval, sessionId)
    const { resources, openid } = approval.approved
    const uris = Object.keys(resources)
    const approved = {
      accountId: user.id,
      acr: login.acr,
      amr: login.amr,
      authTime: login.ts,
      grantId: grant.id,
      scope: openid.join(' '),
      ...(uris.length > 0 ? { resource: uris.length === 1 ? uris[0] : uris } : {}),
    }
    await saveAnswer(trx, ctx, device, { payload: approved, grantId: grant.id, userId: user.id, sessionId })
  })
}

/** Whoever refuses need not prove who they are: somebody else may have sent them the code. */
export async function denyDevice(ctx: Context, user: Readonly<UserRecord>, device: PendingDevice): Promise<void> {
  const payload = { error: 'access_denied', errorDescription: 'The user has refused.' }
  await saveAnswer(ctx.db, ctx, device, { payload, grantId: null, userId: user.id, sessionId: null })
}

async function saveAnswer(
  db: Db,
  ctx: Context,
  { userCodeHash, payload }: PendingDevice,
  answer: { payload: object; grantId: string | null; userId: string; sessionId: string | null },
): Promise<void> {
  const isFirst = await answerDeviceCode(db, ctx.project.id, {
    ...answer,
    userCodeHash,
    payload: { ...payload, ...answer.payload },
    now: ctx.now(),
  })
  if (!isFirst) throw requestNotFound()
}
