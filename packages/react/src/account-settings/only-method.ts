import type { CurrentUser, ProjectConfig } from '@latchkey/sdk'

/** Each linked account is a separate method, so that one of two can be disconnected. */
type Method = 'password' | 'passkey' | 'otp' | `oauth ${string}`

/** Whether the user could not sign in without this method. Methods that the project has disabled do not count. */
export function isOnlyMethod(
  method: Method,
  user: Pick<CurrentUser, 'hasPassword' | 'oauthProviders' | 'passkeyAuthEnabled' | 'otpAuthEnabled'>,
  config: ProjectConfig,
): boolean {
  const methods: Method[] = []
  if (user.hasPassword && config.credentialEnabled) methods.push('password')
  if (user.passkeyAuthEnabled && config.passkeyEnabled) methods.push('passkey')
  if (user.otpAuthEnabled && config.magicLinkEnabled) methods.push('otp')
  for (const { id } of user.oauthProviders) {
    if (config.oauthProviders.some((provider) => provider.id === id)) methods.push(`oauth ${id}`)
  }
  return methods.every((other) => other === method)
}
