import { errors } from 'oidc-provider'
import type { ProviderRequest } from './provider-request.ts'
import { type RecordRow, updatePayload } from './record-queries.ts'

/** RFC 8628 has devices wait for five seconds. A little less, because the way here takes a varying time. */
const pauseMillis = 4_500

/** A device that asks too often is told so, and has to wait again. */
export async function assertPatient(request: ProviderRequest, row: RecordRow, idHash: Buffer): Promise<void> {
  const { accountId, error, polledAt } = row.payload as { accountId?: string; error?: string; polledAt?: number }
  if (accountId || error) return
  const now = request.ctx.now().getTime()
  await updatePayload(await request.db(), request.projectId, 'DeviceCode', idHash, { ...row.payload, polledAt: now })
  if (polledAt !== undefined && now - polledAt < pauseMillis) {
    throw new errors.CustomOIDCProviderError('slow_down', 'the device asks too often')
  }
}
