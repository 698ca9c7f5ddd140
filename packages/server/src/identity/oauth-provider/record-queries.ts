import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { prepareQuery } from '../../platform/db/prepared.ts'
import type { KnownGrant } from './grant-queries.ts'

export interface RecordRow {
  payload: Record<string, unknown>
  grant_id: string | null
  session_id: string | null
  consumed_at: Date | null
  answer_encrypted: string | null
  expires_at: Date
}

export interface NewRecord {
  kind: string
  idHash: Buffer
  payload: object
  grantId: string | null
  userId: string | null
  sessionId: string | null
  uidHash: Buffer | null
  userCodeHash: Buffer | null
  expiresAt: Date
}

const columns = 'r.payload, r.grant_id, r.session_id, r.consumed_at, r.answer_encrypted, r.expires_at'
const key = 'r.project_id = $1 AND r.kind = $2 AND r.id_hash = $3'

const insert = `
  INSERT INTO oauth_records AS known
    (project_id, kind, id_hash, payload, grant_id, user_id, session_id, uid_hash, user_code_hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (project_id, kind, id_hash)`

const upsert = prepareQuery(
  'keep OAuth record',
  `${insert} DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id,
    user_id = excluded.user_id, session_id = excluded.session_id, uid_hash = excluded.uid_hash,
    user_code_hash = coalesce(excluded.user_code_hash, known.user_code_hash), expires_at = excluded.expires_at`,
)

const insertNew = prepareQuery('keep new OAuth record', `${insert} DO NOTHING`)

export async function upsertRecord(db: Db, projectId: string, record: NewRecord): Promise<void> {
  await upsert(db, [projectId, ...valuesOf(record)])
}

/** False if there is one already. */
export async function insertRecord(db: Db, projectId: string, record: NewRecord): Promise<boolean> {
  return (await insertNew(db, [projectId, ...valuesOf(record)])).affected === 1
}

function valuesOf(record: NewRecord): unknown[] {
  return [
    record.kind,
    record.idHash,
    JSON.stringify(record.payload),
    record.grantId,
    record.userId,
    record.sessionId,
    record.uidHash,
    record.userCodeHash,
    record.expiresAt,
  ]
}

const find = prepareQuery<RecordRow>('find OAuth record', `SELECT ${columns} FROM oauth_records r WHERE ${key}`)

export async function findRecord(db: Db, projectId: string, kind: string, idHash: Buffer) {
  const { rows } = await find(db, [projectId, kind, idHash])
  return rows[0]
}

export interface LockedRecord extends RecordRow {
  grant: KnownGrant | null
}

export interface TokenUse {
  /** Who presents the code or token. If it is not theirs, nothing is locked, and the library refuses it. */
  clientId: string
  now: Date
  ipInfo: object | null
  userAgent: string | null
}

/**
 * Locks the user and the grant, whose use it notes, before the record: that is the order in which deleting them would, so
 * that nobody waits in a circle. The record is read when it is locked, and so is as the last request has left it.
 */
const findLocked = prepareQuery<LockedRecord>(
  'find OAuth record for update',
  `
  WITH record AS (
    SELECT r.user_id, r.grant_id FROM oauth_records r WHERE ${key}
  ), holder AS MATERIALIZED (
    SELECT u.id FROM users u WHERE u.project_id = $1 AND u.id = (SELECT user_id FROM record) FOR KEY SHARE
  ), held AS MATERIALIZED (
    UPDATE oauth_grants g SET last_used_at = $5, last_used_ip_info = $6, last_used_user_agent = $7
    WHERE g.project_id = $1 AND g.id = (SELECT grant_id FROM record) AND g.client_id = $4
      AND (g.expires_at IS NULL OR g.expires_at > $5) AND (SELECT count(*) FROM holder) >= 0
    RETURNING g.id, g.user_id, g.client_id, g.team_id, g.payload
  )
  SELECT ${columns}, locked.grant FROM (SELECT (SELECT to_json(held) FROM held) AS grant) AS locked, oauth_records r
  WHERE ${key} AND (locked.grant IS NOT NULL OR locked.grant IS NULL) FOR UPDATE OF r`,
)

export async function findRecordForUpdate(
  db: Db,
  projectId: string,
  { kind, idHash }: { kind: string; idHash: Buffer },
  use: TokenUse,
): Promise<LockedRecord | undefined> {
  const ipInfo = use.ipInfo && JSON.stringify(use.ipInfo)
  const { rows } = await findLocked(db, [projectId, kind, idHash, use.clientId, use.now, ipInfo, use.userAgent])
  return rows[0]
}

