import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets.ts'

/** The user's preferences by category. */
export async function findPreferences(db: Db, projectId: string, userId: string): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['category_id', 'is_enabled'])
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map((row) => [row.category_id, row.is_enabled]))
}

export async function setPreference(
  db: Db,
  projectId: string,
  preference: { userId: string; categoryId: string; isEnabled: boolean },
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({
      project_id: projectId,
      user_id: preference.userId,
      category_id: preference.categoryId,
      is_enabled: preference.isEnabled,
    })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'user_id', 'category_id']).doUpdateSet({ is_enabled: preference.isEnabled }),
    )
    .execute()
}

export interface UnsubscribeCode {
  project_id: string
  project_display_name: string
  project_logo_url: string | null
  user_id: string
  category_id: string
  expires_at: Date
  used_at: Date | null
  /** Of the user. */
  locale: string | null
}

/** One of the few queries without a project: an unsubscribe link contains only the code, which is globally unique. */
export async function findUnsubscribeCode(db: Db, code: string): Promise<UnsubscribeCode | undefined> {
  const { rows } = await sql<UnsubscribeCode>`
    SELECT c.project_id, p.display_name AS project_display_name, p.logo_url AS project_logo_url, c.user_id, c.data->>'category_id' AS category_id,
      c.expires_at, c.used_at, u.locale
    FROM verification_codes c JOIN projects p ON p.id = c.project_id AND p.deleted_at IS NULL
    LEFT JOIN users u ON u.project_id = c.project_id AND u.id = c.user_id
    WHERE c.kind = 'unsubscribe' AND c.code_hash = ${hashToken(code)}`.execute(db)
  return rows[0]
}
