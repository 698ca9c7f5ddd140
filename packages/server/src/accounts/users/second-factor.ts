import { KnownError, type RouteDefinition } from '@latchkey/contract'
import type { Project } from '../../projects/cache.ts'
import type { UserRecord } from './queries.ts'

/** What requires a second factor of a user, on the wire. Null: it is required already. */
export interface Requirement {
  required_by: 'project' | 'team'
  display_name: string
  required_from_millis: number | null
}

export type PolicyProject = Pick<Project, 'display_name' | 'config' | 'has_team_policies'>
type Factors = Pick<UserRecord, 'requires_totp' | 'passkey_mfa_enabled'>
export type PolicyUser = Factors & Pick<UserRecord, 'is_anonymous' | 'team_policy'>

/** Whether a sign-in needs a second step: the only place that says what counts as one. */
export function hasSecondFactor(user: Factors): boolean {
  return user.requires_totp || user.passkey_mfa_enabled
}

/** The strictest of what the project and the user's teams require: what applies first. */
export function findRequirement(project: PolicyProject, user: PolicyUser, now: Date): Requirement | null {
  const { policy, requiredFromMillis = 0 } = project.config.auth.secondFactor
  const asOf = (millis: number) => (millis <= now.getTime() ? null : millis)
  const required: Requirement[] = []
  // Anonymous users have not even a first factor. Teams do not let them in without a second one, though.
  if (policy === 'required' && !user.is_anonymous) {
    const { display_name } = project
    required.push({ required_by: 'project', display_name, required_from_millis: asOf(requiredFromMillis) })
  }
  if (user.team_policy) {
    const { display_name, from_millis } = user.team_policy
    required.push({ required_by: 'team', display_name, required_from_millis: asOf(from_millis) })
  }
  required.sort((a, b) => (a.required_from_millis ?? 0) - (b.required_from_millis ?? 0))
  return required[0] ?? null
}

/** What the user has to set up a second factor for before anything else. */
export function findUnmetRequirement(project: PolicyProject, user: PolicyUser, now: Date): Requirement | undefined {
  if (hasSecondFactor(user)) return undefined
  const requirement = findRequirement(project, user, now)
  return requirement?.required_from_millis === null ? requirement : undefined
}

/** Known without reading the user, so that projects without a policy pay nothing for it. */
export function mayBeRequired({ config, has_team_policies }: PolicyProject): boolean {
  return has_team_policies || config.auth.secondFactor.policy === 'required'
}

/** Users may set one up if the project offers it, or if they need it for a team. */
export function isSecondFactorOffered(project: PolicyProject, user: PolicyUser, now: Date): boolean {
  return project.config.auth.secondFactor.policy !== 'off' || findRequirement(project, user, now) !== null
}

export function secondFactorRequired({ required_by, display_name }: Requirement) {
  return new KnownError('SECOND_FACTOR_REQUIRED', { required_by, display_name })
}

/** Whether the route, with this body, is for users who still have to set up their second factor. */
export function isBeforeSecondFactor({ beforeSecondFactor }: Partial<RouteDefinition>, body: unknown): boolean {
  if (beforeSecondFactor === undefined) return false
  if (beforeSecondFactor === true) return true
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const setsUp = (value: unknown) => value !== null && value !== false
  return members.length > 0 && members.every(([name, value]) => beforeSecondFactor.includes(name) && setsUp(value))
}
