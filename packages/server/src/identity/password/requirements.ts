import { KnownError, minPasswordLength } from '@latchkey/contract'

let commonPasswords: Promise<Set<string>> | undefined

/** The requirements for a password that a user chooses. */
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

/** The requirements for every password, including those set by a server. The maximum is part of the fields' schema. */
export function assertLongEnough(password: string): void {
  if (password.length < minPasswordLength) {
    throw new KnownError('PASSWORD_TOO_SHORT', { min_length: minPasswordLength })
  }
}

/** Loaded when the first password is set, because most servers mainly verify passwords. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= minPasswordLength))
}
