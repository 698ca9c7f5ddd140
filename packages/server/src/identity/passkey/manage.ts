import type { HandlerOutput, passkeyRoutes } from '@latchkey/contract'
import { announceChange } from '../../accounts/account-notices/announce.ts'
import { rememberAccount } from '../../accounts/account-notices/remember.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate, type UserRecord } from '../../accounts/users/queries.ts'
import type { Context } from '../../http/context.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { notePasskeyFactor } from '../mfa/passkey-factor.ts'
import { keepRequiredFactor } from '../mfa/required-factor.ts'
import { keepLastMethod } from '../users/last-method.ts'
import { deletePasskey, listPasskeys, type PasskeyRow, updatePasskeyName } from './queries.ts'

type PasskeyBody = HandlerOutput<(typeof passkeyRoutes)['PATCH /passkeys/{user_id}/{id}']>

export async function renamePasskey(
  ctx: Context,
  { user_id: userId, id }: { user_id: string; id: string },
  name: string | null | undefined,
): Promise<PasskeyBody> {
  return inTransaction(ctx.db, async (trx) => {
    const { passkey: before } = await lockPasskey(trx, ctx, userId, id)
    if (name === undefined || name === before.name) return toPasskeyBody(before)
    await updatePasskeyName(trx, ctx.project.id, userId, id, name)
    const details = { passkey_id: id, name: { from: nameOf(before), to: name ?? before.device_name } }
    await recordAudit(trx, ctx, { action: 'passkey.renamed', target: { type: 'user', id: userId }, details })
    return toPasskeyBody({ ...before, name })
  })
}

/** Only changes by the users themselves are announced to them. */
export async function removePasskey(
  ctx: Context,
  { user_id: userId, id }: { user_id: string; id: string },
  person: UserRecord | undefined,
): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
    const { user, passkey } = await lockPasskey(trx, ctx, userId, id)
    const before = ctx.access === 'client' ? await rememberAccount(trx, ctx.project.id, userId) : undefined
    await keepLastMethod(trx, ctx, userId, async () => {
      await deletePasskey(trx, ctx.project.id, userId, id)
    })
    if (person) await keepRequiredFactor(trx, ctx, person, user)
    await recordRemoval(trx, ctx, passkey)
    if (before) await announceChange(trx, ctx, before, 'passkey_removed')
    await notePasskeyFactor(trx, ctx, user, before)
    // Whether the user has any passkey is all that webhooks know about them.
    const isLast = (await listPasskeys(trx, ctx.project.id, userId)).length === 0
    if (isLast) await announceUpdate(trx, ctx, userId)
  })
}

export async function recordRemoval(trx: Db, ctx: Context, passkey: PasskeyRow): Promise<void> {
  const details = { passkey_id: passkey.id, name: nameOf(passkey) }
  await recordAudit(trx, ctx, { action: 'passkey.removed', target: { type: 'user', id: passkey.user_id }, details })
}

export function toPasskeyBody(passkey: PasskeyRow): PasskeyBody {
  const { id, user_id, name, device_name, created_at, last_used_at } = passkey
  return {
    id,
    user_id,
    name,
    device_name,
    created_at_millis: created_at.getTime(),
    last_used_at_millis: last_used_at?.getTime() ?? null,
  }
}

/** The user is locked first, so that changes of one user's sign-in methods run one after the other. */
async function lockPasskey(trx: Db, ctx: Context, userId: string, id: string) {
  const user = await findUserForUpdate(trx, ctx.project.id, userId)
  const passkeys = await listPasskeys(trx, ctx.project.id, userId)
  const passkey = passkeys.find((each) => each.id === id)
  if (!user || !passkey) throw new PlainError(404, 'The user does not have this passkey.')
  return { user, passkey }
}

const nameOf = ({ name, device_name }: PasskeyRow) => name ?? device_name
