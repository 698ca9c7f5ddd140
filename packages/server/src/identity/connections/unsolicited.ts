import type { Redirect } from '@latchkey/contract'
import type { OpenContext } from '../../http/context.ts'
import { projectCache } from '../../projects/cache.ts'
import { findHandlerUrl } from '../../projects/handler-url.ts'
import { providerIdOf } from './provider-id.ts'
import type { ConnectionRow } from './queries.ts'

/**
 * Where a sign-in leads that began at the provider, such as with a tile of its portal. Nothing of its answer is used, not
 * even its relay state: the sign-in page of the app begins a sign-in of its own. Undefined if that is not switched on.
 */
export async function leadToApp(ctx: OpenContext, connection: ConnectionRow): Promise<Redirect | undefined> {
  if (!connection.is_active || !connection.settings.saml?.is_idp_initiated_allowed) return undefined
  const project = await projectCache(ctx.platform).find(connection.project_id)
  const signInUrl = project && findHandlerUrl(project.config, 'sign-in')
  if (!signInUrl) return undefined
  const location = new URL(signInUrl)
  location.searchParams.set('connection', providerIdOf(connection.id))
  return { status: 303, location: location.href }
}
