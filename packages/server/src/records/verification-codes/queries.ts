import type { OwnerRole } from '@latchkey/contract'
import { sql } from 'kysely'
import type { AccountState, AnnouncedChange } from '../../accounts/account-notices/remember.ts'
import type { Owner } from '../../http/context.ts'
import type { PurchaseCode } from '../../payments/purchases/code.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'
import type { Actor } from '../audit/record.ts'

/** The kinds of codes, the data of each, and their lifetimes. */
export interface CodeData {
  'email-verification': { email: string }
  'password-reset': { email: string }
  'sign-in': { email: string; claims_unverified?: boolean }
  'undo-change': { change: AnnouncedChange; subject: string; email: string; state: AccountState }
  'team-invitation': { email: string; team_id: string; invitation_id: string } & OwnerInvitation
  /** `proven_by` is the first factor, by its names in RFC 8176. */
  'mfa-attempt': {
    is_new_user: boolean
    proven_by?: string[]
    is_password_leaked?: boolean
    connection_id?: string | null
    /** As it was when the connection was used: a change of it ends the attempt. */
    connection_version?: number
  }
  'step-up': { email: string; session_id: string }
  /** Codes of earlier versions do not say which key asked for them. */
  impersonation: { actor: Actor; owner: Owner | null; key_set_id?: string | null }
  unsubscribe: { category_id: string }
  'passkey-registration': { challenge: string }
  'passkey-authentication': { challenge: string }
  /** Bound to one attempt, by the hash of its code. */
  'passkey-second-factor': { challenge: string; attempt_hash: string }
  purchase: PurchaseCode
}

/** Of people who are invited from the dashboard, to a team of the internal project. */
interface OwnerInvitation {
  is_from_dashboard?: true
  role?: OwnerRole
  inviter_id?: string
}

export type CodeKind = keyof CodeData

const minute = 60_000
const codeLifetimeMillis: Record<CodeKind, number> = {
  'email-verification': 7 * 24 * 60 * minute,
  'password-reset': 60 * minute,
  'sign-in': 10 * minute,
  'undo-change': 7 * 24 * 60 * minute,
  'team-invitation': 7 * 24 * 60 * minute,
  'mfa-attempt': 5 * minute,
  'step-up': 10 * minute,
  impersonation: 2 * minute,
  unsubscribe: 7 * 24 * 60 * minute,
  // A little longer than the browser's timeout.
  'passkey-registration': 65_000,
  'passkey-authentication': 65_000,
  'passkey-second-factor': 65_000,
  purchase: 24 * 60 * minute,
}

/** Users type the first six characters of a code; the rest, the nonce, stays with the client that requested it. */
export const typedLength = 6

export async function insertVerificationCode<K extends CodeKind>(
  db: Db,
  projectId: string,
  code: { kind: K; userId: string | null; data: CodeData[K]; now: Date; nonce?: string | undefined },
): Promise<{ code: string; expiresAt: Date }> {
  const random = randomCode()
  const text = code.nonce === undefined ? random : random.slice(0, typedLength) + code.nonce
  const expiresAt = new Date(code.now.getTime() + codeLifetimeMillis[code.kind])
  await db
    .insertInto('verification_codes')
    .values({
      project_id: projectId,
      kind: code.kind,
      code_hash: hashToken(text),
      nonce_hash: hashToken(text.slice(typedLength)),
      user_id: code.userId,
      data: JSON.stringify(code.data),
      created_at: code.now,
      expires_at: expiresAt,
      used_at: null,
    })
    .execute()
  return { code: text, expiresAt }
}

export interface CodeRow {
  user_id: string | null
  data: unknown
  expires_at: Date
  used_at: Date | null
  attempts_before: number
}

/**
 * Counts an attempt against every code with the same nonce, whether or not the code exists, and reads the code's
 * previous state. One statement, so that concurrent guesses are all counted. A wrong guess returns the user of the code
 * it missed.
 */
export async function countAttempt(
  db: Db,
  projectId: string,
  kind: CodeKind,
  code: string,
): Promise<{ found: CodeRow | undefined; missed: CodeRow | undefined }> {
  const { rows } = await sql<CodeRow & { is_wanted: boolean }>`
    UPDATE verification_codes SET attempts = attempts + 1
    WHERE project_id = ${projectId} AND nonce_hash = ${hashToken(code.slice(typedLength))}
    RETURNING user_id, data, expires_at, used_at, attempts - 1 AS attempts_before,
      kind = ${kind} AND code_hash = ${hashToken(code)} AS is_wanted`.execute(db)
  const found = rows.find((row) => row.is_wanted)
  return { found, missed: found ? undefined : rows[0] }
}

/** The only way to consume a code: the first statement that finds it unused succeeds, and no other. */
export async function consumeCode(
  db: Db,
  projectId: string,
  kind: CodeKind,
  code: string,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('code_hash', '=', hashToken(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Restores a code that was consumed by a request that then failed through no fault of the user. */
export async function giveCodeBack(
  db: Db,
  projectId: string,
  kind: CodeKind,
  code: string,
  usedAt: Date,
): Promise<void> {
  await db
    .updateTable('verification_codes')
    .set({ used_at: null })
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('code_hash', '=', hashToken(code))
    .where('used_at', '=', usedAt)
    .execute()
}

export async function deleteExpiredCodes(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'verification_codes', sql`expires_at < ${before}`)
}

/**
 * Invalidates everything that was sent to a user before, as after a password reset. Later changes can no longer be
 * undone; earlier ones can, with the links in their notices.
 */
export async function deleteCodesOfUser(
  db: Db,
  projectId: string,
  userId: string,
  { undoableSince }: { undoableSince?: Date } = {},
): Promise<void> {
  await db
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where((eb) => {
      const isOther = eb('kind', '!=', 'undo-change')
      return undoableSince ? eb.or([isOther, eb('created_at', '>=', undoableSince)]) : isOther
    })
    .execute()
}

/**
 * Sign-ins that wait for their second step have to start again. For whatever ends sessions or takes away a way to sign in,
 * which may be what they began with.
 */
export async function deleteSignInAttempts(db: Db, projectId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('verification_codes')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'mfa-attempt')
    .where('used_at', 'is', null)
    .execute()
}

/** One of the few queries without a project: the link in an email contains only the code, which is globally unique. */
export async function findLinkCode<K extends CodeKind>(db: Db, kind: K, code: string) {
  const row = await db
    .selectFrom('verification_codes as c')
    .leftJoin('users as u', (join) => join.onRef('u.project_id', '=', 'c.project_id').onRef('u.id', '=', 'c.user_id'))
    .select(['c.project_id', 'c.user_id', 'c.data', 'c.created_at', 'c.expires_at', 'c.used_at', 'u.locale'])
    .where('c.kind', '=', kind)
    .where('c.code_hash', '=', hashToken(code))
    .executeTakeFirst()
  return row && { ...row, data: row.data as CodeData[K] }
}
