import type { Context } from 'hono'
import { hostedPageHeaders } from '../http/page-headers.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { Platform } from '../platform/platform.ts'
import { projectCache } from '../projects/cache.ts'
import { hasHostedPages, hostedClientKey } from '../projects/hosted-pages.ts'
import { withSettings } from './embedded-settings.ts'
import type { PageApp } from './site.ts'

/**
 * The pages on which users of a project sign in, approve access and connect devices, if their app has none. They have
 * the origin of the dashboard, so nothing on them comes from the project but texts, colors and images.
 */
export function serveHostedPages(app: PageApp, index: string, platform: Platform): void {
  const headers = hostedPageHeaders(platform.config)
  const serve = async (c: Context) => {
    const project = await projectCache(platform).find(c.req.param('project') ?? '')
    if (!project || !hasHostedPages(project)) return c.notFound()
    const publishableClientKey = hostedClientKey(platform.secrets, project.id)
    const page = withSettings(index, project.id, { hosted: { projectId: project.id, publishableClientKey } })
    const title = `<title>${escapeHtml(project.display_name)}</title>`
    return c.html(
      page.replace(/<title>.*?<\/title>/, () => title),
      200,
      headers,
    )
  }
  app.get('/oauth/:project/consent', serve)
  app.get('/oauth/:project/handler/*', serve)
  app.get('/oauth/:project/device', async (c) => {
    const project = await projectCache(platform).find(c.req.param('project'))
    const { isEnabled, consentUrl } = project?.config.oauthProvider ?? {}
    // People type the address that a device shows, so it is the same wherever the page is.
    if (isEnabled && consentUrl) return c.redirect(devicePageOf(consentUrl, new URL(c.req.url).search), 302)
    return serve(c)
  })
}

/** Beside the page for consent, as in the handler of the React library. */
function devicePageOf(consentUrl: string, query: string): string {
  const page = new URL('device', consentUrl)
  page.search = query
  return page.href
}
