import { listAddresses } from '../../accounts/account-notices/queries.ts'
import { isKnown } from '../../accounts/account-notices/seniority.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { enqueueEmail } from '../../emails/outbox/outbox.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { deleteEndedPasskeys, listEndingPasskeys, schedulePasskeyEnd } from '../passkey/queries.ts'
import { findEndingSecondFactor, listEndingSecondFactors, scheduleSecondFactorEnd, setSecondFactor } from './queries.ts'

const day = 24 * 3600 * 1000
const delayMillis = 3 * day
const noticeLifetimeMillis = 2 * day

type Place = { project: Project; platform: Platform; now(): Date }
type Person = { id: string; displayName: string | null; locale: string | null }

/**
 * Removes the second factor in three days, unless a sign-in uses it before (`useTotpStep`): using it shows that it is
 * not lost. Until then it is required as before. All addresses are told, so that whoever reads only one of them cannot
 * do it in secret. Call it in a transaction.
 */
export async function endSecondFactorLater(
  trx: Db,
  place: Place,
  user: Person,
  earlierSecret: string | null,
): Promise<void> {
  const endsAt = new Date(place.now().getTime() + delayMillis)
  await scheduleSecondFactorEnd(trx, place.project.id, user.id, { endsAt, earlierSecret })
  await tellAllAddresses(trx, place, user, 'second_factor_ending', endsAt)
}

/** The same for passkeys that became the second factor: those that the user had before stay. */
export async function endPasskeysLater(
  trx: Db,
  place: Place,
  user: Person,
  keptCredentialIds: string[],
): Promise<void> {
  const endsAt = new Date(place.now().getTime() + delayMillis)
  const isAny = await schedulePasskeyEnd(trx, place.project.id, user.id, { endsAt, keptCredentialIds })
  if (isAny) await tellAllAddresses(trx, place, user, 'second_factor_ending', endsAt)
}

/** The job that removes the second factors whose time has come. */
export async function endSecondFactors(platform: Platform): Promise<void> {
  await endTotps(platform)
  await endPasskeys(platform)
}

async function endPasskeys(platform: Platform): Promise<void> {
  const { db, now } = platform
  for (const { project_id: projectId, user_id: id } of await listEndingPasskeys(db, now())) {
    const project = await projectCache(platform).find(projectId)
    if (!project) continue
    await inTransaction(db, async (trx) => {
      const user = await findUserForUpdate(trx, projectId, id)
      const ended = user && (await deleteEndedPasskeys(trx, projectId, id, now()))
      if (!user || !ended?.length) return
      const place = { project, platform, now }
      for (const passkey of ended) {
        const details = { passkey_id: passkey.id, name: passkey.name ?? passkey.device_name }
        const target = { type: 'user' as const, id }
        await recordSystemAudit(trx, projectId, { action: 'passkey.removed', target, details }, now())
      }
      await tellAllAddresses(
        trx,
        place,
        { id, displayName: user.display_name, locale: user.locale },
        'second_factor_ended',
        now(),
      )
      await announceUpdate(trx, place, id)
    })
  }
}

async function endTotps(platform: Platform): Promise<void> {
  const { db, now } = platform
  for (const { project_id: projectId, id } of await listEndingSecondFactors(db, now())) {
    const project = await projectCache(platform).find(projectId)
    if (!project) continue
    await inTransaction(db, async (trx) => {
      const user = await findEndingSecondFactor(trx, projectId, id, now())
      if (!user) return
      const place = { project, platform, now }
      const secret = user.earlier_totp_secret_encrypted
      await setSecondFactor(trx, projectId, id, { requires_totp: secret !== null, totp_secret_encrypted: secret })
      const target = { type: 'user' as const, id }
      await recordSystemAudit(trx, projectId, { action: 'second_factor.disabled', target }, now())
      await tellAllAddresses(
        trx,
        place,
        { id, displayName: user.display_name, locale: user.locale },
        'second_factor_ended',
        now(),
      )
      await announceUpdate(trx, place, id)
    })
  }
}

/** Without a limit per recipient, so that other changes cannot use it up before. */
async function tellAllAddresses(
  trx: Db,
  place: Place,
  user: Person,
  kind: 'second_factor_ending' | 'second_factor_ended',
  endsAt: Date,
): Promise<void> {
  const { project, platform } = place
  const names = { projectDisplayName: project.display_name, userDisplayName: user.displayName ?? '' }
  const now = place.now()
  const discardAfter = new Date(now.getTime() + noticeLifetimeMillis)
  for (const { value: to } of (await listAddresses(trx, project.id, user.id)).filter(isKnown)) {
    const email = { kind, to, locale: user.locale, variables: { ...names, endsAt }, discardAfter, now }
    await enqueueEmail(trx, project, email, platform.secrets)
  }
}
