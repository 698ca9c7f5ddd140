import { randomUUID } from 'node:crypto'
import { KnownError } from '@latchkey/contract'
import { insertPrimaryEmail, signInIndex } from '../../accounts/contact-channels/queries.ts'
import { toUserBody } from '../../accounts/users/body.ts'
import { findUserRecord, joinSearchText } from '../../accounts/users/queries.ts'
import { breaksForeignKey, breaksUniqueIndex, type Db } from '../../platform/db/database.ts'
import { toJsonText } from '../../platform/db/json-text.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { Project } from '../../projects/cache.ts'
import { createTeam } from '../../teams/create.ts'
import { defaultPermissionIds } from '../../teams/permissions/defaults.ts'
import { insertProjectGrants } from '../../teams/permissions/queries.ts'
import { personalTeamName } from '../../teams/queries.ts'
import { recordEvent } from '../../webhooks/events.ts'
import { insertLink } from '../provider-links/queries.ts'
import { insertUserRow, updateUserRow } from './queries.ts'

export interface NewUser {
  id?: string
  displayName?: string | null
  profileImageUrl?: string | null
  locale?: string | null
  primaryEmail?: { value: string; isVerified: boolean; usedForAuth: boolean } | null
  isAnonymous?: boolean
  passwordHash?: string | null
  otpAuthEnabled?: boolean
  totpSecretEncrypted?: string | null
  clientMetadata?: unknown
  clientReadOnlyMetadata?: unknown
  serverMetadata?: unknown
  oauthProviders?: { id: string; account_id: string; email: string | null }[]
}

/** Everything that belongs to a new account, however it is created. Must be called in a transaction. */
export async function insertUser(db: Db, project: Project, user: NewUser, now: Date): Promise<string> {
  const id = user.id ?? randomUUID()
  const displayName = user.displayName || null
  await insertUserRow(db, project.id, {
    id,
    display_name: displayName,
    profile_image_url: user.profileImageUrl ?? null,
    locale: user.locale ?? null,
    is_anonymous: user.isAnonymous ?? false,
    client_metadata: toJsonText(user.clientMetadata),
    client_read_only_metadata: toJsonText(user.clientReadOnlyMetadata),
    server_metadata: toJsonText(user.serverMetadata),
    selected_team_id: null,
    password_hash: user.passwordHash ?? null,
    otp_auth_enabled: user.otpAuthEnabled ?? false,
    totp_secret_encrypted: user.totpSecretEncrypted ?? null,
    signed_up_at: now,
    last_active_at: now,
    search_text: joinSearchText(displayName, user.primaryEmail ? [user.primaryEmail.value] : []),
  }).catch((error: unknown) => {
    // The project was deleted during the request.
    throw breaksForeignKey(error) ? new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: project.id }) : error
  })
  if (user.primaryEmail) await insertPrimaryEmail(db, project.id, { userId: id, ...user.primaryEmail, now })
  await insertProviderLinks(db, project, id, user.oauthProviders ?? [], now)
  await grantDefaultPermissions(db, project, id)
  const created = (await findUserRecord(db, project.id, id))!
  await recordEvent(db, project.id, { type: 'user.created', data: toUserBody(created), now })
  // The webhook shows the user as it was before its personal team was created and selected.
  if (project.config.teams.createPersonalTeamOnSignUp) {
    await insertPersonalTeam(db, project, id, { displayName, primaryEmail: user.primaryEmail?.value ?? null }, now)
  }
  return id
}

async function insertProviderLinks(
  db: Db,
  project: Project,
  userId: string,
  links: NonNullable<NewUser['oauthProviders']>,
  now: Date,
): Promise<void> {
  const unknown = links.find((link) => !Object.hasOwn(project.config.auth.oauth.providers, link.id))
  if (unknown) throw new PlainError(400, `The project has no sign-in provider ${JSON.stringify(unknown.id)}.`)
  if (new Set(links.map((link) => link.id)).size < links.length) {
    throw new PlainError(400, 'A user can sign in with only one account per provider.')
  }
  for (const { id: providerConfigId, account_id: accountId, email } of links) {
    const link = { userId, providerConfigId, accountId, email, allowSignIn: true, allowConnectedAccounts: true, now }
    await insertLink(db, project.id, link)
  }
}

async function grantDefaultPermissions(db: Db, project: Project, userId: string): Promise<void> {
  const ids = defaultPermissionIds(project.config, 'signUp')
  if (ids.length === 0) return
  await insertProjectGrants(db, project.id, userId, ids)
}

async function insertPersonalTeam(
  db: Db,
  project: Project,
  userId: string,
  name: { displayName: string | null; primaryEmail: string | null },
  now: Date,
): Promise<void> {
  const teamId = randomUUID()
  await createTeam(db, project, { id: teamId, displayName: personalTeamName(name), creatorId: userId }, now)
  await updateUserRow(db, project.id, userId, { selected_team_id: teamId })
}

/** Concurrent sign-ups are resolved by the unique index, not by a check beforehand. */
export function explainTakenEmail(error: unknown, email: string | null | undefined): unknown {
  if (breaksUniqueIndex(error, signInIndex)) return emailTaken(email ?? '')
  if (breaksUniqueIndex(error, 'one_sign_in_per_account')) {
    return new KnownError('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN')
  }
  return error
}

export function emailTaken(email: string): KnownError<'USER_EMAIL_ALREADY_EXISTS'> {
  return new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
}
