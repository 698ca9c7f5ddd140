import { randomBytes } from 'node:crypto'
import { insertGrant, type NewGrant } from '../accounts/oauth-grants/queries.ts'
import { hashToken } from '../platform/secrets.ts'
import type { TestProject } from './project.ts'

/** An app with access to the account of a user, and a refresh token of it, without the requests that lead there. */
export async function giveAccess(
  { id: projectId, server }: TestProject,
  userId: string,
  options: Partial<NewGrant> = {},
): Promise<string> {
  const { db, now } = server.platform
  const id = randomBytes(32).toString('base64url')
  const clientId = options.clientId ?? `https://notes.example.com/${id}.json`
  const payload = { jti: id, accountId: userId, clientId, openid: { scope: 'openid' } }
  await insertGrant(db, projectId, {
    id,
    userId,
    clientId,
    clientName: 'Field Notes',
    teamId: null,
    scopes: ['openid', 'email'],
    payload,
    expiresAt: null,
    now: now(),
    ...options,
  })
  const expires_at = new Date(now().getTime() + 3_600_000)
  const token = { kind: 'RefreshToken', id_hash: hashToken(id), payload: '{}', grant_id: id, user_id: userId }
  await db
    .insertInto('oauth_records')
    .values({ project_id: projectId, ...token, expires_at })
    .execute()
  return id
}

/** The IDs of the grants of a user that still exist, and of those whose tokens do. */
export async function liveGrants({ id: projectId, server }: TestProject, userId: string): Promise<string[]> {
  const { db } = server.platform
  const grants = await db
    .selectFrom('oauth_grants')
    .select('id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const tokens = await db
    .selectFrom('oauth_records')
    .select('grant_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('grant_id', 'is not', null)
    .execute()
  const ids = grants.map(({ id }) => id)
  const ofTokens = new Set(tokens.map(({ grant_id }) => grant_id))
  if (ofTokens.size !== ids.length || !ids.every((id) => ofTokens.has(id))) throw new Error('Tokens without a grant')
  return ids
}
