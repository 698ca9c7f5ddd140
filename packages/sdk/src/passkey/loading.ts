import type { AppCore } from '../core/app-core.ts'

export const initiatePasskeySignIn = ({ call }: AppCore) => call('POST /auth/passkey/initiate-passkey-authentication')

/** Loads the code while the server prepares the ceremony, because browsers only prompt for a passkey shortly after a click. */
export async function loadPasskeys({ features }: AppCore, initiated: Promise<unknown> | undefined) {
  // A failure is handled where the promise is awaited; this avoids an unhandled rejection before that.
  initiated?.catch(() => {})
  return features.loadPasskeys()
}
