import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenContext } from '../../http/context.ts'
import type { Project } from '../../projects/cache.ts'
import { canRetry, type EmailFailure } from '../smtp/failures.ts'
import { insertSentEmail } from './sent-log.ts'

const maxAttempts = 3
const baseMillis = 2_000
/** Somebody waits for the answer, so a slow mail server gets no second chance. */
const maxMillis = 10_000

/**
 * Sends a mail while the request waits for it, and tells why it did not leave. For mails that belong to nothing that has
 * happened, and whose sender wants to know; all others wait in the outbox.
 */
export async function sendNow(
  { services, db }: Pick<OpenContext, 'services' | 'db'>,
  project: Project,
  {
    template,
    ...mail
  }: { template: string; to: string; subject: string; html: string; text: string; isBuiltIn: boolean },
): Promise<EmailFailure | undefined> {
  const { emailServers, log } = services
  const headers = { 'X-Latchkey-Template': template }
  const startedAt = performance.now()
  const id = randomUUID()
  let failure: EmailFailure | undefined
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    failure = await emailServers.send(project, { id, ...mail, headers })
    const { subject, to } = mail
    const sender = emailServers.describeSender(project)
    await insertSentEmail(db, project.id, { template, subject, to, sender, failure, now: services.now() })
    if (!failure || !canRetry(failure) || performance.now() - startedAt > maxMillis) break
    if (attempt < maxAttempts) await delay(baseMillis * 2 ** (attempt - 1))
  }
  if (failure) log.warn('An email could not be sent', { projectId: project.id, template, ...failure })
  return failure
}
