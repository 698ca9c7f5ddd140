/** What the server of an app sends for its visitors: all that gets, needs or ends a refresh token. */
export const relayedRoutes: ReadonlySet<string> = new Set([
  'POST /auth/anonymous/sign-up',
  'POST /auth/cli/complete',
  'POST /auth/impersonation/sign-in',
  'POST /auth/mfa/sign-in',
  'POST /auth/oauth/token',
  'POST /auth/otp/sign-in',
  'POST /auth/passkey/sign-in',
  'POST /auth/password/sign-in',
  'POST /auth/password/sign-up',
  'POST /auth/password/update',
  'DELETE /auth/sessions/current',
])

/** On every response of the route. */
export const relayMark = 'x-stack-relay'
export const unreachable = 'unreachable'
