import { z } from 'zod'
import { type OutboundClient, OutboundError } from '../../platform/outbound/client.ts'
import { toOneLine } from '../bounded-text.ts'
import type { Email } from './transport.ts'

export interface ResendAccount {
  apiKey: string
  from: string
  senderName: string
}

/** Why an email of a batch could not be sent. The message is stored in the log of sent emails. */
export interface BatchFailure {
  message: string
  canRetry: boolean
}

const batchUrl = 'https://api.resend.com/emails/batch'
const maxMessageLength = 500

/**
 * Sends up to a hundred emails with the HTTP API of Resend in one attempt, and returns the failure of each of them. A batch
 * with a known ID is not sent again: the service remembers IDs for a day.
 */
export async function sendResendBatch(
  outbound: OutboundClient,
  { apiKey, from, senderName }: ResendAccount,
  batch: { id: string; emails: Omit<Email, 'senderName'>[] },
): Promise<(BatchFailure | undefined)[]> {
  const sender = `"${toOneLine(senderName).replaceAll(/["\\]/g, '\\$&')}" <${from}>`
  const bodies = batch.emails.map((email) => ({
    from: sender,
    to: [email.to],
    subject: toOneLine(email.subject),
    html: email.html,
    text: email.text,
    headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
  }))
  const all = (failure: BatchFailure | undefined) => batch.emails.map(() => failure)
  try {
    const response = await outbound.fetch(batchUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': batch.id,
        // One invalid address does not affect the other emails.
        'x-batch-validation': 'permissive',
      },
      body: JSON.stringify(bodies),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) return all(explainRefusal(response.status, answer))
    const refused = new Map(acceptance.parse(answer).errors.map(({ index, message }) => [index, message]))
    return batch.emails.map((_, index) => {
      const message = refused.get(index)
      return message === undefined ? undefined : { message: shorten(message), canRetry: false }
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return all({ message: error.message, canRetry: error.failure !== 'refused-target' })
  }
}

const acceptance = z
  .object({
    errors: z.array(z.object({ index: z.number(), message: z.string() })).default([]),
  })
  .catch({ errors: [] })
const refusal = z.object({ name: z.string(), message: z.string() }).partial().catch({})

function explainRefusal(status: number, answer: unknown): BatchFailure | undefined {
  const { name, message = `The email service responded with status ${status}.` } = refusal.parse(answer)
  // These emails were already accepted, but some of their content has changed.
  if (name === 'invalid_idempotent_request') return undefined
  const canRetry = status === 429 || status >= 500 || name === 'concurrent_idempotent_requests'
  return { message: shorten(message), canRetry }
}

function shorten(message: string): string {
  return message.slice(0, maxMessageLength)
}
