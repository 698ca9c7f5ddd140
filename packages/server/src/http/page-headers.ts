import type { Settings } from '../platform/platform.ts'

type HeaderConfig = Pick<Settings, 'isProduction'>

/** For every HTML response: no inline scripts, no frames, no plug-ins, and in production HSTS. */
export function pageHeaders(config: HeaderConfig): Record<string, string> {
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    ...transportSecurity(config),
  }
}

/** For pages whose forms lead elsewhere, at once or later: browsers apply `form-action` to all redirects after a form. */
export function formPageHeaders(config: HeaderConfig): Record<string, string> {
  return {
    ...pageHeaders(config),
    'content-security-policy': policy.replace(" form-action 'self';", ''),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  }
}

/**
 * For pages on which users of a project sign in and approve access. Other apps open them in a window of their own, which
 * they must still know when the browser has returned to them.
 */
export function hostedPageHeaders(config: HeaderConfig): Record<string, string> {
  const { 'cross-origin-opener-policy': _, ...headers } = pageHeaders(config)
  return { ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }
}

/** HSTS in production. Browsers ignore it on responses without TLS. */
export function transportSecurity(config: HeaderConfig): Record<string, string> {
  return config.isProduction ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Pages that open with a secret in their address: nothing from elsewhere is loaded, kept or found. */
export function secretPageHeaders(config: HeaderConfig): Record<string, string> {
  return {
    ...pageHeaders(config),
    'content-security-policy': policy.replace("img-src 'self' data: blob: https:", "img-src 'self' data:"),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  }
}

/** Payment pages also need the payment provider's script, frames and API. */
export function purchasePageHeaders(config: HeaderConfig): Record<string, string> {
  const withCards = policy.replace(
    "script-src 'self'",
    "script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ' +
      "connect-src 'self' https://api.stripe.com",
  )
  return { ...pageHeaders(config), 'content-security-policy': withCards }
}
