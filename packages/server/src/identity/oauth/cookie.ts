import type { OpenContext } from '../../http/context.ts'
import { flowLifetimeMillis } from './queries.ts'

const prefix = 'stack-oauth-inner-'

/**
 * Ties the flow to the browser that started it, so that nobody can finish their own sign-in in someone else's browser.
 */
export function setFlowCookie(ctx: OpenContext, state: string, { returnsByPost }: { returnsByPost: boolean }): void {
  // A cross-site form post, as of Apple and SAML, requires SameSite=None and therefore TLS.
  const sameSite = ctx.platform.config.isProduction ? `; SameSite=${returnsByPost ? 'None' : 'Lax'}` : ''
  ctx.cookies.push(cookieText(ctx, `${prefix}${state}=true`, flowLifetimeMillis) + sameSite)
}

/** Whether the browser has the cookie of this flow. The response always removes it. */
export function takeFlowCookie(ctx: OpenContext, state: string): boolean {
  // Anything else cannot be a part of a cookie name, and might break out of the header.
  if (!/^[\w.-]{1,200}$/.test(state)) return false
  ctx.cookies.push(cookieText(ctx, `${prefix}${state}=`, undefined))
  return isOwnFlow(ctx, state)
}

export function isOwnFlow(ctx: OpenContext, state: string): boolean {
  const pairs = (ctx.caller.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.includes(`${prefix}${state}=true`)
}

/** Expires as well as Max-Age, because some clients read only the older one. Without a time the cookie is removed. */
function cookieText(ctx: OpenContext, pair: string, lifetimeMillis: number | undefined): string {
  const expires = lifetimeMillis === undefined ? new Date(0) : new Date(ctx.now().getTime() + lifetimeMillis)
  const maxAge = (lifetimeMillis ?? 0) / 1000
  const security = ctx.platform.config.isProduction ? '; Secure' : ''
  return `${pair}; Path=/; Expires=${expires.toUTCString()}; Max-Age=${maxAge}; HttpOnly${security}`
}
