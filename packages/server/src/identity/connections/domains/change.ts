import { randomUUID } from 'node:crypto'
import {
  type connectionDomainRoutes,
  type HandlerInput,
  type HandlerOutput,
  KnownError,
  maxConnectionDomains,
} from '@latchkey/contract'
import type { Context } from '../../../http/context.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { randomCode } from '../../../platform/random-code.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { getTeamForUpdate } from '../../../teams/queries.ts'
import { assertStillReady } from '../required/ready.ts'
import { readDomain, recordOf } from './name.ts'
import {
  countDomains,
  type DomainRow,
  deleteDomain,
  findDomainForUpdate,
  findDomainOf,
  insertDomain,
} from './queries.ts'

type Creation = HandlerInput<(typeof connectionDomainRoutes)['POST /connection-domains']>['body']
type DomainBody = HandlerOutput<(typeof connectionDomainRoutes)['POST /connection-domains']>
/** What else has to be so for a change. */
type Within = (trx: Db) => Promise<void>

export const domainNotFound = () => new KnownError('CONNECTION_DOMAIN_NOT_FOUND')

export async function addDomain(
  ctx: Context,
  body: Pick<Creation, 'domain'> & { team_id?: string | null | undefined },
  within?: Within,
): Promise<DomainRow> {
  const projectId = ctx.project.id
  const teamId = body.team_id ?? null
  const domain = readDomain(body.domain)
  return inTransaction(ctx.db, async (trx) => {
    // So that they can be counted.
    if (teamId !== null) await getTeamForUpdate(trx, projectId, teamId)
    await within?.(trx)
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

export async function removeDomain(ctx: Context, { id, team_id, domain }: DomainRow, within?: Within): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    await within?.(trx)
    if (!(await deleteDomain(trx, ctx.project.id, id))) throw domainNotFound()
    await assertStillReady(trx, ctx, team_id)
    const target = { type: 'connection_domain' as const, id }
    await recordAudit(trx, ctx, { action: 'connection_domain.deleted', target, details: { team_id, domain } })
  })
}

/** Takes back a typing mistake: what a company has proven stays with those who manage its domains. */
export function removeUnproven(ctx: Context, domain: DomainRow, within: Within): Promise<void> {
  return removeDomain(ctx, domain, async (trx) => {
    const row = await findDomainForUpdate(trx, ctx.project.id, domain.id)
    if (row?.verified_at) throw new PlainError(409, 'The domain is proven, so a set-up link can no longer remove it.')
    await within(trx)
  })
}

export function toDomainBody(row: DomainRow): DomainBody {
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
