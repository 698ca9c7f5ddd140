import type { Services } from '../http/context.ts'

/** For every HTML answer: no inline scripts, no frames, no plug-ins, and in production never again without TLS. */
export function pageHeaders(config: Pick<Services['config'], 'isProduction'>): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
    // Browsers ignore it on answers that came without TLS, as on a developer's own machine.
    ...(config.isProduction ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}
