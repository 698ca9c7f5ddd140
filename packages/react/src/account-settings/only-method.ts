import type { CurrentUser, ProjectConfig } from '@latchkey/sdk'

/** An account at a provider counts on its own: of two, one can be given up. */
type Method = 'password' | 'passkey' | 'otp' | `oauth ${string}`

/** Whether somebody who gives this way up could not sign in any more. A way that the project has off is none. */
export function isOnlyMethod(
  method: Method,
  user: Pick<CurrentUser, 'hasPassword' | 'oauthProviders' | 'passkeyAuthEnabled' | 'otpAuthEnabled'>,
  config: ProjectConfig,
): boolean {
  const ways: Method[] = []
  if (user.hasPassword && config.credentialEnabled) ways.push('password')
  if (user.passkeyAuthEnabled && config.passkeyEnabled) ways.push('passkey')
  if (user.otpAuthEnabled && config.magicLinkEnabled) ways.push('otp')
  for (const { id } of user.oauthProviders) {
    if (config.oauthProviders.some((provider) => provider.id === id)) ways.push(`oauth ${id}`)
  }
  return ways.every((way) => way === method)
}
