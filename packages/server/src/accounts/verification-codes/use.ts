import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { rollBackTo, setSavepoint } from '../../platform/db/transactions.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordFailedSignIn } from '../../records/audit/sign-ins.ts'
import { type CodeData, type CodeKind, consumeCode, countAttempt } from '../../records/verification-codes/queries.ts'

const maxAttempts = 20
/** A page may check a code before it uses it. Further attempts may be guesses. */
const harmlessAttempts = 1

export interface FoundCode<K extends CodeKind> {
  userId: string | null
  data: CodeData[K]
}

/** Returns whether the code could be used now, and counts as an attempt. */
export async function checkCode<K extends CodeKind>(ctx: Context, kind: K, code: string): Promise<FoundCode<K>> {
  ctx.trace.code = { kind, text: code }
  const { found, missed } = await countAttempt(ctx.db, ctx.project.id, kind, code)
  // Many codes may be outstanding for one email; all guesses at them share one budget. When it is exhausted, even a
  // right guess is refused, but a code that was never guessed at still works, so attackers cannot lock the owner out.
  const { email } = ((found ?? missed)?.data ?? {}) as { email?: string }
  const mayBeGuess = missed !== undefined || (found?.attempts_before ?? 0) > harmlessAttempts
  const budget = email && mayBeGuess ? { codeGuessesByEmail: `${ctx.project.id}:${email}` } : {}
  await ctx.platform.limiter.consume(budget)
  if (found) await ctx.platform.limiter.giveBack(budget)
  else if (email && kind === 'sign-in') await recordFailedSignIn(ctx, 'otp', email, undefined)
  if (!found) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= ctx.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  if (found.used_at) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
  if (found.attempts_before >= maxAttempts) throw new KnownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
  return { userId: found.user_id, data: found.data as CodeData[K] }
}

/** Checks a code, consumes it and performs its action. */
export async function spendCode<K extends CodeKind, T>(
  ctx: Context,
  kind: K,
  code: string,
  work: (trx: Db, found: FoundCode<K>) => Promise<T>,
): Promise<T> {
  const found = await checkCode(ctx, kind, code)
  return consumeChecked(ctx, kind, code, (trx) => work(trx, found))
}

/**
 * Consumes a code that was checked before and performs its action, in one transaction. If the action is refused, the
 * code stays used, as on the wire; after an internal failure (such as a lost database connection) it stays usable. `lock` is
 * for codes that are deleted by others while they hold the same lock: in another order, both would wait for each other.
 */
export async function consumeChecked<T>(
  ctx: Context,
  kind: CodeKind,
  code: string,
  work: (trx: Db) => Promise<T>,
  lock: (trx: Db) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const outcome = await inTransaction(ctx.db, async (trx) => {
    await lock(trx)
    if (!(await consumeCode(trx, ctx.project.id, kind, code, ctx.now()))) {
      throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
    }
    await setSavepoint(trx, 'work')
    try {
      return { value: await work(trx) }
    } catch (error) {
      if (!KnownError.is(error) && !(error instanceof PlainError)) throw error
      await rollBackTo(trx, 'work')
      return { refusal: error }
    }
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}
