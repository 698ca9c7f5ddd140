import { randomBytes } from 'node:crypto'
import { passkeyRpId } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { type CodeData, insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { loadVerifiers } from './verify.ts'

/** How long the browser waits for the user. */
export const promptMillis = 60_000

type Purpose =
  | { kind: 'passkey-registration' | 'passkey-authentication'; userId: string | null }
  | { kind: 'passkey-second-factor'; userId: string; attemptHash: string }

/** What was signed for one purpose is worth nothing for another: each has its own kind of code. */
export async function createChallenge(ctx: Context, purpose: Purpose) {
  void loadVerifiers()
  const challenge = randomBytes(32).toString('base64url')
  const { kind, userId } = purpose
  const data = kind === 'passkey-second-factor' ? { challenge, attempt_hash: purpose.attemptHash } : { challenge }
  const code = { kind, userId, data: data as CodeData[typeof kind], now: ctx.now() }
  return { challenge, code: (await insertVerificationCode(ctx.db, ctx.project.id, code)).code }
}

/** Without credentials, the browser offers all passkeys of the page. */
export function requestOptions(challenge: string, credentialIds: string[] = []) {
  return {
    challenge,
    rpId: passkeyRpId,
    timeout: promptMillis,
    userVerification: 'preferred' as const,
    allowCredentials: credentialIds.map((id) => ({ type: 'public-key' as const, id })),
  }
}
