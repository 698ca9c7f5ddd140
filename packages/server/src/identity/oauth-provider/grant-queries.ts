import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'

/** What a user has approved: the scopes, and those of each resource. */
export interface GrantedScopes {
  openid: string[]
  resources: Record<string, string[]>
}

export interface KnownGrant {
  id: string
  user_id: string
  client_id: string
  team_id: string | null
  payload: GrantedScopes
}

const columns = 'id, user_id, client_id, team_id, payload'

const find = prepareQuery<KnownGrant>(
  'find OAuth grant',
  `SELECT ${columns} FROM oauth_grants WHERE project_id = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > $3)`,
)

export async function findGrant(db: Db, projectId: string, grantId: string, now: Date) {
  const { rows } = await find(db, [projectId, grantId, now])
  return rows[0]
}

const list = prepareQuery<KnownGrant>(
  'OAuth grants of a client',
  `
  SELECT ${columns} FROM oauth_grants
  WHERE project_id = $1 AND user_id = $2 AND client_id = $3 AND (expires_at IS NULL OR expires_at > $4)`,
)

/** Until the end of the transaction the client is not deleted, and with it what it was granted. False if there is none. */
export async function holdClient(db: Db, projectId: string, clientId: string): Promise<boolean> {
  const query = db.selectFrom('oauth_clients').select('id').where('project_id', '=', projectId)
  return (await query.where('id', '=', clientId).forKeyShare().executeTakeFirst()) !== undefined
}

/** What a user allows a client, for each team. */
export async function listGrantsOfClient(
  db: Db,
  projectId: string,
  { userId, clientId, now }: { userId: string; clientId: string; now: Date },
): Promise<KnownGrant[]> {
  return (await list(db, [projectId, userId, clientId, now])).rows
}
