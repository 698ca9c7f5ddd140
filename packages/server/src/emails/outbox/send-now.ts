import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenContext } from '../../http/context.ts'
import type { Project } from '../../projects/cache.ts'
import { canRetry, type EmailFailure } from '../smtp/failures.ts'
import { emailServers } from '../smtp/servers.ts'
import { languageHeader, recordSentEmail } from './sent-log.ts'

const maxAttempts = 3
const baseMillis = 2_000
/** Short, because a caller is waiting for the response. */
const maxMillis = 10_000

interface Letter {
  kind: string
  to: string
  subject: string
  html: string
  text: string
  locale: string | undefined
  isBuiltIn: boolean
}

/**
 * Sends an email during the request, and returns why it failed. For emails that do not belong to a transaction and whose
 * sender needs to know the result; all others go through the outbox.
 */
export async function sendNow(
  { platform, db }: Pick<OpenContext, 'platform' | 'db'>,
  project: Project,
  { kind, locale, ...email }: Letter,
): Promise<EmailFailure | undefined> {
  const { log } = platform
  const servers = emailServers(platform)
  const headers = { 'X-Latchkey-Template': kind, ...languageHeader(locale) }
  const startedAt = performance.now()
  const id = randomUUID()
  let failure: EmailFailure | undefined
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    failure = await servers.send(project, { id, ...email, headers })
    const { subject, to } = email
    const sender = servers.describeSender(project)
    const isLate = attempt === maxAttempts || performance.now() - startedAt > maxMillis
    const isFinal = !failure || !canRetry(failure) || isLate
    const sent = { kind, subject, locale, to, sender, failure, now: platform.now() }
    await recordSentEmail(db, project.id, sent, { isFinal })
    if (isFinal) break
    await delay(baseMillis * 2 ** (attempt - 1))
  }
  if (failure) log.warn('An email could not be sent', { projectId: project.id, kind, ...failure })
  return failure
}
