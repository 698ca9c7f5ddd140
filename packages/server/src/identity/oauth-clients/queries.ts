import { randomUUID } from 'node:crypto'
import type { OAuthClientType } from '@latchkey/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { listColumns, prepareQuery } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { ClientMetadata } from './client.ts'

/** What a client registered about itself, as far as it counts here. */
export type Registration = Pick<
  ClientMetadata,
  | 'client_name'
  | 'application_type'
  | 'redirect_uris'
  | 'post_logout_redirect_uris'
  | 'grant_types'
  | 'response_types'
  | 'token_endpoint_auth_method'
  | 'id_token_signed_response_alg'
>

export interface ClientRow extends Omit<Selectable<Tables['oauth_clients']>, 'type' | 'registration'> {
  type: OAuthClientType
  registration: Registration | null
}

export interface NewClient {
  id: string
  type: OAuthClientType
  displayName: string
  redirectUris: string[]
  postLogoutRedirectUris: string[]
  backchannelLogoutUri: string | null
  scopes: string[] | null
  skipsConsent: boolean
  /** For a client that registers itself. */
  registered?: { registration: Registration; token: string; expiresAt: Date }
  now: Date
}

export async function insertClient(db: Db, projectId: string, client: NewClient): Promise<void> {
  const { registered } = client
  await db
    .insertInto('oauth_clients')
    .values({
      project_id: projectId,
      id: client.id,
      type: client.type,
      display_name: client.displayName,
      redirect_uris: client.redirectUris,
      post_logout_redirect_uris: client.postLogoutRedirectUris,
      backchannel_logout_uri: client.backchannelLogoutUri,
      scopes: client.scopes,
      skips_consent: client.skipsConsent,
      registration: registered ? JSON.stringify(registered.registration) : null,
      registration_token_hash: registered ? hashToken(registered.token) : null,
      created_at: client.now,
      updated_at: client.now,
      last_used_at: null,
      expires_at: registered?.expiresAt ?? null,
    })
    .execute()
}

