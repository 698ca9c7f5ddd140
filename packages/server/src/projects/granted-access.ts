import { type Capability, type OwnerRole, rolesFor } from '@latchkey/contract'
import type { ActiveGrant, Grant } from '../http/context.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import type { Platform } from '../platform/platform.ts'
import type { Project } from './cache.ts'
import { findActiveOwnerRole } from './owner-queries.ts'
import { findProjectManager } from './queries.ts'

type Needed = Pick<Platform, 'db' | 'now'>

/** Links, tokens and streams end with whoever opened them. Undefined if that owner or key no longer has access. */
export async function findActiveGrant(
  { db, now }: Needed,
  project: Project,
  { owner, keySetId }: Grant,
): Promise<ActiveGrant | undefined> {
  if (!owner) {
    return keySetId === null || project.hasValidKeySet(keySetId, now()) ? { owner: null, keySetId } : undefined
  }
  const manager = { owner, ownerTeamId: project.owner_team_id, now: now() }
  const role = (await findProjectManager(db, internalProjectId, manager))?.role
  return role ? { owner: { ...owner, role }, keySetId } : undefined
}

/** Whether the owner, by their role now, or the key may still do it. */
export async function isStillGranted(
  platform: Needed,
  project: Project,
  grant: Grant,
  capability: Capability,
): Promise<boolean> {
  const active = await findActiveGrant(platform, project, grant)
  if (!active?.owner) return active !== undefined
  return allows(project, active.owner.role, capability)
}

/** The same for what outlives sessions: signing out is no loss of access, and an owner does so before a week is over. */
export async function mayStill(
  { db, now }: Needed,
  project: Project,
  { ownerId, keySetId }: { ownerId: string | null; keySetId: string | null },
  capability: Capability,
): Promise<boolean> {
  if (ownerId === null) return keySetId === null || project.hasValidKeySet(keySetId, now())
  const role = project.owner_team_id && (await findActiveOwnerRole(db, project.owner_team_id, ownerId, now()))
  return role ? allows(project, role, capability) : false
}

const allows = ({ id }: Project, role: OwnerRole, capability: Capability): boolean =>
  rolesFor(capability, { isInternal: id === internalProjectId }).includes(role)
