import { KnownError } from '@latchkey/contract'
import type { Context } from '../http/context.ts'

/** In development the refusal says which URL was refused and where to allow it. */
export function untrustedRedirect(ctx: Context, url: string): KnownError<'REDIRECT_URL_NOT_WHITELISTED'> {
  const error = new KnownError('REDIRECT_URL_NOT_WHITELISTED')
  if (!ctx.services.config.isProduction && !ctx.project.is_production_mode) {
    const origin = URL.canParse(url) ? new URL(url).origin : url
    error.message =
      `The URL ${JSON.stringify(url)} is not trusted by the project ${JSON.stringify(ctx.project.display_name)}. ` +
      `Add ${JSON.stringify(origin)} to its trusted domains (domains.trustedDomains), or allow localhost (domains.allowLocalhost) while developing.`
  }
  return error
}
