import { KnownError } from '@latchkey/contract'
import { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { readCursor, toPage } from '../../platform/db/cursor.ts'
import { listDefinitions } from './definitions.ts'
import { comparePermissionIds, listGrantingIds, type PermissionScope, scopeOf } from './graph.ts'
import { countHolders, listHolderRows } from './holder-queries.ts'

const defaultPageSize = 50

interface HolderQuery {
  permission_id: string
  limit?: number | undefined
  cursor?: string | undefined
}

/** Who has a permission, by team and user, and which of their grants give it to them. */
export async function listPermissionHolders(ctx: Context, query: HolderQuery) {
  const { permission_id: permissionId, limit = defaultPageSize } = query
  const { config, id: projectId } = ctx.project
  const scope = scopeOf(config, permissionId)
  if (!scope) throw new KnownError('PERMISSION_NOT_FOUND', { permission_id: permissionId })
  const ids = listGrantingIds(config, scope, permissionId)
  const start = readCursor(query.cursor, z.array(z.guid()).length(scope === 'team' ? 2 : 1))
  const found = await listHolderRows(ctx.db, projectId, scope, ids, { limit, start })
  const { rows, nextCursor } = toPage(found, limit, ({ user_id, team_id }) =>
    team_id ? [user_id, team_id] : [user_id],
  )
  return {
    items: rows.map(({ team_id, team_name, granted, ...row }) => ({
      user: {
        id: row.user_id,
        display_name: row.display_name,
        primary_email: row.primary_email,
        profile_image_url: row.profile_image_url,
        is_anonymous: row.is_anonymous,
      },
      team: team_id ? { id: team_id, display_name: team_name ?? '' } : null,
      granted_permission_ids: granted.sort(comparePermissionIds),
    })),
    is_paginated: true as const,
    pagination: { next_cursor: nextCursor },
  }
}

/** How many entries the list of holders of each permission has. */
export async function countPermissionHolders(ctx: Context, scope: PermissionScope) {
  const { config, id: projectId } = ctx.project
  const ids = listDefinitions(config, scope).map(({ id }) => id)
  const pairs = ids.flatMap((id) => listGrantingIds(config, scope, id).map((grantingId) => ({ id, grantingId })))
  const counts = await countHolders(ctx.db, projectId, scope, pairs)
  return {
    items: ids.map((id) => ({ id, holder_count: counts.get(id) ?? 0 })),
    is_paginated: false as const,
  }
}