/** Those that owners registered. */
export async function countClients(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('oauth_clients')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where('registration', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that registered themselves, as far as there are no more than the given number. */
export async function countSelfRegistered(db: Db, projectId: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM oauth_clients WHERE project_id = ${projectId} AND registration IS NOT NULL LIMIT ${most}
    ) AS registered`.execute(db)
  return rows[0]!.count
}

const selectClient = (db: Db, projectId: string, id: string) =>
  db.selectFrom('oauth_clients').selectAll().where('project_id', '=', projectId).where('id', '=', id)

/** Locks the client: its changes, and those of its secrets, run one after the other. */
export async function findClientForUpdate(db: Db, projectId: string, id: string): Promise<ClientRow | undefined> {
  return (await selectClient(db, projectId, id).forUpdate().executeTakeFirst()) as ClientRow | undefined
}

export type ClientChange = Pick<
  Updateable<Tables['oauth_clients']>,
  | 'display_name'
  | 'redirect_uris'
  | 'post_logout_redirect_uris'
  | 'backchannel_logout_uri'
  | 'scopes'
  | 'skips_consent'
  | 'registration'
>

export async function updateClient(
  db: Db,
  projectId: string,
  id: string,
  change: ClientChange,
  now: Date,
): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ ...change, updated_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

export async function deleteClient(db: Db, projectId: string, id: string): Promise<void> {
  await db.deleteFrom('oauth_clients').where('project_id', '=', projectId).where('id', '=', id).execute()
}

export async function insertSecret(
  db: Db,
  projectId: string,
  { clientId, secret, now }: { clientId: string; secret: string; now: Date },
): Promise<void> {
  await db
    .insertInto('oauth_client_secrets')
    .values({
      project_id: projectId,
      client_id: clientId,
      id: randomUUID(),
      secret_hash: hashToken(secret),
      ending: secret.slice(-4),
      created_at: now,
      expires_at: null,
      last_used_at: null,
    })
    .execute()
}

/** Ends the current secret at the given time, and those from before it at once. */
export async function replaceSecrets(db: Db, projectId: string, clientId: string, expiresAt: Date): Promise<void> {
  await db
    .deleteFrom('oauth_client_secrets')
    .where('project_id', '=', projectId)
    .where('client_id', '=', clientId)
    .where('expires_at', 'is not', null)
    .execute()
  await db
    .updateTable('oauth_client_secrets')
    .set({ expires_at: expiresAt })
    .where('project_id', '=', projectId)
    .where('client_id', '=', clientId)
    .execute()
}

/** Returns its last characters. */
export async function deleteSecret(
  db: Db,
  projectId: string,
  clientId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('oauth_client_secrets')
    .where('project_id', '=', projectId)
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .returning('ending')
    .executeTakeFirst()
  return row?.ending
}

export async function deleteExpiredSecrets(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'oauth_client_secrets', sql`expires_at < ${before}`)
}

export interface FoundClient extends ClientRow {
  secret_hashes: Buffer[]
}

const columns = listColumns<ClientRow>('c', {
  project_id: true,
  id: true,
  type: true,
  display_name: true,
  redirect_uris: true,
  post_logout_redirect_uris: true,
  backchannel_logout_uri: true,
  scopes: true,
  skips_consent: true,
  registration: true,
  registration_token_hash: true,
  created_at: true,
  updated_at: true,
  last_used_at: true,
  expires_at: true,
})

const find = prepareQuery<FoundClient>(
  'find OAuth client',
  `
  SELECT ${columns}, ARRAY(
    SELECT s.secret_hash FROM oauth_client_secrets s
    WHERE s.project_id = c.project_id AND s.client_id = c.id AND (s.expires_at IS NULL OR s.expires_at > $3)
    ORDER BY s.created_at DESC
  ) AS secret_hashes
  FROM oauth_clients c WHERE c.project_id = $1 AND c.id = $2 AND (
    c.expires_at IS NULL OR c.expires_at > $3 OR EXISTS (
      SELECT FROM oauth_grants g WHERE g.project_id = c.project_id AND g.client_id = c.id
    )
  )`,
)

/** With the hashes of the secrets that work. */
export async function findClient(db: Db, projectId: string, id: string, now: Date): Promise<FoundClient | undefined> {
  const { rows } = await find(db, [projectId, id, now])
  return rows[0]
}

/** Whether the secret works. Notes its use, at most once a minute: token requests may come by the thousand. */
export async function verifyClientSecret(
  db: Db,
  projectId: string,
  clientId: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    WITH found AS (
      SELECT id FROM oauth_client_secrets
      WHERE project_id = ${projectId} AND client_id = ${clientId} AND secret_hash = ${hashToken(secret)}
        AND (expires_at IS NULL OR expires_at > ${now})
    ), noted AS (
      UPDATE oauth_client_secrets s SET last_used_at = ${now} FROM found
      WHERE s.project_id = ${projectId} AND s.client_id = ${clientId} AND s.id = found.id
        AND (s.last_used_at IS NULL OR s.last_used_at < ${now}::timestamptz - interval '1 minute')
    )
    SELECT id FROM found`.execute(db)
  return rows.length > 0
}

/** At most once a minute. A client that registered itself has another 90 days from then on. */
export async function noteClientUse(db: Db, projectId: string, id: string, now: Date): Promise<void> {
  await sql`
    UPDATE oauth_clients SET last_used_at = ${now},
      expires_at = CASE WHEN registration IS NOT NULL THEN ${now}::timestamptz + interval '90 days' END
    WHERE project_id = ${projectId} AND id = ${id}
      AND (last_used_at IS NULL OR last_used_at < ${now}::timestamptz - interval '1 minute')`.execute(db)
}

/** Those that registered themselves and have not been used for long. Those to which users have given access stay. */
export async function deleteUnusedClients(db: Db, now: Date): Promise<void> {
  await deleteInBatches(
    db,
    'oauth_clients',
    sql`expires_at <= ${now} AND NOT EXISTS (
      SELECT FROM oauth_grants g WHERE g.project_id = oauth_clients.project_id AND g.client_id = oauth_clients.id
    )`,
  )
}
