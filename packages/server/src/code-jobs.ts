import { type CodeSenders, sendRequestedCode } from './accounts/verification-codes/requests.ts'
import type { Services } from './http/context.ts'
import { sendSignInCode } from './identity/magic-link/send-code.ts'
import { sendResetCode } from './identity/password/send-reset-code.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'

const senders: CodeSenders = { 'password-reset': sendResetCode, 'sign-in': sendSignInCode }

/** Sends the requested codes, each through the feature it belongs to. */
export function createCodeJobs(services: Services): Pick<JobHandlers, 'send-code'> {
  return { 'send-code': (job) => sendRequestedCode(services, job, senders) }
}
