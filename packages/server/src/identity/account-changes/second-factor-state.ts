import type { Context } from '../../http/context.ts'
import { listPasskeys } from '../passkey/queries.ts'
import { findRecoveryCodeSet } from '../recovery-codes/queries.ts'
import { findSecondFactor } from './queries.ts'
import { dropsRecoveryCodes, hasNewSecondFactor, type UndoableChange } from './undo.ts'

/** What undoing a change would take away of the second factors that were set up since, or put an end to. */
export async function findAddedSecondFactors(
  ctx: Context,
  userId: string,
  { madeAt, data }: Pick<UndoableChange, 'madeAt' | 'data'>,
) {
  const { user, passkeys, codes } = await readSecondFactors(ctx, userId)
  const known = new Set(data.state.passkeys.map(({ credential_id }) => credential_id))
  const becameFactor = user?.passkey_mfa_enabled === true && !data.state.passkey_mfa_enabled
  return {
    hasTotp: user !== undefined && hasNewSecondFactor(ctx, user, data.state),
    hasPasskeys: becameFactor && passkeys.some(({ credential_id }) => !known.has(credential_id)),
    dropsRecoveryCodes: codes !== undefined && (dropsRecoveryCodes(data) || codes.created_at >= madeAt),
  }
}

/** When second factors are removed that could not be removed at once, and whether the others are without a way out. */
export async function findSecondFactorEnds(ctx: Context, userId: string) {
  const { user, passkeys, codes } = await readSecondFactors(ctx, userId)
  const totp = user?.second_factor_ends_at ?? null
  const stays = (user?.requires_totp && !totp) || (user?.passkey_mfa_enabled && passkeys.some((one) => !one.ends_at))
  return {
    totp,
    passkeys: passkeys.find(({ ends_at }) => ends_at)?.ends_at ?? null,
    lacksRecoveryCodes: Boolean(stays) && codes === undefined,
  }
}

async function readSecondFactors({ db, project }: Context, userId: string) {
  const [user, passkeys, codes] = await Promise.all([
    findSecondFactor(db, project.id, userId),
    listPasskeys(db, project.id, userId),
    findRecoveryCodeSet(db, project.id, userId),
  ])
  return { user, passkeys, codes }
}
