import type { Context } from '../../http/context.ts'
import { type BoundedList, maxListed, readOffset, toListBody } from '../../platform/db/bounded-list.ts'
import { toCursor } from '../../platform/db/cursor.ts'
import { comparePermissionIds, expandPermissions, listGrantingIds, type PermissionScope, scopeOf } from './graph.ts'
import { isGrantedInTeam, listProjectGrants, listTeamGrants } from './queries.ts'

interface PermissionQuery {
  user_id?: string | undefined
  permission_id?: string | undefined
  recursive?: 'true' | 'false' | undefined
  cursor?: string | undefined
}

interface Grant {
  team_id: string
  user_id: string
  permission_id: string
}

interface TeamPermission {
  id: string
  team_id: string
  user_id: string
}

export async function listTeamPermissions(ctx: Context, query: PermissionQuery & { team_id?: string | undefined }) {
  const { user_id, team_id, permission_id } = query
  const permissionIds = idsToLookFor(ctx, 'team', query)
  if (user_id && team_id && permission_id && permissionIds && query.cursor === undefined) {
    const isGranted = await isGrantedInTeam(ctx.db, ctx.project.id, { teamId: team_id, userId: user_id, permissionIds })
    return toListBody(isGranted ? [{ id: permission_id, team_id, user_id }] : [], null, undefined)
  }
  const filter = { userId: user_id, teamId: team_id, permissionIds }
  const grants = await listTeamGrants(ctx.db, ctx.project.id, filter, query.cursor)
  const { rows, nextCursor } = toPermissions(ctx, 'team', grants, query)
  return toListBody(rows, nextCursor, query.cursor)
}

export async function listProjectPermissions(ctx: Context, query: PermissionQuery) {
  const filter = { userId: query.user_id, permissionIds: idsToLookFor(ctx, 'project', query) }
  const grants = await listProjectGrants(ctx.db, ctx.project.id, filter, query.cursor)
  const inNoTeam = { ...grants, rows: grants.rows.map((grant) => ({ ...grant, team_id: '' })) }
  const { rows, nextCursor } = toPermissions(ctx, 'project', inNoTeam, query)
  const items = rows.map(({ id, user_id }) => ({ id, user_id }))
  return toListBody(items, nextCursor, query.cursor)
}

/** Only grants that include the wanted permission matter. */
function idsToLookFor(ctx: Context, scope: PermissionScope, query: PermissionQuery): string[] | undefined {
  if (query.permission_id === undefined) return undefined
  if (query.recursive !== 'true')
    return scopeOf(ctx.project.config, query.permission_id) === scope ? [query.permission_id] : []
  return listGrantingIds(ctx.project.config, scope, query.permission_id)
}

/**
 * One entry per team, user and permission, without undefined ones, in the order of the wire. For recursive lists, a
 * page ends between two users, so that nothing is listed twice.
 */
function toPermissions(
  ctx: Context,
  scope: PermissionScope,
  { rows, nextCursor }: BoundedList<Grant>,
  { permission_id: wanted, recursive, cursor }: PermissionQuery,
): BoundedList<TeamPermission> {
  const { config } = ctx.project
  const isRecursive = recursive === 'true'
  const holders = groupByHolder(rows)
  const items: TeamPermission[] = []
  let read = 0
  for (const [place, { team_id, user_id, granted }] of holders.entries()) {
    const held = isRecursive
      ? [...expandPermissions(config, scope, granted)]
      : granted.filter((id) => scopeOf(config, id) === scope)
    const listed = held.filter((id) => wanted === undefined || id === wanted).sort(comparePermissionIds)
    const mayGoOn = nextCursor !== null && place === holders.length - 1
    if (isRecursive && place > 0 && (mayGoOn || items.length + listed.length > maxListed)) {
      return { rows: items, nextCursor: toCursor(readOffset(cursor) + read) }
    }
    for (const id of listed) items.push({ id, team_id, user_id })
    read += granted.length
  }
  return { rows: items, nextCursor }
}

function groupByHolder(grants: Grant[]) {
  const holders = new Map<string, { team_id: string; user_id: string; granted: string[] }>()
  for (const { team_id, user_id, permission_id } of grants) {
    const key = `${team_id}/${user_id}`
    const holder = holders.get(key)
    if (holder) holder.granted.push(permission_id)
    else holders.set(key, { team_id, user_id, granted: [permission_id] })
  }
  return [...holders.values()]
}
