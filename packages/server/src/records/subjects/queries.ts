import { hasUuidShape, type SubjectType } from '@latchkey/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'

/** Something that a list mentions by ID. */
export interface Mention {
  type: SubjectType
  id: string
}

export interface SubjectRow extends Mention {
  display_name: string | null
  primary_email: string | null
  profile_image_url: string | null
  is_anonymous: boolean
  created_at: Date | null
  is_deleted: boolean
}

const maxImageUrl = 2000

/**
 * The names of everything that a page of a list mentions, in one statement. Owners are users of the internal project, so
 * only mention those that the server itself has recorded.
 */
export async function listSubjects(db: Db, projectId: string, mentions: readonly Mention[]): Promise<SubjectRow[]> {
  const idsOf = (type: SubjectType) => [
    ...new Set(mentions.filter((each) => each.type === type && hasUuidShape(each.id)).map(({ id }) => id)),
  ]
  const [users, owners, teams] = [idsOf('user'), idsOf('owner'), idsOf('team')]
  const [apiKeys, keySets, endpoints] = [idsOf('api_key'), idsOf('project_key_set'), idsOf('webhook_endpoint')]
  if ([users, owners, teams, apiKeys, keySets, endpoints].every((ids) => ids.length === 0)) return []
  const { rows } = await sql<SubjectRow>`
    ${namesOfPeople('user', projectId, users)}
    UNION ALL
    ${namesOfPeople('owner', internalProjectId, owners)}
    UNION ALL
    SELECT 'team', id::text, nullif(display_name, ''), NULL,
      CASE WHEN length(profile_image_url) <= ${maxImageUrl} THEN profile_image_url END, false, created_at, false
    FROM teams WHERE project_id = ${projectId} AND id = ANY(${teams}::uuid[])
    UNION ALL
    SELECT 'api_key', id::text, nullif(description, ''), NULL, NULL, false, created_at, false
    FROM api_keys WHERE project_id = ${projectId} AND id = ANY(${apiKeys}::uuid[])
    UNION ALL
    SELECT 'project_key_set', id::text, nullif(description, ''), NULL, NULL, false, created_at, false
    FROM project_key_sets WHERE project_id = ${projectId} AND id = ANY(${keySets}::uuid[])
    UNION ALL
    SELECT 'webhook_endpoint', id::text, url, NULL, NULL, false, created_at, false
    FROM webhook_endpoints WHERE project_id = ${projectId} AND id = ANY(${endpoints}::uuid[])
    UNION ALL
    ${namesOfDeleted(projectId, { teams, endpoints })}`.execute(db)
  return rows
}

function namesOfPeople(type: 'user' | 'owner', projectId: string, ids: string[]) {
  return sql`
    SELECT ${type} AS type, u.id::text AS id, nullif(u.display_name, '') AS display_name, e.value AS primary_email,
      CASE WHEN length(u.profile_image_url) <= ${maxImageUrl} THEN u.profile_image_url END AS profile_image_url,
      u.is_anonymous, u.signed_up_at AS created_at, false AS is_deleted
    FROM users u LEFT JOIN contact_channels e
      ON e.project_id = u.project_id AND e.user_id = u.id AND e.is_primary AND e.type = 'email'
    WHERE u.project_id = ${projectId} AND u.id = ANY(${ids}::uuid[])`
}

/** The audit log remembers the names of deleted teams and the hosts of deleted endpoints. */
function namesOfDeleted(projectId: string, { teams, endpoints }: { teams: string[]; endpoints: string[] }) {
  return sql`
    SELECT DISTINCT ON (a.target_id) a.target_type, a.target_id,
      coalesce(a.details ->> 'display_name', a.details ->> 'host'), NULL, NULL, false, NULL::timestamptz, true
    FROM audit_entries a
    WHERE a.project_id = ${projectId} AND a.target_id = ANY(${[...teams, ...endpoints]})
      AND a.action IN ('team.deleted', 'webhook_endpoint.created')
      AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.project_id = a.project_id AND e.id::text = a.target_id)`
}
