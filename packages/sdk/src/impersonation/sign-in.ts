import type { AppCore } from '../core/app-core.ts'
import { signIn } from '../core/sign-in.ts'
import { markImpersonation } from '../session/impersonation-mark.ts'

export async function signInWithImpersonationCode(
  core: AppCore,
  code: string,
  { noRedirect }: { noRedirect?: boolean } = {},
) {
  return signIn(
    core,
    ['VERIFICATION_ERROR'],
    async () => {
      const tokens = await core.call('POST /auth/impersonation/sign-in', { body: { code } })
      markImpersonation(core.projectId, tokens.access_token)
      return tokens
    },
    noRedirect,
  )
}
