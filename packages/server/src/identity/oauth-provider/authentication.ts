import { KnownError } from '@latchkey/contract'
import { getLiveSession, impersonating, lacksSecondFactor } from '../../accounts/sessions/start.ts'
import type { UserRecord } from '../../accounts/users/queries.ts'
import { hasSecondFactor } from '../../accounts/users/second-factor.ts'
import type { Context } from '../../http/context.ts'
import { listMethods, stepUpRequired } from '../step-up/required.ts'
import { isExpectedUser, type PendingRequest } from './asked.ts'
import { acrValues } from './names.ts'
import type { Login } from './ticket.ts'

type Session = Awaited<ReturnType<typeof getLiveSession>>
type Asking = Pick<PendingRequest, 'params' | 'requestedAt'>

/**
 * How the user has signed in, for the client. Throws if the client expects another user, or wants it to be more recent or
 * with a second factor.
 */
export async function assertAuthenticated(
  ctx: Context,
  user: Readonly<UserRecord>,
  asking: Asking,
): Promise<{ login: Login; sessionId: string }> {
  const session = await getLiveSession(ctx, ctx.project, ctx.token!)
  if (session.is_impersonation) throw impersonating()
  if (!isExpectedUser(asking.params, user.id)) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  const seconds = findLackingProof(ctx, user, session, asking)
  if (seconds !== undefined) throw stepUpRequired(listMethods(ctx.project.config, user), seconds)
  const methods = session.authentication_methods
  const login: Login = {
    accountId: user.id,
    ts: Math.floor((session.authenticated_at ?? session.created_at).getTime() / 1000),
    acr: acrValues[hasTwoFactors(user, session, asking.requestedAt) ? 1 : 0]!,
    ...(methods.length > 0 ? { amr: methods } : {}),
  }
  return { login, sessionId: session.id }
}

const shortestSeconds = 60

/** How recently the user has to authenticate, if it is not recent enough; undefined if it is. */
export function findLackingProof(
  ctx: Context,
  user: Readonly<UserRecord>,
  session: Session,
  { params, requestedAt }: Asking,
): number | undefined {
  const at = session.authenticated_at?.getTime() ?? 0
  const asksToSignIn = String(params.prompt ?? '')
    .split(' ')
    .includes('login')
  const maxAge = params.max_age === undefined ? undefined : Number(params.max_age)
  const age = (ctx.now().getTime() - at) / 1000
  // Whatever happened since the client asked is recent enough, or nobody could ever be.
  const isOlder = at < requestedAt.getTime()
  if (isOlder && asksToSignIn) return shortestSeconds
  if (isOlder && maxAge !== undefined && age > maxAge) return Math.max(maxAge, shortestSeconds)
  // The client prefers it, so those who have no second factor sign in without one.
  const prefersTwo =
    String(params.acr_values ?? '')
      .split(' ')
      .find((value) => acrValues.includes(value)) === acrValues[1]
  const lacksOne = prefersTwo && hasSecondFactor(user) && !hasTwoFactors(user, session, requestedAt)
  return lacksOne ? shortestSeconds : undefined
}

/** Both at once, or the second one since the client asked, in a session that had begun with another. */
function hasTwoFactors(user: Readonly<UserRecord>, session: Session, requestedAt: Date): boolean {
  const { authentication_methods: methods, authenticated_at: at, created_at: begin } = session
  if (lacksSecondFactor(methods)) return false
  if (methods.includes('mfa')) return true
  // Who has a second factor proves it when asked who they are, and nothing less.
  return hasSecondFactor(user) && at !== null && at > begin && at >= requestedAt && !methods.includes('pwd')
}
