import { KnownError } from '@latchkey/contract'
import type { Context } from '../http/context.ts'
import { isHostedUrl } from './hosted-pages.ts'
import { isTrustedUrl } from './trusted-urls.ts'

export function assertTrustedUrl(ctx: Context, url: string): void {
  if (!mayRedirectTo(ctx, url)) throw untrustedRedirect(ctx, url)
}

/** Its own pages that this server shows are the project's, too. */
export function mayRedirectTo({ project, platform }: Pick<Context, 'project' | 'platform'>, url: string): boolean {
  return isTrustedUrl(url, project.config.domains) || isHostedUrl(url, project, platform.config)
}

/** In development the error names the rejected URL and the setting that allows it. */
function untrustedRedirect(ctx: Context, url: string): KnownError<'REDIRECT_URL_NOT_WHITELISTED'> {
  const error = new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  ctx.trace.noteUntrustedUrl(url)
  if (!ctx.platform.config.isProduction && !ctx.project.is_production_mode) {
    const origin = URL.canParse(url) ? new URL(url).origin : url
    error.message =
      `The URL ${JSON.stringify(url)} is not trusted by the project ${JSON.stringify(ctx.project.display_name)}. ` +
      `Add ${JSON.stringify(origin)} to its trusted domains (domains.trustedDomains), or allow localhost (domains.allowLocalhost) while developing.`
  }
  return error
}
