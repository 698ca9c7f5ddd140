import { listAddresses } from '../../accounts/account-notices/queries.ts'
import { isKnown } from '../../accounts/account-notices/seniority.ts'
import { announceUpdate } from '../../accounts/users/announce.ts'
import { findUserForUpdate } from '../../accounts/users/queries.ts'
import { enqueueEmail } from '../../emails/outbox/outbox.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { type AuditEntry, recordSystemAudit } from '../../records/audit/record.ts'
import { deleteEndedPasskeys, listEndingPasskeys, schedulePasskeyEnd } from '../passkey/queries.ts'
import { listEndingSecondFactors, scheduleSecondFactorEnd, setSecondFactor } from './queries.ts'

const day = 24 * 3600 * 1000
const delayMillis = 3 * day
const noticeLifetimeMillis = 2 * day

type Place = { project: Project; platform: Platform; now(): Date }
type LockedUser = NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>
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

/** What can end: whose it is, and how. Ending returns what is audited, and nothing if it was used or replaced meanwhile. */
const endings: readonly {
  list: (db: Db, now: Date) => Promise<{ project_id: string; user_id: string }[]>
  end: (trx: Db, projectId: string, user: LockedUser, now: Date) => Promise<Omit<AuditEntry, 'target'>[]>
}[] = [
  { list: listEndingSecondFactors, end: endTotp },
  { list: listEndingPasskeys, end: endPasskeys },
]

/** The job that removes the second factors whose time has come. */
export async function endSecondFactors(platform: Platform): Promise<void> {
  for (const { list, end } of endings) {
    for (const { project_id, user_id } of await list(platform.db, platform.now())) {
      const project = await projectCache(platform).find(project_id)
      if (project) await endSecondFactor({ project, platform, now: platform.now }, user_id, end)
    }
  }
}

async function endSecondFactor(place: Place, id: string, end: (typeof endings)[number]['end']): Promise<void> {
  const { project, platform, now } = place
  await inTransaction(platform.db, async (trx) => {
    const user = await findUserForUpdate(trx, project.id, id)
    const entries = user ? await end(trx, project.id, user, now()) : []
    if (!user || entries.length === 0) return
    for (const entry of entries) {
      await recordSystemAudit(trx, project.id, { ...entry, target: { type: 'user', id } }, now())
    }
    const person = { id, displayName: user.display_name, locale: user.locale }
    await tellAllAddresses(trx, place, person, 'second_factor_ended', now())
    await announceUpdate(trx, place, id)
  })
}

/** The one that the user had before comes back. */
async function endTotp(trx: Db, projectId: string, user: LockedUser, now: Date): Promise<Omit<AuditEntry, 'target'>[]> {
  if (!user.second_factor_ends_at || user.second_factor_ends_at > now) return []
  const secret = user.earlier_totp_secret_encrypted
  await setSecondFactor(trx, projectId, user.id, { requires_totp: secret !== null, totp_secret_encrypted: secret })
  return [{ action: 'second_factor.disabled' }]
}

async function endPasskeys(
  trx: Db,
  projectId: string,
  user: LockedUser,
  now: Date,
): Promise<Omit<AuditEntry, 'target'>[]> {
  const ended = await deleteEndedPasskeys(trx, projectId, user.id, now)
  return ended.map(({ id, name, device_name }) => ({
    action: 'passkey.removed',
    details: { passkey_id: id, name: name ?? device_name },
  }))
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
