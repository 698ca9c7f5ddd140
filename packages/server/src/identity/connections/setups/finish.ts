import { enqueueEmail } from '../../../emails/outbox/outbox.ts'
import type { Context } from '../../../http/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { listGrantingIds } from '../../../teams/permissions/graph.ts'
import { managing } from '../access.ts'
import { changeConnection } from '../change.ts'
import { listDomainsOf, listProjectKeepers, listTeamKeepers } from '../domains/queries.ts'
import type { ConnectionRow } from '../queries.ts'
import { type HeldLink, setupNotFound } from './held-link.ts'
import { consumeSetup } from './queries.ts'

const mailLifetimeMillis = 7 * 24 * 3600 * 1000

/** Whether a test sign-in has succeeded with the settings as they are now. */
export function isTested({ last_test: test, version }: ConnectionRow): boolean {
  return test?.status === 'succeeded' && test.connection_version === version
}

/** Turns the connection on and uses up the link, at once. */
export async function finishSetup({ ctx, setup, connection }: HeldLink): Promise<ConnectionRow> {
  const { row } = await changeConnection(ctx, undefined, connection, { is_active: true }, async (trx, before) => {
    if (!(await consumeSetup(trx, ctx.project.id, setup, ctx.now()))) throw setupNotFound()
    if (!before.is_active && !isTested(before)) {
      throw new PlainError(409, 'Test the sign-in first. The settings may have changed since the last test.')
    }
    const { id, team_id, display_name } = before
    const target = { type: 'connection' as const, id }
    await recordAudit(trx, ctx, { action: 'connection.set_up', target, details: { team_id, display_name } })
    await tellKeepers(trx, ctx, before)
  })
  return row
}

/** The owners of the project, and the members who look after the connections of the team. */
async function tellKeepers(trx: Db, ctx: Context, { team_id, display_name }: ConnectionRow): Promise<void> {
  const { project, platform } = ctx
  const permissionIds = listGrantingIds(project.config, 'team', managing)
  const ofTeam = team_id === null ? [] : await listTeamKeepers(trx, project.id, team_id, permissionIds)
  const owners = await listProjectKeepers(trx, project.id)
  const recipients = new Map([...owners, ...ofTeam].map((each) => [each.email, each]))
  const proven = (await listDomainsOf(trx, project.id, team_id)).filter(({ verified_at }) => verified_at !== null)
  for (const recipient of recipients.values()) {
    const message = {
      kind: 'connection_set_up' as const,
      to: recipient.email,
      locale: recipient.locale,
      variables: {
        projectDisplayName: project.display_name,
        userDisplayName: recipient.display_name ?? '',
        connectionName: display_name,
        domains: proven.map(({ domain }) => domain).join(', '),
      },
      discardAfter: new Date(ctx.now().getTime() + mailLifetimeMillis),
      now: ctx.now(),
    }
    await enqueueEmail(trx, project, message, platform.secrets)
  }
}
