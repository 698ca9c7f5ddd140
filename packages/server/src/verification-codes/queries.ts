import type { Db } from '../db/database.ts'
import { randomCode } from '../random-code.ts'
import { hashToken } from '../secrets.ts'

/** The first six characters of a code are what a person types; the rest, the nonce, stays with whoever asked. */
const typedLength = 6

export async function insertVerificationCode(
  db: Db,
  projectId: string,
  code: { kind: 'mfa-attempt'; userId: string; data: unknown; now: Date; lifetimeMillis: number },
): Promise<string> {
  const text = randomCode()
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
      expires_at: new Date(code.now.getTime() + code.lifetimeMillis),
      used_at: null,
    })
    .execute()
  return text
}
