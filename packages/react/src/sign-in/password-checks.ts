import type { Translate } from '../i18n/translation.tsx'

// Counted in UTF-16 units, as on the server.
export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 70

export function checkEmail(email: string, t: Translate): string | undefined {
  if (!email) return t('Enter your email.')
  return isEmail(email) ? undefined : t('Enter a valid email, like name@example.com.')
}

/** The server's rules, so that nothing is sent that it would reject. */
export function isEmail(email: string): boolean {
  const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
  const isAddress = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`, 'i').test(email)
  return isAddress && email.length <= 256 && !/^\.|\.\.|\.@/.test(email) && /\.[^.]{2,}$/.test(email)
}

function checkNewPassword(password: string, t: Translate): string | undefined {
  if (!password) return t('Choose a password.')
  // The same text as the hint that it replaces, so that the layout does not shift.
  if (password.length < MIN_PASSWORD_LENGTH) return t('Use at least {min} characters.', { min: MIN_PASSWORD_LENGTH })
  if (password.length > MAX_PASSWORD_LENGTH) {
    return t('The password is too long. Use at most {max} characters.', { max: MAX_PASSWORD_LENGTH })
  }
  return undefined
}

/** Of a form that has it twice. The second is only checked once the first is valid: it would have to be repeated anyway. */
export function checkNewPasswords(password: string, passwordRepeat: string, t: Translate) {
  const problem = checkNewPassword(password, t)
  return { password: problem, passwordRepeat: problem ? undefined : checkRepeatedPassword(password, passwordRepeat, t) }
}

function checkRepeatedPassword(password: string, repeat: string, t: Translate): string | undefined {
  if (!repeat) return t('Confirm your password.')
  return repeat === password ? undefined : t("The passwords don't match.")
}
