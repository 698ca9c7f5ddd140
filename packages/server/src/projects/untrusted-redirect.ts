import { KnownError } from '@latchkey/contract'
import type { Context } from '../http/context.ts'
import { isTrustedUrl } from './trusted-urls.ts'

export function assertTrustedUrl(ctx: Context, url: string): void {
  if (!isTrustedUrl(url, ctx.project.config.domains)) throw untrustedRedirect(ctx, url)
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
