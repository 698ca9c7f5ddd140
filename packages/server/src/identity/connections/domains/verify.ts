import type { domainCheckResults } from '@latchkey/contract'
import { enqueueEmail } from '../../../emails/outbox/outbox.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Project, projectCache } from '../../../projects/cache.ts'
import { type AuditEntry, recordSystemAudit } from '../../../records/audit/record.ts'
import { listGrantingIds } from '../../../teams/permissions/graph.ts'
import { managing } from '../access.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import {
  claimDueDomains,
  type DomainRow,
  findDomainForUpdate,
  isProvenByOthers,
  listProjectKeepers,
  listTeamKeepers,
  updateDomain,
} from './queries.ts'

export type CheckResult = (typeof domainCheckResults)[number]

const day = 24 * 3600 * 1000
const everyMillis = 7 * day
/** While the record of a proven domain is missing. */
const retryMillis = day
/** How long it may be missing. */
const lapsesAfterMillis = 7 * day
/** How long its name servers may give no answer. Nobody renews a proof by keeping them silent. */
const lapsesUnansweredAfterMillis = 30 * day
const mailLifetimeMillis = 7 * day

export interface Checked {
  row: DomainRow
  result: CheckResult
}

/** Asks for the record, outside of a transaction, and notes what was found. Undefined if the domain was deleted meanwhile. */
export async function checkDomain(
  platform: Platform,
  domain: DomainRow,
  audit: (trx: Db, entry: AuditEntry) => Promise<void>,
  within?: (trx: Db) => Promise<void>,
): Promise<Checked | undefined> {
  const found = await findRecord(platform.config, domain)
  const attempt = () =>
    inTransaction(platform.db, async (trx) => {
      await within?.(trx)
      return noteCheck(trx, platform, domain, found, audit)
    })
  return attempt().catch((error: unknown) => {
    // Somebody else has proven it at the same moment: the next attempt sees that.
    if (!breaksUniqueIndex(error, 'one_verified_domain')) throw error
    return attempt()
  })
}

async function noteCheck(
  trx: Db,
  platform: Platform,
  { project_id: projectId, id }: DomainRow,
  found: FoundRecord,
  audit: (trx: Db, entry: AuditEntry) => Promise<void>,
): Promise<Checked | undefined> {
  const before = await findDomainForUpdate(trx, projectId, id)
  if (!before) return undefined
  const now = platform.now()
  const after = (millis: number) => new Date(now.getTime() + millis)
  const note = async (change: Partial<DomainRow>, result: CheckResult): Promise<Checked> => {
    const { verified_at, failing_since, unreachable_since, lapsed_at, check_at } = { ...before, ...change }
    const state = { verified_at, failing_since, unreachable_since, lapsed_at, check_at }
    const row = await updateDomain(trx, projectId, id, { checked_at: now, ...state })
    return { row, result }
  }
  const entry = (action: AuditEntry['action']): AuditEntry => {
    const { team_id, domain } = before
    return { action, target: { type: 'connection_domain', id }, details: { team_id, domain } }
  }
  const isProven = before.verified_at !== null

  if (found === 'found') {
    if (!isProven && (await isProvenByOthers(trx, projectId, before))) return note({}, 'proven_elsewhere')
    if (!isProven) await audit(trx, entry('connection_domain.proven'))
    const proven = {
      verified_at: before.verified_at ?? now,
      failing_since: null,
      unreachable_since: null,
      lapsed_at: null,
    }
    return note({ ...proven, check_at: after(everyMillis) }, 'found')
  }
  if (!isProven) return note({}, found)
  // For a while, name servers that do not answer say nothing about the domain.
  const failing =
    found === 'unreachable'
      ? { failing_since: before.failing_since, unreachable_since: before.unreachable_since ?? now }
      : { failing_since: before.failing_since ?? now, unreachable_since: null }
  const since = failing.unreachable_since ?? failing.failing_since!
  const patience = failing.unreachable_since ? lapsesUnansweredAfterMillis : lapsesAfterMillis
  if (now.getTime() - since.getTime() < patience) return note({ ...failing, check_at: after(retryMillis) }, found)
  const { details, ...lapse } = entry('connection_domain.lapsed')
  await audit(trx, { ...lapse, details: { ...details, ...(failing.unreachable_since && { is_unreachable: true }) } })
  await tellKeepers(trx, platform, before)
  const lapsed = { verified_at: null, failing_since: null, unreachable_since: null, lapsed_at: now, check_at: null }
  return note(lapsed, found)
}

/** The members who look after the connections of the team or, if there are none, the owners of the project. */
async function tellKeepers(trx: Db, platform: Platform, { project_id, team_id, domain }: DomainRow): Promise<void> {
  const project = await projectCache(platform).find(project_id)
  if (!project) return
  const now = platform.now()
  for (const { email, display_name, locale } of await listKeepers(trx, project, team_id)) {
    const message = {
      kind: 'domain_lapsed' as const,
      to: email,
      locale,
      variables: { projectDisplayName: project.display_name, userDisplayName: display_name ?? '', domain },
      discardAfter: new Date(now.getTime() + mailLifetimeMillis),
      now,
    }
    await enqueueEmail(trx, project, message, platform.secrets)
  }
}

async function listKeepers(trx: Db, project: Project, teamId: string | null) {
  const permissionIds = listGrantingIds(project.config, 'team', managing)
  const ofTeam = teamId === null ? [] : await listTeamKeepers(trx, project.id, teamId, permissionIds)
  return ofTeam.length > 0 ? ofTeam : listProjectKeepers(trx, project.id)
}

const perTurn = 10
const maxTurns = 50

/** Checks the proven domains that are due, of all projects. */
export async function checkDueDomains(platform: Platform, signal?: AbortSignal): Promise<void> {
  const audit = (projectId: string) => (trx: Db, entry: AuditEntry) =>
    recordSystemAudit(trx, projectId, entry, platform.now())
  for (let turn = 0; turn < maxTurns && !signal?.aborted; turn++) {
    const due = await claimDueDomains(platform.db, platform.now(), perTurn)
    await Promise.all(due.map((domain) => checkDomain(platform, domain, audit(domain.project_id))))
    if (due.length < perTurn) return
  }
}
