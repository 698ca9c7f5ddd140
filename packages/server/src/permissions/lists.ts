import type { Context } from '../http/context.ts'
import { comparePermissionIds, expandPermissions, listGrantingIds, type PermissionScope, scopeOf } from './graph.ts'
import { listProjectGrants, listTeamGrants } from './queries.ts'

interface PermissionQuery {
  user_id?: string | undefined
  permission_id?: string | undefined
  recursive?: 'true' | 'false' | undefined
}

interface TeamPermission {
  id: string
  team_id: string
  user_id: string
}

export async function listTeamPermissions(ctx: Context, query: PermissionQuery & { team_id?: string | undefined }) {
  const grants = await listTeamGrants(ctx.db, ctx.project.id, {
    userId: query.user_id,
    teamId: query.team_id,
    permissionIds: idsToLookFor(ctx, 'team', query),
  })
  return toPermissions(ctx, 'team', grants, query)
}

export async function listProjectPermissions(ctx: Context, query: PermissionQuery) {
  const grants = await listProjectGrants(ctx.db, ctx.project.id, {
    userId: query.user_id,
    permissionIds: idsToLookFor(ctx, 'project', query),
  })
  const inNoTeam = grants.map((grant) => ({ ...grant, team_id: '' }))
  return toPermissions(ctx, 'project', inNoTeam, query).map(({ id, user_id }) => ({ id, user_id }))
}

/** Only grants that lead to the wanted permission matter. */
function idsToLookFor(ctx: Context, scope: PermissionScope, query: PermissionQuery): string[] | undefined {
  if (query.permission_id === undefined) return undefined
  if (query.recursive !== 'true') return [query.permission_id]
  return listGrantingIds(ctx.project.config, scope, query.permission_id)
}

/** One entry per team, user and permission, without those that are not defined any more, in the order of the wire. */
function toPermissions(
  ctx: Context,
  scope: PermissionScope,
  grants: { team_id: string; user_id: string; permission_id: string }[],
  { permission_id: wanted, recursive }: PermissionQuery,
): TeamPermission[] {
  const { config } = ctx.project
  const holders = new Map<string, { team_id: string; user_id: string; granted: string[] }>()
  for (const { team_id, user_id, permission_id } of grants) {
    const key = `${team_id}/${user_id}`
    const holder = holders.get(key)
    if (holder) holder.granted.push(permission_id)
    else holders.set(key, { team_id, user_id, granted: [permission_id] })
  }
  return [...holders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { team_id, user_id, granted }]) => {
      const held =
        recursive === 'true'
          ? [...expandPermissions(config, scope, granted)]
          : granted.filter((id) => scopeOf(config, id) === scope)
      return held
        .filter((id) => wanted === undefined || id === wanted)
        .sort(comparePermissionIds)
        .map((id) => ({ id, team_id, user_id }))
    })
}
