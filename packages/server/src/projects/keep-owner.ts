import type { Context } from '../http/context.ts'
import type { Db } from '../platform/db/database.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import { listOwnedProjects, listProjectsOwnedOnlyBy, lockOwnerTeams } from './owner-queries.ts'

/** A team that owns projects cannot be deleted. Must be called in the transaction that deletes it. */
export async function assertOwnsNoProject(trx: Db, { project }: Context, teamId: string): Promise<void> {
  if (project.id !== internalProjectId) return
  const names = await listOwnedProjects(trx, [teamId])
  if (names.length > 0) throw new PlainError(409, `This team owns ${quote(names)}. ${transferFirst(names)}`)
}

/**
 * The last owner of a team that owns projects can neither leave nor get another role. Must be called in the transaction
 * that changes it.
 */
export async function assertNotLastOwner(
  trx: Db,
  { project }: Context,
  userId: string,
  teamIds: string[],
): Promise<void> {
  if (project.id !== internalProjectId) return
  await lockOwnerTeams(trx, teamIds)
  const names = await listProjectsOwnedOnlyBy(trx, userId, teamIds)
  if (names.length === 0) return
  const advice = `Make somebody else an owner, or transfer or delete ${names.length === 1 ? 'it' : 'them'} first.`
  throw new PlainError(409, `Nobody else has the role owner in ${quote(names)}. ${advice}`)
}

const maxNamed = 5
const maxNameLength = 100

function quote(names: string[]): string {
  const shown = names.slice(0, maxNamed).map((name) => `“${name.slice(0, maxNameLength)}”`)
  const rest = names.length - shown.length
  return `the ${names.length === 1 ? 'project' : 'projects'} ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function transferFirst(names: string[]): string {
  return `Transfer or delete ${names.length === 1 ? 'it' : 'them'} first.`
}
