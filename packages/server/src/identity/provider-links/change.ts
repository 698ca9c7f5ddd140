import { type HandlerInput, KnownError, type providerLinkRoutes, providerTypes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { breaksUniqueIndex, type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { AuditAction } from '../../records/audit/actions.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { keepLastMethod } from '../users/last-method.ts'
import {
  deleteLink,
  findLink,
  findLinkConflicts,
  insertLink,
  type LinkChange,
  type LinkRow,
  updateLink,
} from './queries.ts'

type Bodies = {
  create: HandlerInput<(typeof providerLinkRoutes)['POST /oauth-providers']>['body']
  update: HandlerInput<(typeof providerLinkRoutes)['PATCH /oauth-providers/{user_id}/{id}']>['body']
}

/** Every change locks the user first, so that changes of one user's links run one after the other. */
export async function createLink(ctx: Context, body: Bodies['create']): Promise<LinkRow> {
  const wanted = {
    userId: body.user_id,
    linkId: null,
    providerConfigId: body.provider_config_id,
    accountId: body.account_id,
    allowSignIn: body.allow_sign_in,
  }
  return inTransaction(ctx.db, async (trx) => {
    if (!(await findUserForUpdate(trx, ctx.project.id, body.user_id))) throw new KnownError('USER_NOT_FOUND')
    await assertNoConflict(trx, ctx, wanted)
    const link = await insertLink(trx, ctx.project.id, {
      ...wanted,
      email: body.email ?? null,
      allowConnectedAccounts: body.allow_connected_accounts,
      now: ctx.now(),
    })
    await recordChange(trx, ctx, 'provider_link.created', link)
    return link
  }).catch(rethrowConflict)
}

export async function changeLink(
  ctx: Context,
  userId: string,
  linkId: string,
  body: Bodies['update'],
): Promise<LinkRow> {
  const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as LinkChange
  return inTransaction(ctx.db, async (trx) => {
    const before = await lockLink(trx, ctx, userId, linkId)
    const after = { ...before, ...change }
    await assertNoConflict(trx, ctx, {
      userId,
      linkId,
      providerConfigId: before.provider_config_id,
      accountId: after.account_id,
      allowSignIn: after.allow_sign_in,
    })
    const account = await rememberAccount(trx, ctx.project.id, userId)
    const save = () => updateLink(trx, ctx.project.id, userId, linkId, change)
    if (change.allow_sign_in === false) await keepLastMethod(trx, ctx, userId, save)
    else await save()
    if (ctx.access === 'client' && after.allow_sign_in !== before.allow_sign_in) {
      const news = after.allow_sign_in ? 'provider_linked' : 'provider_unlinked'
      await announceChange(trx, ctx, account, news, before.provider_config_id)
    }
    if (Object.keys(change).length > 0) await recordChange(trx, ctx, 'provider_link.updated', before, change)
    return after
  }).catch(rethrowConflict)
}

/** The foreign keys delete the provider's tokens with the link. */
export async function removeLink(ctx: Context, userId: string, linkId: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const link = await lockLink(trx, ctx, userId, linkId)
    const account = await rememberAccount(trx, ctx.project.id, userId)
    await keepLastMethod(trx, ctx, userId, () => deleteLink(trx, ctx.project.id, userId, linkId))
    if (ctx.access === 'client') {
      await announceChange(trx, ctx, account, 'provider_unlinked', link.provider_config_id)
    }
    await recordChange(trx, ctx, 'provider_link.deleted', link)
  })
}

type ProviderType = (typeof providerTypes)[number]

/** Undefined if the project does not have the provider, or no longer: its links are then hidden. */
export function findProviderType({ project }: Context, providerConfigId: string): ProviderType | undefined {
  const { providers } = project.config.auth.oauth
  if (!Object.hasOwn(providers, providerConfigId)) return undefined
  return providers[providerConfigId]!.type ?? providerTypes.find((type) => type === providerConfigId)
}

export function linkNotFound(): PlainError {
  return new PlainError(404, 'The user has no such provider link.')
}

async function lockLink(trx: Db, ctx: Context, userId: string, linkId: string): Promise<LinkRow> {
  const user = await findUserForUpdate(trx, ctx.project.id, userId)
  const link = user && (await findLink(trx, ctx.project.id, userId, linkId))
  if (!link || !findProviderType(ctx, link.provider_config_id)) throw linkNotFound()
  return link
}

interface WantedLink {
  userId: string
  linkId: string | null
  providerConfigId: string
  accountId: string
  allowSignIn: boolean
}

async function assertNoConflict(trx: Db, ctx: Context, wanted: WantedLink): Promise<void> {
  const conflicts = await findLinkConflicts(trx, ctx.project.id, wanted)
  if (wanted.allowSignIn && conflicts.user_signs_in_otherwise) throw userSignsInOtherwise()
  if (conflicts.user_has_account) throw userHasAccount()
  if (wanted.allowSignIn && conflicts.account_signs_in) throw accountSignsInElsewhere()
}

/** Another user may have linked the account since it was looked up; the unique indexes are authoritative. */
function rethrowConflict(error: unknown): never {
  if (breaksUniqueIndex(error, 'one_sign_in_per_user_and_provider')) throw userSignsInOtherwise()
  if (breaksUniqueIndex(error, 'one_link_per_user_and_account')) throw userHasAccount()
  if (breaksUniqueIndex(error, 'one_sign_in_per_account')) throw accountSignsInElsewhere()
  throw error
}

function userSignsInOtherwise(): PlainError {
  return new PlainError(400, 'The user already signs in with another account from this provider.')
}

function userHasAccount(): PlainError {
  return new PlainError(400, 'The user is already linked to this account.')
}

function accountSignsInElsewhere() {
  return new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
}

async function recordChange(
  trx: Db,
  ctx: Context,
  action: AuditAction,
  link: LinkRow,
  change?: LinkChange,
): Promise<void> {
  const { id, provider_config_id, account_id } = link
  const details = { provider_link_id: id, provider_config_id, account_id, ...(change ? { change } : {}) }
  await recordAudit(trx, ctx, { action, target: { type: 'user', id: link.user_id }, details })
}
