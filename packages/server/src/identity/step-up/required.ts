import { KnownError, type StepUpMethod } from '@latchkey/contract'
import { getLiveSession, impersonating, lacksSecondFactor } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
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
 * a recovery code or on a trusted device needs a proof in every project: whoever found a list of codes, or the device,
 * must not get rid of the second factor.
 */
export async function assertProven(
  ctx: Context,
  session: { authenticated_at: Date | null; authentication_methods: string[]; connection_id: string | null },
  findUser: () => Promise<UserRecord | undefined>,
): Promise<void> {
  const { config } = ctx.project
  const isRequired = config.auth.stepUp.isRequired || lacksSecondFactor(session.authentication_methods)
  if (ctx.access !== 'client' || !isRequired) return
  if (isYounger(ctx, session, maxAgeSeconds)) return

  const user = await findUser()
  if (!user) return
  const methods = listMethods(config, user)
  const signsInOtherwise = user.oauth_providers.length > 0 || session.connection_id !== null
  if (methods.length > 0 || signsInOtherwise || hasSecondFactor(user)) throw stepUpRequired(methods)
}

/** What an app requires for its own purposes. Nobody is exempt: who can prove nothing has to sign in again. */
export async function assertFresh(ctx: Context, user: Readonly<UserRecord>, withinSeconds: number): Promise<void> {
  const session = await getLiveSession(ctx, ctx.project, ctx.token!)
  if (session.is_impersonation) throw impersonating()
  if (!isYounger(ctx, session, withinSeconds))
    throw stepUpRequired(listMethods(ctx.project.config, user), withinSeconds)
}

function isYounger(ctx: Context, session: { authenticated_at: Date | null }, seconds: number): boolean {
  const oldest = ctx.now().getTime() - seconds * 1000
  return session.authenticated_at !== null && session.authenticated_at.getTime() > oldest
}

/**
 * The ways in which the user can authenticate. With a second factor, only that counts; without any, they sign in again.
 */
export function listMethods({ auth }: ProjectConfig, user: Readonly<UserRecord>): StepUpMethod[] {
  const passkey: StepUpMethod[] = user.passkey_auth_enabled && auth.passkey.allowSignIn ? ['passkey'] : []
  if (hasSecondFactor(user)) return user.requires_totp ? ['totp', ...passkey] : passkey
  const password: StepUpMethod[] = user.has_password && auth.password.allowSignIn ? ['password'] : []
  return [...password, ...passkey, ...(user.primary_email_verified ? (['email_code'] as const) : [])]
}

export function stepUpRequired(methods: StepUpMethod[], withinSeconds = maxAgeSeconds) {
  return new KnownError('STEP_UP_REQUIRED', { max_age_seconds: withinSeconds, methods })
}
