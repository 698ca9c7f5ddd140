import { type CodeEmails, createRequestedEmail } from './accounts/verification-codes/requests.ts'
import type { ResolveRequest } from './emails/outbox/outbox.ts'
import { createSignInEmail } from './identity/magic-link/send-code.ts'
import { createResetEmail } from './identity/password/send-reset-code.ts'
import type { Platform } from './platform/platform.ts'

const emails: CodeEmails = { 'password-reset': createResetEmail, 'sign-in': createSignInEmail }

/** Creates the emails of requested codes, each by the feature it belongs to. */
export function createCodeResolver(platform: Platform): ResolveRequest {
  return (trx, project, request) => createRequestedEmail(trx, platform, project, request, emails)
}
