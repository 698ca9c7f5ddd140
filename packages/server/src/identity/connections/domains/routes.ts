import { randomUUID } from 'node:crypto'
import {
  type connectionDomainRoutes,
  type HandlerInput,
  type HandlerOutput,
  KnownError,
  maxConnectionDomains,
} from '@latchkey/contract'
import type { UserRecord } from '../../../accounts/users/queries.ts'
import type { Handlers } from '../../../api/handler.ts'
import type { Context } from '../../../http/context.ts'
import { toListBody } from '../../../platform/db/bounded-list.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { randomCode } from '../../../platform/random-code.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { getTeamForUpdate } from '../../../teams/queries.ts'
import { assertManagesFound, assertManagesTeam, countCheck } from '../access.ts'
import { assertStillReady } from '../required/ready.ts'
import { readDomain, recordOf } from './name.ts'
import {
  countDomains,
  type DomainRow,
  deleteDomain,
  findDomain,
  findDomainOf,
  insertDomain,
  listDomains,
} from './queries.ts'
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
    const { ctx } = input
    const { id, team_id, domain } = await getManagedDomain(input)
    await inTransaction(ctx.db, async (trx) => {
      if (!(await deleteDomain(trx, ctx.project.id, id))) throw domainNotFound()
      await assertStillReady(trx, ctx, team_id)
      const target = { type: 'connection_domain' as const, id }
      await recordAudit(trx, ctx, { action: 'connection_domain.deleted', target, details: { team_id, domain } })
    })
    return { success: true }
  },
}

type Creation = HandlerInput<(typeof connectionDomainRoutes)['POST /connection-domains']>['body']
type DomainBody = HandlerOutput<(typeof connectionDomainRoutes)['POST /connection-domains']>

const domainNotFound = () => new KnownError('CONNECTION_DOMAIN_NOT_FOUND')

async function addDomain(ctx: Context, body: Creation): Promise<DomainRow> {
  const projectId = ctx.project.id
  const teamId = body.team_id ?? null
  const domain = readDomain(body.domain)
  return inTransaction(ctx.db, async (trx) => {
    // So that they can be counted.
    if (teamId !== null) await getTeamForUpdate(trx, projectId, teamId)
    const known = await findDomainOf(trx, projectId, teamId, domain)
    if (known) return known
    if ((await countDomains(trx, projectId, teamId)) >= maxConnectionDomains) {
      throw new PlainError(400, `There can be at most ${maxConnectionDomains} domains.`)
    }
    const id = randomUUID()
    const challenge = randomCode()
    const row = await insertDomain(trx, projectId, { id, teamId, domain, challenge, now: ctx.now() })
    if (!row) return (await findDomainOf(trx, projectId, teamId, domain))!
    const target = { type: 'connection_domain' as const, id }
    await recordAudit(trx, ctx, { action: 'connection_domain.created', target, details: { team_id: teamId, domain } })
    return row
  })
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

function toDomainBody(row: DomainRow): DomainBody {
  return {
    id: row.id,
    team_id: row.team_id,
    team_display_name: row.team_display_name,
    domain: row.domain,
    is_proven: row.verified_at !== null,
    record: recordOf(row),
    created_at_millis: row.created_at.getTime(),
    proven_at_millis: row.verified_at?.getTime() ?? null,
    checked_at_millis: row.checked_at?.getTime() ?? null,
    failing_since_millis: row.failing_since?.getTime() ?? null,
  }
}
