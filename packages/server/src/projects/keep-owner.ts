import { sql } from 'kysely'
import type { Context } from '../http/context.ts'
import type { Db } from '../platform/db/database.ts'
import { PlainError } from '../platform/http/plain-error.ts'
import { internalProjectId } from '../platform/internal-project.ts'
import { ownerRoleOfMembership } from './owner-role-queries.ts'

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
  const hasOthers = sql`EXISTS (
    SELECT FROM team_memberships m
    WHERE m.project_id = ${internalProjectId} AND m.team_id = p.owner_team_id AND m.user_id <> ${userId}
      AND ${sql.raw(ownerRoleOfMembership)} = 'owner'
  )`
  const names = await listOwnedProjects(trx, teamIds, sql`AND NOT ${hasOthers}`)
  if (names.length === 0) return
  const advice = `Make somebody else an owner, or transfer or delete ${names.length === 1 ? 'it' : 'them'} first.`
  throw new PlainError(409, `Nobody else has the role owner in ${quote(names)}. ${advice}`)
}

/** Until the end of the transaction, nobody can leave or delete these teams, or transfer a project to them. */
export async function lockOwnerTeams(trx: Db, teamIds: string[]): Promise<void> {
  await sql`SELECT FROM teams WHERE project_id = ${internalProjectId} AND id = ANY(${teamIds}::uuid[])
    ORDER BY id FOR UPDATE`.execute(trx)
}

/** By name, the oldest first. */
export async function listOwnedProjects(trx: Db, teamIds: string[], condition = sql``): Promise<string[]> {
  const { rows } = await sql<{ display_name: string }>`
    SELECT p.display_name FROM projects p
    WHERE p.owner_team_id = ANY(${teamIds}::uuid[]) AND p.deleted_at IS NULL ${condition}
    ORDER BY p.created_at, p.id`.execute(trx)
  return rows.map(({ display_name }) => display_name)
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
