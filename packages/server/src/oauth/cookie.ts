import type { OpenContext } from '../http/context.ts'
import { flowLifetimeMillis } from './queries.ts'

const prefix = 'stack-oauth-inner-'

/** Ties the flow to the browser that began it: nobody can finish their own sign-in in somebody else's browser. */
export function setFlowCookie(ctx: OpenContext, state: string, providerType: string | undefined): void {
  ctx.cookies.push(`${prefix}${state}=true; Path=/; Max-Age=${flowLifetimeMillis / 1000}; HttpOnly${ending()}`)

  function ending(): string {
    if (!ctx.services.config.isProduction) return ''
    // Apple comes back by a form post from its own site, which only such a cookie survives.
    return providerType === 'apple' ? '; Secure; SameSite=None' : '; Secure'
  }
}

/** Whether the browser has the cookie of this flow. It has it no longer after the answer. */
export function takeFlowCookie(ctx: OpenContext, state: string): boolean {
  const name = prefix + state
  const pairs = (ctx.caller.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const isSent = pairs.some((pair) => pair.startsWith(`${name}=`))
  // Only names that we have given out are repeated in a header.
  if (!isSent || !/^[0-9a-z]{45}$/.test(state)) return false
  const security = ctx.services.config.isProduction ? '; Secure' : ''
  ctx.cookies.push(`${name}=; Path=/; Max-Age=0; HttpOnly${security}`)
  return pairs.includes(`${name}=true`)
}
