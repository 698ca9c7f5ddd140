import { KnownError, uuidSource } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { comparePermissionIds, listGrantingIds, type PermissionScope, scopeOf } from './graph.ts'
import { listHolderRows } from './holder-queries.ts'

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
  const rows = await listHolderRows(ctx.db, projectId, scope, ids, { limit, start: readCursor(scope, query.cursor) })
  const next = rows[limit]
  return {
    items: rows.slice(0, limit).map(({ team_id, team_name, granted, ...row }) => ({
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
    pagination: { next_cursor: next ? `${next.team_id ?? ''}.${next.user_id}` : null },
  }
}

const cursors = {
  team: new RegExp(`^(${uuidSource})\\.(${uuidSource})$`),
  project: new RegExp(`^()\\.(${uuidSource})$`),
}

function readCursor(scope: PermissionScope, cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [, teamId = '', userId = ''] = cursors[scope].exec(cursor) ?? []
  if (!userId) throw new PlainError(400, 'The cursor must be the next_cursor of an earlier response.')
  return { teamId, userId }
}
