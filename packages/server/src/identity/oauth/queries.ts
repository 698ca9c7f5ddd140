import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type EndedSession, endedColumns } from '../../accounts/sessions/queries.ts'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomCode } from '../../platform/random-code.ts'
import { hashToken } from '../../platform/secrets.ts'

/** What an app requested when it sent the browser to the provider. */
export interface FlowRequest {
  type: 'authenticate' | 'link' | 'test'
  redirectUri: string
  state: string
  scope: string
  codeChallenge: string
  codeChallengeMethod: 'S256' | 'plain'
  providerScopes: string[]
  errorRedirectUrl: string | null
  afterCallbackRedirectUrl: string | null
  /** Take over an account with the same email that was never verified. */
  claimsUnverified: boolean
  /** Absent in flows that were started by an older version. */
  locale?: string | null
  /** Of the connection of a company: when it has changed, the flow ends. */
  connectionVersion?: number
  /** The user whose access token was sent. */
  caller: { userId: string; sessionId: string } | null
}

const minute = 60_000
export const flowLifetimeMillis = 10 * minute
const codeLifetimeMillis = 5 * minute

export async function insertFlow(
  db: Db,
  projectId: string,
  flow: { state: string; providerId: string; sealedProof: string; request: FlowRequest; now: Date },
): Promise<void> {
  await db
    .insertInto('oauth_flows')
    .values({
      project_id: projectId,
      state_hash: hashToken(flow.state),
      provider_config_id: flow.providerId,
      proof_encrypted: flow.sealedProof,
      request: JSON.stringify(flow.request),
      created_at: flow.now,
      expires_at: new Date(flow.now.getTime() + flowLifetimeMillis),
      used_at: null,
    })
    .execute()
}

export interface Flow {
  project_id: string
  proof_encrypted: string
  request: FlowRequest
  expires_at: Date
}

/**
 * Consumes a flow; only the first request with its state succeeds. This query has no project: the browser sends only
 * the state, which is globally unique.
 */
export async function consumeFlow(db: Db, providerId: string, state: string, now: Date): Promise<Flow | undefined> {
  const flow = await db
    .updateTable('oauth_flows')
    .set({ used_at: now })
    .where('state_hash', '=', hashToken(state))
    .where('provider_config_id', '=', providerId)
    .where('used_at', 'is', null)
    .returning(['project_id', 'proof_encrypted', 'request', 'expires_at'])
    .executeTakeFirst()
  return flow as Flow | undefined
}

/** What came of a test of a sign-in. */
export type TestOutcome =
  | { status: 'waiting' }
  | { status: 'failed'; message: string }
  | {
      status: 'succeeded'
      accountId: string
      displayName: string | null
      email: string | null
      isEmailVerified: boolean
    }

/** Kept with the flow, and deleted with it. */
export async function updateTestOutcome(db: Db, projectId: string, state: string, outcome: TestOutcome): Promise<void> {
  await db
    .updateTable('oauth_flows')
    .set({ request: JSON.stringify({ type: 'test', outcome }) })
    .where('project_id', '=', projectId)
    .where('state_hash', '=', hashToken(state))
    .execute()
}

export async function findTestOutcome(db: Db, projectId: string, state: string): Promise<TestOutcome | undefined> {
  const flow = await db
    .selectFrom('oauth_flows')
    .select('request')
    .where('project_id', '=', projectId)
    .where('state_hash', '=', hashToken(state))
    .executeTakeFirst()
  return flow && ((flow.request as { outcome?: TestOutcome }).outcome ?? { status: 'waiting' })
}

export async function insertOAuthCode(
  db: Db,
  projectId: string,
  code: ({ userId: string; isNewUser: boolean } | { sealedResponse: string }) & {
    connectionId: string | null
    request: FlowRequest
    now: Date
  },
): Promise<string> {
  const text = randomCode()
  await db
    .insertInto('oauth_codes')
    .values({
      project_id: projectId,
      code_hash: hashToken(text),
      user_id: 'userId' in code ? code.userId : null,
      connection_id: code.connectionId,
      redirect_uri: code.request.redirectUri,
      code_challenge: code.request.codeChallenge,
      code_challenge_method: code.request.codeChallengeMethod,
      is_new_user: 'userId' in code && code.isNewUser,
      pending_encrypted: 'userId' in code ? null : code.sealedResponse,
      after_callback_redirect_url: JSON.stringify(code.request.afterCallbackRedirectUrl),
      created_at: code.now,
      expires_at: new Date(code.now.getTime() + codeLifetimeMillis),
      used_at: null,
      refresh_token_hash: null,
    })
    .execute()
  return text
}

/** Consumes the code, but only with its verifier; other requests leave it unchanged. */
export async function consumeOAuthCode(db: Db, projectId: string, code: string, verifier: string, now: Date) {
  return db
    .updateTable('oauth_codes')
    .set({ used_at: now })
    .where('project_id', '=', projectId)
    .where('code_hash', '=', hashToken(code))
    .where(fitsVerifier(verifier))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'redirect_uri', 'is_new_user', 'after_callback_redirect_url', 'pending_encrypted'])
    .returning('connection_id')
    .executeTakeFirst()
}

function fitsVerifier(verifier: string) {
  return sql<boolean>`code_challenge = CASE code_challenge_method
    WHEN 'S256' THEN ${hash('sha256', verifier, 'base64url')} ELSE ${verifier} END`
}

/** Stores which session the code was exchanged for. */
export async function noteSessionOfCode(db: Db, projectId: string, code: string, refreshToken: string): Promise<void> {
  await db
    .updateTable('oauth_codes')
    .set({ refresh_token_hash: hashToken(refreshToken) })
    .where('project_id', '=', projectId)
    .where('code_hash', '=', hashToken(code))
    .execute()
}

/**
 * Ends the session a code was exchanged for when the code is used again with its verifier, because one of the two
 * callers may be an attacker. Without the verifier, as from an access log, a code has no effect.
 */
export async function endSessionOfReplayedCode(
  db: Db,
  projectId: string,
  code: string,
  verifier: string,
): Promise<EndedSession | undefined> {
  return db
    .deleteFrom('sessions')
    .where('project_id', '=', projectId)
    .where('refresh_token_hash', 'in', (eb) =>
      eb
        .selectFrom('oauth_codes')
        .select(sql<Buffer>`refresh_token_hash`.as('refresh_token_hash'))
        .where('project_id', '=', projectId)
        .where('code_hash', '=', hashToken(code))
        .where('refresh_token_hash', 'is not', null)
        .where(fitsVerifier(verifier)),
    )
    .returning(endedColumns)
    .executeTakeFirst()
}

export async function deleteExpiredFlows(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'oauth_flows', sql`expires_at < ${before}`)
  await deleteInBatches(db, 'oauth_codes', sql`expires_at < ${before}`)
}
