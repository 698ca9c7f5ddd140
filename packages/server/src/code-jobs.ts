import type { Services } from './http/context.ts'
import type { JobHandlers } from './jobs/jobs.ts'
import { sendSignInCode } from './magic-link/send-code.ts'
import { sendResetCode } from './password/send-reset-code.ts'
import { type CodeSenders, sendRequestedCode } from './verification-codes/requests.ts'

const senders: CodeSenders = { 'password-reset': sendResetCode, 'sign-in': sendSignInCode }

/** Sends the requested codes, each through the feature it belongs to. */
export function createCodeJobs(services: Services): Pick<JobHandlers, 'send-code'> {
  return { 'send-code': (job) => sendRequestedCode(services, job, senders) }
}
