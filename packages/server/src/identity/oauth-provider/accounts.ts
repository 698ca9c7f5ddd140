import type { Account } from 'oidc-provider'
import { findRestriction } from '../../accounts/user-restrictions/is-restricted.ts'
import { findUserRecord, findUserWithPolicy, type UserRecord } from '../../accounts/users/queries.ts'
import { findUnmetRequirement } from '../../accounts/users/second-factor.ts'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import { listTeamClaims } from './team-queries.ts'

/** Undefined if the user has been deleted or restricted, or has to set up a second factor before anything else. */
export async function findAccountIn(db: Db, ctx: Context, userId: string): Promise<UserRecord | undefined> {
  const { project, now } = ctx
  const find = project.has_team_policies ? findUserWithPolicy : findUserRecord
  const user = await find(db, project.id, userId)
  const isRefused = !user || findRestriction(user, now()) || findUnmetRequirement(project, user, now())
  return isRefused ? undefined : user
}

export async function findAccount(_: unknown, userId: string): Promise<Account | undefined> {
  const request = providerRequest()
  const user = await findAccountIn(await request.db(), request.ctx, userId)
  return user && { accountId: userId, claims: (_use, scope) => readClaims(request, user, scope.split(' ')) }
}

const ownClaims = { profile: ['name', 'picture', 'locale'], email: ['email', 'email_verified'], teams: ['teams'] }

/** The claims of each scope. */
export function claimsByScope(custom: Record<string, { scope: string }>): Record<string, string[]> {
  const claims: Record<string, string[]> = { openid: ['sub', 'acr', 'amr', 'auth_time'] }
  for (const [scope, names] of Object.entries(ownClaims)) claims[scope] = [...names]
  for (const [name, { scope }] of Object.entries(custom)) claims[scope] = [...(claims[scope] ?? []), name]
  return claims
}

async function readClaims(request: ProviderRequest, user: Readonly<UserRecord>, scopes: string[]) {
  return {
    sub: user.id,
    name: user.display_name ?? undefined,
    picture: user.profile_image_url ?? undefined,
    locale: user.locale ?? undefined,
    ...(user.primary_email ? { email: user.primary_email, email_verified: user.primary_email_verified } : {}),
    ...(scopes.includes('teams') ? { teams: await readTeams(request, user.id) } : {}),
    ...readMetadata(request, user),
  }
}

/** Those of the team that the user has chosen, if it was one. */
async function readTeams(request: ProviderRequest, userId: string) {
  const of = { userId, teamId: request.teamId }
  return listTeamClaims(await request.db(), request.projectId, of)
}

function readMetadata({ ctx }: ProviderRequest, user: Readonly<UserRecord>): Record<string, unknown> {
  const custom = Object.entries(ctx.project.config.oauthProvider?.claims ?? {})
  const claims = custom.map(([name, { metadata, key }]) => {
    const stored = user[`${metadata}_metadata`] as Record<string, unknown> | null
    return [name, stored && Object.hasOwn(stored, key) ? stored[key] : undefined]
  })
  return Object.fromEntries(claims)
}
