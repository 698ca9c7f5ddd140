import type { connectionDomainRoutes } from '@latchkey/contract'
import type { UserRecord } from '../../../accounts/users/queries.ts'
import type { Handlers } from '../../../api/handler.ts'
import type { Context } from '../../../http/context.ts'
import { toListBody } from '../../../platform/db/bounded-list.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { assertManagesFound, assertManagesTeam, countCheck } from '../access.ts'
import { addDomain, domainNotFound, removeDomain, toDomainBody } from './change.ts'
import { type DomainRow, findDomain, listDomains } from './queries.ts'
import { checkDomain } from './verify.ts'

export const connectionDomainHandlers: Handlers<typeof connectionDomainRoutes> = {
  'GET /connection-domains': async ({ ctx, clientUser, query }) => {
    const { team_id: teamId, cursor } = query
    if (teamId) await assertManagesTeam(ctx, clientUser, teamId)
    const { rows, nextCursor } = await listDomains(ctx.db, ctx.project.id, teamId, cursor)
    return toListBody(rows.map(toDomainBody), nextCursor, cursor)
  },

  'POST /connection-domains': async ({ ctx, clientUser, body }) => {
    await assertManagesTeam(ctx, clientUser, body.team_id ?? null)
    return toDomainBody(await addDomain(ctx, body))
  },

  'POST /connection-domains/{domain_id}/check': async (input) => {
    const { ctx } = input
    const domain = await getManagedDomain(input)
    await countCheck(ctx, domain.team_id)
    const checked = await checkDomain(ctx.platform, domain, (trx, entry) => recordAudit(trx, ctx, entry))
    if (!checked) throw domainNotFound()
    return { ...toDomainBody(checked.row), result: checked.result }
  },

  'DELETE /connection-domains/{domain_id}': async (input) => {
    await removeDomain(input.ctx, await getManagedDomain(input))
    return { success: true }
  },
}

async function getManagedDomain({
  ctx,
  clientUser,
  params,
}: {
  ctx: Context
  clientUser: Readonly<UserRecord> | undefined
  params: { domain_id: string }
}): Promise<DomainRow> {
  const row = await findDomain(ctx.db, ctx.project.id, params.domain_id)
  if (!row) throw domainNotFound()
  await assertManagesFound(ctx, clientUser, row.team_id, domainNotFound)
  return row
}
