import type { AppCore } from '../core/app-core.ts'

export const initiatePasskeySignIn = ({ call }: AppCore) => call('POST /auth/passkey/initiate-passkey-authentication')

/** Loads the code while the server prepares the ceremony: browsers only ask for a passkey shortly after a click. */
export async function withPasskeys<T>(
  initiated: Promise<unknown> | undefined,
  use: (passkeys: typeof import('./passkey.ts')) => Promise<T>,
): Promise<T> {
  // Whoever awaits it hears of a failure; until then it is nobody's.
  initiated?.catch(() => {})
  return use(await import('./passkey.ts'))
}
