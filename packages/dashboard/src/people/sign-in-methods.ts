import type { User } from '../data/rows.ts'

const names: Record<string, string> = {
  password: 'Password',
  otp: 'Magic link',
  passkey: 'Passkey',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  x: 'X',
}

/** "github" → "GitHub". */
export function methodName(method: string): string {
  return names[method] ?? method.charAt(0).toUpperCase() + method.slice(1)
}

/** The names of a user's sign-in methods. */
export function listMethods(user: User): string[] {
  return [
    ...(user.has_password ? ['password'] : []),
    ...(user.otp_auth_enabled ? ['otp'] : []),
    ...(user.passkey_auth_enabled ? ['passkey'] : []),
    ...user.oauth_providers.map(({ id }) => id),
  ].map(methodName)
}
