import { findUserRecord } from '../../../accounts/users/queries.ts'
import { enqueueEmail } from '../../../emails/outbox/outbox.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { projectCache } from '../../../projects/cache.ts'
import { listGrantingIds } from '../../../teams/permissions/graph.ts'
import { getTeam } from '../../../teams/queries.ts'
import { managing } from '../access.ts'
import { listProjectKeepers, listTeamKeepers } from '../domains/queries.ts'

const mailLifetimeMillis = 24 * 3600 * 1000

/**
 * Tells those who look after the connections of a team, and the member, of a sign-in that needed none. That a member was
 * chosen for it, the owners of the project are told, too.
 */
export async function announceBreakGlass(
  platform: Platform,
  { project_id, team_id, user_id, is_appointed }: Jobs['announce-break-glass'],
): Promise<void> {
  const project = await projectCache(platform).find(project_id)
  const user = project && (await findUserRecord(platform.db, project_id, user_id))
  if (!user) return
  const team = await getTeam(platform.db, project_id, team_id)
  const permissionIds = listGrantingIds(project.config, 'team', managing)
  const keepers = await listTeamKeepers(platform.db, project_id, team_id, permissionIds)
  const { display_name, primary_email, locale } = user
  const own = primary_email === null ? [] : [{ email: primary_email, display_name, locale }]
  const owners = is_appointed ? await listProjectKeepers(platform.db, project_id) : []
  const recipients = new Map([...owners, ...keepers, ...own].map((each) => [each.email, each]))
  const now = platform.now()
  await inTransaction(platform.db, async (trx) => {
    for (const recipient of recipients.values()) {
      const message = {
        kind: is_appointed ? ('break_glass_appointed' as const) : ('break_glass_used' as const),
        to: recipient.email,
        locale: recipient.locale,
        variables: {
          projectDisplayName: project.display_name,
          userDisplayName: recipient.display_name ?? '',
          memberName: display_name ?? primary_email ?? '',
          teamDisplayName: team.display_name,
        },
        discardAfter: new Date(now.getTime() + mailLifetimeMillis),
        now,
      }
      await enqueueEmail(trx, project, message, platform.secrets)
    }
  })
}
