import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const dayMillis = 24 * 3600 * 1000
/** More is not told apart. */
const maxCounted = 1_000
const maxListed = 5
/** Apps that got their new keys within this time need no reminder. */
const switchTime = '1 hour'

/** What an owner should look at, each part from an index. */
export async function readProblems(db: Db, projectId: string, now: Date) {
  const daysFromNow = (days: number) => new Date(now.getTime() + days * dayMillis)
  const [{ rows: counts }, { rows: webhooks }, { rows: keys }] = await Promise.all([
    sql<{ failed_emails: number; has_valid_keys: boolean }>`
      SELECT (
        SELECT count(*)::integer FROM (
          SELECT FROM sent_emails
          WHERE project_id = ${projectId} AND error IS NOT NULL AND sent_at > ${daysFromNow(-7)} LIMIT ${maxCounted}
        ) AS failed
      ) AS failed_emails, EXISTS (
        SELECT FROM project_key_sets
        WHERE project_id = ${projectId} AND revoked_at IS NULL AND expires_at > ${now}
      ) AS has_valid_keys`.execute(db),
    sql<{ id: string; url: string; is_disabled: boolean }>`
      SELECT id, url, NOT is_enabled AS is_disabled FROM webhook_endpoints
      WHERE project_id = ${projectId}
        AND CASE WHEN is_enabled THEN failing_since IS NOT NULL ELSE disabled_reason IS NOT NULL END
      ORDER BY created_at, id LIMIT ${maxListed}`.execute(db),
    sql<{ id: string; description: string; expires_at: Date; is_replaced: boolean }>`
      SELECT id, description, expires_at, replaced_at IS NOT NULL AS is_replaced FROM project_key_sets k
      WHERE project_id = ${projectId} AND revoked_at IS NULL
        AND expires_at > ${daysFromNow(-30)} AND expires_at < ${daysFromNow(14)}
        AND (replaced_at IS NULL OR EXISTS (
          SELECT FROM project_key_uses u WHERE u.project_id = k.project_id AND u.set_id = k.id
            AND u.used_at > greatest(k.replaced_at + ${switchTime}::interval, ${daysFromNow(-1)})
        ))
      ORDER BY expires_at, id LIMIT ${maxListed}`.execute(db),
  ])
  const { failed_emails, has_valid_keys: hasValidKeys } = counts[0]!
  const expiring_keys = keys.map(({ expires_at, ...key }) => ({ ...key, expires_at_millis: expires_at.getTime() }))
  return { hasValidKeys, problems: { failed_emails, failing_webhooks: webhooks, expiring_keys } }
}
