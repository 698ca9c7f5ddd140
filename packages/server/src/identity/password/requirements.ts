import { KnownError, minPasswordLength } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { passwordHasher } from './hash.ts'
import { isInLeakService } from './leak-service.ts'
import { isLeaked } from './leaked.ts'

/** The requirements for a password that a user chooses. */
export async function assertAcceptablePassword(
  password: string,
  hints: { email: string | null | undefined; projectName: string },
): Promise<void> {
  await assertUnlistedPassword(password)
  const plain = password.normalize('NFC').toLowerCase()
  const email = hints.email?.toLowerCase()
  const guessable = [email, email?.split('@')[0], hints.projectName.toLowerCase()]
  if (guessable.includes(plain)) throw refusal('This password is too easy to guess. Please choose another one.')
}

/** The requirements for every password, including those set by a server. The maximum is part of the fields' schema. */
export async function assertUnlistedPassword(password: string): Promise<void> {
  if (password.length < minPasswordLength) {
    throw new KnownError('PASSWORD_TOO_SHORT', { min_length: minPasswordLength })
  }
  if (await isLeaked(password)) throw leaked()
}

/** Hashes a password that is about to be set, after what may be refused without asking others. */
export async function hashNewPassword(ctx: Context, password: string): Promise<string> {
  await assertNotInLeakService(ctx.platform, password)
  return passwordHasher(ctx.platform).hash(password, ctx)
}

export async function assertNotInLeakService(platform: Platform, password: string): Promise<void> {
  if (await isInLeakService(platform, password)) throw leaked()
}

const leaked = () => refusal('This password is on a public list of leaked passwords. Please choose another one.')
const refusal = (message: string) => new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', { message })
