import { randomUUID } from 'node:crypto'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { announceActivity } from '../../projects/live-updates/queries.ts'
import { type NewEvent, recordEvents } from '../../webhooks/events.ts'
import { insertAttempts } from '../queries.ts'
import { type EmailFailure, toWireError } from '../smtp/failures.ts'
import type { SenderConfig } from '../smtp/servers.ts'

export interface SentEmail {
  /** Known before, because recording it may have to be repeated. */
  id: string
  /** The email in the outbox, if it can be resent. */
  emailId?: string
  kind: string
  subject: string
  /** The language of the variant; undefined if code has decided. */
  locale?: string | undefined
  to: string
  sender: SenderConfig
  /** The email as it was sent, encrypted, if it is not kept anywhere else. */
  htmlEncrypted?: string
  /** A string for emails that were sent in a batch. */
  failure: EmailFailure | string | undefined
  now: Date
}

/** One attempt, outside of the outbox, and the event about it unless it is tried again. */
export async function recordSentEmail(
  db: Db,
  projectId: string,
  attempt: Omit<SentEmail, 'id'>,
  { isFinal = true } = {},
): Promise<void> {
  const email = { ...attempt, id: randomUUID() }
  await inTransaction(db, async (trx) => {
    await insertSentEmails(trx, projectId, [email])
    if (isFinal) await announceEmails(trx, projectId, [email])
  })
}

/** One row per attempt. */
export async function insertSentEmails(db: Db, projectId: string, emails: SentEmail[]): Promise<void> {
  if (emails.length === 0) return
  const rows = emails.map((email) => ({
    id: email.id,
    kind: email.kind,
    subject: email.subject,
    locale: email.locale ?? null,
    recipients: [email.to],
    sender_config: JSON.stringify(email.sender),
    error: email.failure === undefined ? null : JSON.stringify(toError(email.failure)),
    sent_at: email.now,
    email_id: email.emailId ?? null,
    html_encrypted: email.htmlEncrypted ?? null,
  }))
  await insertAttempts(db, projectId, rows)
  const isFailed = emails.some(({ failure }) => failure !== undefined)
  await announceActivity(db, projectId, isFailed ? 'email.failed' : 'email.sent')
}

/** Webhook events for emails that were sent, or will not be tried again. They have the IDs of the log. */
export async function announceEmails(db: Db, projectId: string, emails: SentEmail[]): Promise<void> {
  const events = emails.map(({ id, kind, to, failure, now }): NewEvent => {
    const data = { id, template: kind, to: [to], sent_at_millis: now.getTime() }
    if (failure === undefined) return { id, type: 'email.sent', data }
    return { id, type: 'email.failed', data: { ...data, error: messageOf(failure) } }
  })
  await recordEvents(db, projectId, events, emails[0]?.now ?? new Date())
}

/** Says which variant of an email was sent, to email programs and to the inbox. */
export function languageHeader(locale: string | undefined): Record<string, string> {
  return locale === undefined ? {} : { 'Content-Language': locale }
}

export function purposeOfSentHtml(id: string): string {
  return `sent email ${id}`
}

function messageOf(failure: EmailFailure | string): string {
  return typeof failure === 'string' ? failure : failure.message
}

function toError(failure: EmailFailure | string) {
  return typeof failure === 'string' ? failure : toWireError(failure)
}
