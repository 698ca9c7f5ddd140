import { KnownError, type StepUpMethod } from '@latchkey/contract'
import { getLiveSession, impersonating, recoveryCodeMethod } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import type { Context, RequestContext } from '../../http/context.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'

const maxAgeSeconds = 600

/**
 * Requires clients to have authenticated recently in this session, if the project requires it. The token of an ended
 * session and an impersonation are refused in any case. Server keys need no proof, and users who have no way to
 * authenticate, such as anonymous ones, are exempt.
 */
export async function assertRecentProof(ctx: RequestContext): Promise<void> {
  const { project, token } = ctx
  if (ctx.access !== 'client' || !project || !token) return
  const session = await getLiveSession(ctx, project, token)
  if (session.is_impersonation) throw impersonating()
  await assertProven(ctx as Context, session, () => findSignedInUser(ctx))
}

/**
 * The same for a live session that the request names in another way than by its access token. A session that began with
 * a recovery code needs a proof in every project: whoever found a list of codes must not get rid of the second factor.
 */
export async function assertProven(
  ctx: Context,
  session: { authenticated_at: Date | null; authentication_methods: string[] },
  findUser: () => Promise<UserRecord | undefined>,
): Promise<void> {
  const { config } = ctx.project
  const isRequired = config.auth.stepUp.isRequired || session.authentication_methods.includes(recoveryCodeMethod)
  if (ctx.access !== 'client' || !isRequired) return
  const oldest = ctx.now().getTime() - maxAgeSeconds * 1000
  if (session.authenticated_at && session.authenticated_at.getTime() > oldest) return

  const user = await findUser()
  if (!user) return
  const methods = listMethods(config, user)
  if (methods.length > 0 || user.oauth_providers.length > 0) throw stepUpRequired(methods)
}

/**
 * The ways in which the user can authenticate. With a second factor, only that counts; without any, they sign in again.
 */
export function listMethods({ auth }: ProjectConfig, user: Readonly<UserRecord>): StepUpMethod[] {
  const passkey: StepUpMethod[] = user.passkey_auth_enabled && auth.passkey.allowSignIn ? ['passkey'] : []
  if (user.requires_totp) return ['totp', ...passkey]
  const password: StepUpMethod[] = user.has_password && auth.password.allowSignIn ? ['password'] : []
  return [...password, ...passkey, ...(user.primary_email_verified ? (['email_code'] as const) : [])]
}

export function stepUpRequired(methods: StepUpMethod[]) {
  return new KnownError('STEP_UP_REQUIRED', { max_age_seconds: maxAgeSeconds, methods })
}
