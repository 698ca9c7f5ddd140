import { setupLinkDays } from '@latchkey/contract'
import type { Context } from '../../../http/context.ts'
import { dashboardUrl } from '../../../platform/dashboard-url.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { randomCode } from '../../../platform/random-code.ts'
import { hashToken } from '../../../platform/secrets.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { connectionNotFound } from '../change.ts'
import { type ConnectionRow, findConnectionForUpdate } from '../queries.ts'
import { deleteSetup, replaceSetup } from './queries.ts'

const lifetimeMillis = setupLinkDays * 24 * 3600 * 1000

/** The code is in the fragment, which browsers send to nobody. */
export async function createSetupLink(ctx: Context, connectionId: string) {
  const code = randomCode()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + lifetimeMillis)
  const { owner, keySetId } = ctx
  await inTransaction(ctx.db, async (trx) => {
    const connection = await findConnectionForUpdate(trx, ctx.project.id, connectionId)
    if (!connection) throw connectionNotFound()
    if (connection.is_active) {
      throw new PlainError(
        409,
        'The connection is on. Turn it off before you send a link with which it can be changed.',
      )
    }
    const maker = { ownerId: owner?.id ?? null, keySetId }
    const setup = { connectionId, codeHash: hashToken(code), ...maker, now, expiresAt }
    await replaceSetup(trx, ctx.project.id, setup)
    await record(trx, ctx, 'connection.setup_link_created', connection)
  })
  return { url: dashboardUrl(ctx.platform.config, `/set-up#${code}`), expires_at_millis: expiresAt.getTime() }
}

export async function withdrawSetupLink(ctx: Context, connectionId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const connection = await findConnectionForUpdate(trx, ctx.project.id, connectionId)
    if (!connection) throw connectionNotFound()
    if (!(await deleteSetup(trx, ctx.project.id, connectionId))) return
    await record(trx, ctx, 'connection.setup_link_withdrawn', connection)
  })
}

async function record(
  trx: Db,
  ctx: Context,
  action: 'connection.setup_link_created' | 'connection.setup_link_withdrawn',
  { id, team_id, display_name }: ConnectionRow,
): Promise<void> {
  const target = { type: 'connection' as const, id }
  await recordAudit(trx, ctx, { action, target, details: { team_id, display_name } })
}
