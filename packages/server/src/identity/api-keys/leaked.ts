import { KnownError } from '@latchkey/contract'
import { enqueueEmail } from '../../emails/outbox/outbox.ts'
import type { OpenContext } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { listGrantingIds } from '../../teams/permissions/graph.ts'
import { announceRevoked } from './announce.ts'
import { ownerOf } from './body.ts'
import { describeOwner } from './manage.ts'
import {
  type ApiKeyRow,
  findLeakedApiKey,
  type KeyHolder,
  listHoldersOfTeamKey,
  listHoldersOfUserKey,
  revokeApiKey,
} from './queries.ts'
import { isApiKeyValue } from './value.ts'

const mailLifetimeMillis = 7 * 24 * 3600 * 1000

/** Anybody who has a leaked secret key may revoke it, because they could do worse with it. */
export async function revokeLeakedKey(ctx: OpenContext, value: string): Promise<void> {
  const key = isApiKeyValue(value) ? await findLeakedApiKey(ctx.db, value) : undefined
  const project = key && (await projectCache(ctx.platform).find(key.project_id))
  if (!key || !project) throw new KnownError('API_KEY_NOT_FOUND')
  if (key.is_public) throw new KnownError('PUBLIC_API_KEY_CANNOT_BE_REVOKED')
  if (key.revoked_at) return
  if (key.expires_at && key.expires_at <= ctx.now()) throw new KnownError('API_KEY_EXPIRED')
  await inTransaction(ctx.db, async (trx) => {
    const now = ctx.now()
    if (!(await revokeApiKey(trx, project.id, key.id, now))) return
    const details = { ...describeOwner(ownerOf(key)), was_leaked: true }
    const target = { type: 'api_key' as const, id: key.id }
    await recordAudit(trx, ctx, { action: 'api_key.revoked', target, details }, project)
    await announceRevoked(trx, project.id, [{ ...key, revoked_at: now }], now)
    for (const holder of await listHolders(trx, project, key)) {
      const email = {
        kind: 'api_key_revoked' as const,
        to: holder.email,
        locale: holder.locale,
        variables: {
          projectDisplayName: project.display_name,
          userDisplayName: holder.display_name ?? '',
          apiKeyDescription: key.description,
          apiKeyLastFour: key.last_four,
        },
        discardAfter: new Date(now.getTime() + mailLifetimeMillis),
        now,
      }
      await enqueueEmail(trx, project, email, ctx.platform.secrets)
    }
  })
}

/** Whom to notify: the user of the key, or the members who may manage the keys of its team. */
function listHolders(trx: Db, project: Project, key: ApiKeyRow): Promise<KeyHolder[]> {
  if (key.user_id !== null) return listHoldersOfUserKey(trx, project.id, key.user_id)
  const permissionIds = listGrantingIds(project.config, 'team', '$manage_api_keys')
  return listHoldersOfTeamKey(trx, project.id, key.team_id!, permissionIds)
}
