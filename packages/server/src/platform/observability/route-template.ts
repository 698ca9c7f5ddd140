import type { Context } from 'hono'
import { routePath } from 'hono/route'

/** The template of the route that responded, such as `/api/v1/users/{user_id}`; undefined if there is none. */
export function findRouteTemplate(c: Context): string | undefined {
  const path = routePath(c)
  if (path === '*' || path === '/*') return undefined
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, '{$1}')
}
