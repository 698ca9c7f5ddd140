import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const maxReported = 100

export interface Failures {
  project_id: string
  tenancy_id: string
  display_name: string
  count: number
  emails: { subject: string; to: string[] }[]
  owners: { email: string; display_name: string | null; locale: string | null }[]
}

/** One of the few queries across all projects, for the deployment itself. Newest failures first. */
export async function listFailures(db: Db, since: Date): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    WITH failed AS (
      SELECT project_id, subject, recipients, count(*) OVER (PARTITION BY project_id)::integer AS total,
        row_number() OVER (PARTITION BY project_id ORDER BY sent_at DESC, id) AS position
      FROM sent_emails WHERE error IS NOT NULL AND sent_at > ${since}
    ), owners AS (
      SELECT p.id AS project_id, p.tenancy_id, p.display_name,
        jsonb_agg(jsonb_build_object('email', c.value, 'display_name', u.display_name, 'locale', u.locale) ORDER BY c.value) AS owners
      FROM projects p
      JOIN team_memberships m ON m.project_id = 'internal' AND m.team_id = p.owner_team_id
      JOIN users u ON u.project_id = 'internal' AND u.id = m.user_id
      JOIN contact_channels c ON c.project_id = 'internal' AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
      WHERE p.deleted_at IS NULL AND p.id IN (SELECT project_id FROM failed)
      GROUP BY p.id
    )
    SELECT o.project_id, o.tenancy_id, o.display_name, o.owners, max(f.total) AS count,
      json_agg(json_build_object('subject', f.subject, 'to', f.recipients) ORDER BY f.position) AS emails
    FROM owners o JOIN failed f ON f.project_id = o.project_id AND f.position <= ${maxReported}
    GROUP BY o.project_id, o.tenancy_id, o.display_name, o.owners
    ORDER BY o.project_id`.execute(db)
  return rows
}
