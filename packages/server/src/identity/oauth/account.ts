import { KnownError } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { isLive, sessionBounds } from '../../accounts/sessions/policy.ts'
import { findSession } from '../../accounts/sessions/queries.ts'
import { findUserBySignInEmail, findUserRecord, type SignInUser } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { findLinkOfUser, findSignInLink, lockAccount } from '../provider-links/queries.ts'
import { claimAccount } from '../users/claim.ts'
import { signUpUser } from '../users/sign-up.ts'
import { linkAccount } from './links.ts'
import type { ProviderProfile } from './providers/provider.ts'
import type { FlowRequest } from './queries.ts'

export interface ResolvedAccount {
  userId: string
  linkId: string
  isNewUser: boolean
  /** Whether this is the first sign-in with the provider account. */
  isNewLink: boolean
}

/** Finds or creates the user for the provider account that has signed in. Must be called in a transaction. */
export async function resolveAccount(
  trx: Db,
  ctx: Context,
  providerId: string,
  request: FlowRequest,
  profile: ProviderProfile,
  /** The name of the connection, if it is one of a company. */
  company?: string,
): Promise<ResolvedAccount> {
  const account = { providerId, accountId: profile.accountId, title: company ?? providerId }
  await lockAccount(trx, ctx.project.id, account)
  const link = await findSignInLink(trx, ctx.project.id, account)
  if (request.type === 'link') return linkToCaller(trx, ctx, request, { ...account, email: profile.email, link })
  if (link) return { userId: link.user_id, linkId: link.id, isNewUser: false, isNewLink: false }

  const { email } = profile
  const existing = email ? await findUserBySignInEmail(trx, ctx.project.id, email) : undefined
  // For an address that a company has proven, the strategy for other providers does not matter.
  const strategy = company !== undefined ? 'link_method' : ctx.project.config.auth.oauth.accountMergeStrategy
  if (existing && strategy !== 'allow_duplicates') {
    const { claimsUnverified } = request
    await assertMayMerge(trx, ctx, existing, { ...account, strategy, claimsUnverified }, profile)
    const { id: userId } = existing
    const sessionId = request.caller?.sessionId
    if (existing.is_unclaimed) await claimAccount(trx, ctx, { userId, email: email!, method: 'oauth', sessionId })
    const linkId = await linkAndNotify(trx, ctx, userId, { ...account, email })
    return { userId, linkId, isNewUser: false, isNewLink: true }
  }
  if (!ctx.project.config.auth.allowSignUp) throw new KnownError('SIGN_UP_NOT_ENABLED')
  // What a company says about addresses of others must not keep their owners from signing up.
  const usedForAuth = !existing && (company === undefined || profile.isEmailVerified)
  const userId = await signUp(trx, ctx, request, profile, usedForAuth)
  const linkId = await linkAccount(trx, ctx, userId, { ...account, email })
  return { userId, linkId, isNewUser: true, isNewLink: true }
}

interface AccountToLink {
  providerId: string
  /** What users are told that they sign in with. */
  title: string
  accountId: string
  email: string | null
  /** The link by which the account already signs in. */
  link: { id: string; user_id: string } | undefined
}

async function linkToCaller(
  trx: Db,
  ctx: Context,
  { caller }: FlowRequest,
  { link, ...account }: AccountToLink,
): Promise<ResolvedAccount> {
  const projectId = ctx.project.id
  const { userId, sessionId } = caller!
  // A user who has been signed out since the flow began, for example by a password change, must not gain a sign-in
  // method.
  const session = await findSession(trx, projectId, sessionId)
  if (!session || !isLive(session, sessionBounds(ctx, ctx.project))) {
    throw new PlainError(400, 'You have been signed out. Please sign in and connect the account again.')
  }
  if (link) {
    if (link.user_id === userId) return { userId, linkId: link.id, isNewUser: false, isNewLink: false }
    throw new KnownError('OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER')
  }
  return { userId, linkId: await linkAndNotify(trx, ctx, userId, account), isNewUser: false, isNewLink: true }
}

/** From now on the holder of the provider account can sign in, so the user is notified. */
async function linkAndNotify(
  trx: Db,
  ctx: Context,
  userId: string,
  account: Parameters<typeof linkAccount>[3] & { title: string },
): Promise<string> {
  const before = await rememberAccount(trx, ctx.project.id, userId)
  const linkId = await linkAccount(trx, ctx, userId, account)
  await announceChange(trx, ctx, before, 'provider_linked', account.title)
  return linkId
}

/** Two accounts are merged only if the email is verified on both sides, or if one takes over the other explicitly. */
async function assertMayMerge(
  trx: Db,
  ctx: Context,
  existing: SignInUser,
  account: { providerId: string; accountId: string; strategy: string; claimsUnverified: boolean },
  profile: ProviderProfile,
): Promise<void> {
  const refuse = (wouldWorkIfVerified: boolean) =>
    new KnownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', {
      type: 'email',
      contact_channel_value: profile.email,
      would_work_if_email_was_verified: wouldWorkIfVerified,
    })
  if (account.strategy === 'raise_error') throw refuse(false)
  const isClaimed = account.claimsUnverified && profile.isEmailVerified
  if (!existing.sign_in_email_verified && !isClaimed) throw refuse(true)
  if (!profile.isEmailVerified) throw refuse(false)
  // A provider account that was removed as a sign-in method is not restored by signing in with it.
  if (await findLinkOfUser(trx, ctx.project.id, existing.id, account)) throw refuse(false)
}

async function signUp(
  trx: Db,
  ctx: Context,
  { caller, locale = null }: FlowRequest,
  { displayName, imageUrl, email, isEmailVerified }: ProviderProfile,
  usedForAuth: boolean,
): Promise<string> {
  const user = caller ? await findUserRecord(trx, ctx.project.id, caller.userId) : undefined
  const { id } = await signUpUser(trx, ctx, user, {
    displayName,
    profileImageUrl: imageUrl,
    locale,
    primaryEmail: email ? { value: email, isVerified: isEmailVerified, usedForAuth } : null,
  })
  return id
}
