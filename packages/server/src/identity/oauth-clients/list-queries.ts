import type { HandlerOutput, oauthClientRoutes } from '@latchkey/contract'
import { type RawBuilder, sql } from 'kysely'
import { placeShape, readCursor, toCursor } from '../../platform/db/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPage } from '../../platform/db/keyset.ts'

/** A client as owners see it. */
export type ListedClient = HandlerOutput<(typeof oauthClientRoutes)['GET /oauth-clients/{id}']>

const maxCounted = 1_000

const millisOf = (time: RawBuilder<unknown>) => sql`(extract(epoch FROM ${time}) * 1000)::float8`

const columnsAt = (now: Date) => sql`
  c.id, c.type, c.display_name, c.redirect_uris, c.post_logout_redirect_uris, c.backchannel_logout_uri, c.scopes,
  c.skips_consent, c.registration IS NOT NULL AS is_self_registered,
  ${millisOf(sql`c.created_at`)} AS created_at_millis, ${millisOf(sql`c.updated_at`)} AS updated_at_millis,
  ${millisOf(sql`c.last_used_at`)} AS last_used_at_millis, ${millisOf(sql`c.expires_at`)} AS expires_at_millis, (
    SELECT coalesce(json_agg(json_build_object('id', s.id, 'ending', s.ending,
      'created_at_millis', ${millisOf(sql`s.created_at`)}, 'expires_at_millis', ${millisOf(sql`s.expires_at`)},
      'last_used_at_millis', ${millisOf(sql`s.last_used_at`)}) ORDER BY s.created_at DESC, s.expires_at DESC), '[]')
    FROM oauth_client_secrets s
    WHERE s.project_id = c.project_id AND s.client_id = c.id AND (s.expires_at IS NULL OR s.expires_at > ${now})
  ) AS secrets, (
    SELECT count(DISTINCT counted.user_id)::int FROM (
      SELECT g.user_id FROM oauth_grants g WHERE g.project_id = c.project_id AND g.client_id = c.id LIMIT ${maxCounted}
    ) AS counted
  ) AS user_count, (
    SELECT p.config_revision FROM projects p WHERE p.id = c.project_id
  ) AS revision`

export async function readClient(db: Db, projectId: string, id: string, now: Date): Promise<ListedClient | undefined> {
  const { rows } = await sql<ListedClient>`
    SELECT ${columnsAt(now)} FROM oauth_clients c WHERE c.project_id = ${projectId} AND c.id = ${id}`.execute(db)
  return rows[0]
}

/** One page from the cursor on, newest first. */
export async function searchClients(
  db: Db,
  projectId: string,
  { query, limit, cursor, now }: { query: string; limit: number; cursor: string | undefined; now: Date },
) {
  const text = query.trim().toLowerCase()
  const list = {
    projectId,
    alias: 'c',
    isDescending: true,
    inOrder: [
      {
        from: sql`oauth_clients c`,
        where: sql`c.project_id = ${projectId}`,
        key: sql`c.created_at`,
        id: sql`c.id`,
      },
    ],
    sets: [],
    conditions: text ? [sql`(strpos(lower(c.display_name), ${text}) > 0 OR c.id = ${text})`] : [],
    columns: columnsAt(now),
    joins: sql``,
  }
  const { rows, next } = await readPage<ListedClient>(db, list, { limit, start: readCursor(cursor, placeShape) })
  return { rows, nextCursor: next && toCursor(next.micros, next.id) }
}
