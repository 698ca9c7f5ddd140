import type { CurrentUser, ProjectConfig } from '@latchkey/sdk'

type Method = 'password' | 'oauth' | 'passkey' | 'otp'

/** Whether somebody who gives this way up could not sign in any more. A way that the project has off is none. */
export function isOnlyMethod(method: Method, user: CurrentUser, config: ProjectConfig): boolean {
  const usable: Record<Method, boolean> = {
    password: user.hasPassword && config.credentialEnabled,
    oauth: user.oauthProviders.some(({ id }) => config.oauthProviders.some((provider) => provider.id === id)),
    passkey: user.passkeyAuthEnabled && config.passkeyEnabled,
    otp: user.otpAuthEnabled && config.magicLinkEnabled,
  }
  return Object.entries(usable).every(([name, isUsable]) => name === method || !isUsable)
}
