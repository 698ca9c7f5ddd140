import { toBrandVariables } from '@latchkey/contract'
import type { Platform } from '../platform/platform.ts'
import { projectCache } from '../projects/cache.ts'
import type { PageApp } from './site.ts'

/** The project's look for the pages that this server shows to its users. */
export function serveBrandStyles(app: PageApp, platform: Platform): void {
  app.get('/projects/:project/brand.css', async (c) => {
    const project = await projectCache(platform).find(c.req.param('project'))
    if (!project) return c.text('There is no such project.', 404)
    const { branding = {} } = project.config
    const declarations = {
      ...(branding.mode && branding.mode !== 'auto' && { 'color-scheme': branding.mode }),
      ...toBrandVariables(branding),
    }
    const text = Object.entries(declarations).map(([name, value]) => `${name}:${value}`)
    // As specific as the rule for a theme that was chosen in the dashboard, which the project's pages do not follow.
    const css = `:root:root{${text.join(';')}}`
    return c.body(css, 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    })
  })
}
