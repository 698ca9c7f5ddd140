import type { ServerUser } from '@latchkey/react'

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
export function listMethods(user: ServerUser): string[] {
  return [
    ...(user.hasPassword ? ['password'] : []),
    ...(user.otpAuthEnabled ? ['otp'] : []),
    ...(user.passkeyAuthEnabled ? ['passkey'] : []),
    ...user.oauthProviders.map(({ id }) => id),
  ].map(methodName)
}