export async function findRecordByUid(db: Db, projectId: string, kind: string, uidHash: Buffer) {
  return db
    .selectFrom('oauth_records')
    .select(['payload', 'grant_id', 'session_id', 'consumed_at', 'answer_encrypted', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('uid_hash', '=', uidHash)
    .executeTakeFirst() as Promise<RecordRow | undefined>
}

export async function findRecordByUserCode(db: Db, projectId: string, kind: string, userCodeHash: Buffer) {
  return db
    .selectFrom('oauth_records')
    .select(['payload', 'grant_id', 'session_id', 'consumed_at', 'answer_encrypted', 'expires_at'])
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('user_code_hash', '=', userCodeHash)
    .executeTakeFirst() as Promise<RecordRow | undefined>
}

const consumed = (now: string) =>
  `consumed_at = ${now}, expires_at = least(expires_at, ${now}::timestamptz + interval '7 days')`
const isUsable = (now: string) => `consumed_at IS NULL AND expires_at > ${now}`

const consume = prepareQuery(
  'consume OAuth record',
  `UPDATE oauth_records r SET ${consumed('$4')} WHERE ${key} AND ${isUsable('$4')}`,
)

/** False if another request was faster, on whichever server. For a week it is known that it was used. */
export async function consumeRecord(
  db: Db,
  projectId: string,
  { kind, idHash, now }: { kind: string; idHash: Buffer; now: Date },
): Promise<boolean> {
  const { affected } = await consume(db, [projectId, kind, idHash, now])
  return affected === 1
}

/** Something that works once and is gone with it. Undefined if it has expired or was taken before. */
export async function takeRecord(
  db: Db,
  projectId: string,
  { kind, idHash, now }: { kind: string; idHash: Buffer; now: Date },
) {
  return db
    .deleteFrom('oauth_records')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .returning(['payload', 'grant_id', 'session_id', 'consumed_at', 'answer_encrypted', 'expires_at'])
    .executeTakeFirst() as Promise<RecordRow | undefined>
}

export async function deleteRecord(db: Db, projectId: string, kind: string, idHash: Buffer): Promise<void> {
  await db
    .deleteFrom('oauth_records')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

export async function deleteRecordsOfGrant(db: Db, projectId: string, kind: string, grantId: string): Promise<void> {
  await db
    .deleteFrom('oauth_records')
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('grant_id', '=', grantId)
    .execute()
}

const consumeWithAnswer = prepareQuery(
  'consume OAuth record with answer',
  `
  WITH forgotten AS (
    UPDATE oauth_records SET answer_encrypted = NULL
    WHERE project_id = $1 AND grant_id = $5 AND answer_encrypted IS NOT NULL AND id_hash <> $3 AND consumed_at < $6
  )
  UPDATE oauth_records r SET answer_encrypted = $4, ${consumed('$7')} WHERE ${key} AND ${isUsable('$7')}`,
)

/**
 * With the answer for the same request sent again in a moment. Those before it are no longer repeated. False if another
 * request was faster.
 */
export async function consumeRecordWithAnswer(
  db: Db,
  projectId: string,
  answered: { kind: string; idHash: Buffer; answer: string; grantId: string; forgetBefore: Date; now: Date },
): Promise<boolean> {
  const { kind, idHash, answer, grantId, forgetBefore, now } = answered
  const values = [projectId, kind, idHash, answer, grantId, forgetBefore, now]
  return (await consumeWithAnswer(db, values)).affected === 1
}

export async function deleteExpiredRecords(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'oauth_records', sql`expires_at < ${before}`)
}

export async function updatePayload(
  db: Db,
  projectId: string,
  kind: string,
  idHash: Buffer,
  payload: object,
): Promise<void> {
  await db
    .updateTable('oauth_records')
    .set({ payload: JSON.stringify(payload) })
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('id_hash', '=', idHash)
    .execute()
}

/** False if it has been answered before. */
export async function answerDeviceCode(
  db: Db,
  projectId: string,
  answer: {
    userCodeHash: Buffer
    payload: object
    grantId: string | null
    userId: string
    sessionId: string | null
    now: Date
  },
): Promise<boolean> {
  const result = await db
    .updateTable('oauth_records')
    .set({
      payload: JSON.stringify(answer.payload),
      grant_id: answer.grantId,
      user_id: answer.userId,
      session_id: answer.sessionId,
    })
    .where('project_id', '=', projectId)
    .where('kind', '=', 'DeviceCode')
    .where('user_code_hash', '=', answer.userCodeHash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', answer.now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
