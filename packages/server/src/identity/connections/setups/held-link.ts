import { KnownError } from '@latchkey/contract'
import type { Context, OpenContext } from '../../../http/context.ts'
import { type Db, inTransaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/secrets.ts'
import { projectCache } from '../../../projects/cache.ts'
import { mayStill } from '../../../projects/granted-access.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { type ConnectionRow, findConnection } from '../queries.ts'
import { findSetupAnywhere, keepSetup, noteOpened, type SetupRow } from './queries.ts'

/** What a request may do whose only credential is the code of a set-up link. */
export interface HeldLink {
  /** Acts in the project as the link. */
  ctx: Context
  setup: SetupRow
  connection: ConnectionRow
  /** For the transaction of every change: a link that has ended meanwhile changes nothing. */
  assertLive: (trx: Db) => Promise<void>
}

export const setupNotFound = () => new KnownError('CONNECTION_SETUP_NOT_FOUND')

/** Unknown, used, withdrawn, replaced and expired links are not told apart, nor one whose maker has lost access. */
export async function openHeldLink(open: OpenContext, code: string): Promise<HeldLink> {
  const setup = await findSetupAnywhere(open.db, hashToken(code), open.now())
  const project = setup && (await projectCache(open.platform).find(setup.project_id))
  if (!project) throw setupNotFound()
  const maker = { ownerId: setup.owner_id, keySetId: setup.key_set_id }
  if (!(await mayStill(open.platform, project, maker, 'settings'))) throw setupNotFound()
  const ctx = open.ofProject(project, null, setup.connection_id)
  const connection = await findConnection(ctx.db, project.id, setup.connection_id)
  if (!connection) throw setupNotFound()
  if (!setup.opened_at) await noteFirstUse(ctx, setup, connection)
  const assertLive = async (trx: Db) => {
    if (!(await keepSetup(trx, project.id, setup, ctx.now()))) throw setupNotFound()
  }
  return { ctx, setup, connection, assertLive }
}

async function noteFirstUse(ctx: Context, setup: SetupRow, connection: ConnectionRow): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    if (!(await noteOpened(trx, ctx.project.id, setup, ctx.now()))) return
    const { id, team_id, display_name } = connection
    const target = { type: 'connection' as const, id }
    await recordAudit(trx, ctx, { action: 'connection.setup_link_opened', target, details: { team_id, display_name } })
  })
}
