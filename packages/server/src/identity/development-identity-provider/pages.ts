import { guardDevelopmentPage } from '../../http/pages/development-pages.ts'
import type { Settings } from '../../platform/platform.ts'
import type { PageApp } from '../../site/site.ts'
import type { DevelopmentIdentityProvider } from './development-identity-provider.ts'
import { mountPath } from './mount-path.ts'

/** Routes browsers to the development identity provider. Not available in production. */
export function serveDevelopmentIdentityProvider(
  app: PageApp,
  provider: DevelopmentIdentityProvider,
  config: Settings,
): void {
  guardDevelopmentPage(app, mountPath, config)
  app.all(`${mountPath}/*`, (c) => provider.answer(c.req.raw))
}
