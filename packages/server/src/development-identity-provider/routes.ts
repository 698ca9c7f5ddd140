import type { Services } from '../http/context.ts'
import type { PageApp } from '../pages/pages.ts'
import { isLocalhost } from '../projects/trusted-urls.ts'
import { type DevelopmentIdentityProvider, mountPath } from './development-identity-provider.ts'

/** Leads browsers to the stand-in. Production has none of it. */
export function serveDevelopmentIdentityProvider(
  app: PageApp,
  provider: DevelopmentIdentityProvider,
  config: Services['config'],
): void {
  app.all(`${mountPath}/*`, async (c) => {
    const { hostname } = new URL(c.req.url)
    // A web page somewhere else could point its own name at this machine; only our own names are answered.
    if (!isLocalhost(hostname) && hostname !== new URL(config.url).hostname) {
      return c.text('This answers only under the address of this server.', 403)
    }
    return provider.answer(c.req.raw)
  })
}
