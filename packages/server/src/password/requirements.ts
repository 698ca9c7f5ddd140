import { KnownError, minPasswordLength } from '@latchkey/contract'

let commonPasswords: Promise<Set<string>> | undefined

/** What every route demands of a password that a person chooses. */
export async function assertAcceptablePassword(
  password: string,
  hints: { email: string | null | undefined; projectName: string },
): Promise<void> {
  assertLongEnough(password)
  const plain = password.normalize('NFC').toLowerCase()
  commonPasswords ??= loadCommonPasswords()
  const email = hints.email?.toLowerCase()
  const guessable = [email, email?.split('@')[0], hints.projectName.toLowerCase()]
  if (guessable.includes(plain) || (await commonPasswords).has(plain)) {
    throw new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', {
      message: 'This password is too easy to guess. Please choose another one.',
    })
  }
}

/** What holds for every password, also for one that a server sets. The maximum is part of the fields' schema. */
export function assertLongEnough(password: string): void {
  if (password.length < minPasswordLength) {
    throw new KnownError('PASSWORD_TOO_SHORT', { min_length: minPasswordLength })
  }
}

/** Loaded with the first password that is set, because most nodes' lives are reads. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= minPasswordLength))
}
