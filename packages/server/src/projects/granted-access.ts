import type { Grant, Services } from '../http/context.ts'
import { internalProjectId } from '../internal-project.ts'
import type { Project } from './cache.ts'
import { findProjectManager } from './queries.ts'

/**
 * Whether the owner or the key that something was granted to would still get access to the project. Links, tokens and
 * streams end with whoever opened them.
 */
export async function isStillGranted(
  { db, now }: Pick<Services, 'db' | 'now'>,
  project: Project,
  { owner, keySetId }: Grant,
): Promise<boolean> {
  if (!owner) return keySetId === null || project.hasValidKeySet(keySetId, now())
  const manager = { owner, ownerTeamId: project.owner_team_id, now: now() }
  return Boolean((await findProjectManager(db, internalProjectId, manager))?.manages)
}
