import { randomUUID } from 'node:crypto'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Project } from '../../projects/cache.ts'
import type { Notices } from '../notices/notices.ts'
import type { SystemEmails } from '../templates/system-emails.ts'
import {
  type ClaimedRow,
  deleteEmails,
  findOutgoingRow,
  insertOutgoingEmail,
  lockRequest,
  replaceRequest,
  requestKind,
} from './queries.ts'

export interface EmailVariables extends Notices, SystemEmails {}

/** The variables of each kind of email. The keys are sent as `X-Latchkey-Template`. */
export type EmailKind = keyof EmailVariables

/** Emails are rendered when they are sent, because templates are code and may be slow. */
interface EmailContent {
  to: string
  /** Absent in emails of an older version. */
  locale?: string | null
  variables: Record<string, unknown>
}

export interface NewEmail<K extends EmailKind = EmailKind> {
  kind: K
  to: string
  /** The language of the recipient as the user has it; null if it is unknown. */
  locale: string | null
  variables: EmailVariables[K]
  discardAfter: Date
  now: Date
}

/** Adds an email to the outbox, in the transaction that causes it. */
export async function enqueueEmail<K extends EmailKind>(
  db: Db,
  project: { id: string },
  email: NewEmail<K>,
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  await insertOutgoingEmail(db, project.id, { id, created_at: email.now, ...sealEmail(id, email, secrets) })
  await enqueueJob(db, 'send-email', { project_id: project.id })
}

export interface EmailRequest {
  content: unknown
  requestedAt: Date
}

/** Creates what was requested. Undefined if no email is to be sent. */
export type ResolveRequest = (trx: Db, project: Project, request: EmailRequest) => Promise<NewEmail | undefined>

/** Adds a request to the outbox. It becomes an email, or nothing, when it is its turn to be sent. */
export async function enqueueRequest(
  db: Db,
  project: { id: string },
  { content, requestedAt }: EmailRequest,
  secrets: Secrets,
): Promise<void> {
  const id = randomUUID()
  const content_encrypted = secrets.encrypt(JSON.stringify(content), purposeOfOutgoingEmail(id))
  await insertOutgoingEmail(db, project.id, {
    id,
    kind: requestKind,
    content_encrypted,
    created_at: requestedAt,
  })
  await enqueueJob(db, 'send-email', { project_id: project.id })
}

/** Longer than a requested code is valid. A request that cannot be processed is dropped after this time. */
const maxRequestMillis = 2 * 24 * 3600 * 1000

/** Turns a claimed request into the email, which can then be claimed, or removes it. */
export async function resolveRequest(
  { db, secrets, now }: { db: Db; secrets: Secrets; now: () => Date },
  project: Project,
  { id, claim_id }: { id: string; claim_id: string | null },
  resolve: ResolveRequest,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const row = await lockRequest(trx, project.id, { id, claim_id })
    // Another node was faster.
    if (!row) return
    const isOutdated = row.created_at.getTime() < now().getTime() - maxRequestMillis
    const email = isOutdated ? undefined : await resolve(trx, project, openRequest(id, row, secrets))
    if (email) await replaceRequest(trx, project.id, id, sealEmail(id, email, secrets))
    else await deleteEmails(trx, project.id, [id])
  })
}

function openRequest(id: string, row: Pick<ClaimedRow, 'content_encrypted' | 'created_at'>, secrets: Secrets) {
  const content: unknown = JSON.parse(secrets.decrypt(row.content_encrypted!, purposeOfOutgoingEmail(id)))
  return { content, requestedAt: row.created_at }
}

function sealEmail(id: string, { kind, to, locale, variables, discardAfter }: NewEmail, secrets: Secrets) {
  const content: EmailContent = { to, locale, variables: { ...variables } }
  const content_encrypted = secrets.encrypt(JSON.stringify(content), purposeOfOutgoingEmail(id))
  return { kind, content_encrypted, discard_after: discardAfter }
}

export interface OutgoingEmail {
  id: string
  kind: string
  to: string
  content: EmailContent
}

export async function findOutgoingEmail(
  db: Db,
  projectId: string,
  id: string,
  secrets: Secrets,
): Promise<OutgoingEmail | undefined> {
  const row = await findOutgoingRow(db, projectId, id)
  return row && decryptEmail(row, secrets)
}

/** Must not be one of a bulk email. */
export function decryptEmail(
  { id, kind, content_encrypted }: Pick<ClaimedRow, 'id' | 'kind' | 'content_encrypted'>,
  secrets: Secrets,
): OutgoingEmail {
  const content = JSON.parse(secrets.decrypt(content_encrypted!, purposeOfOutgoingEmail(id))) as EmailContent
  return { id, kind, to: content.to, content }
}

export function purposeOfOutgoingEmail(emailId: string): string {
  return `outgoing email ${emailId}`
}
