import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { canRetry, type MailFailure } from '../mail/failures.ts'
import { insertSentEmail } from '../mail/sent-log.ts'
import { renderSystemMail } from './system-mails.ts'

const template = 'sign_in_invitation'
const maxAttempts = 3
const baseMillis = 2_000
/** Somebody waits for the answer, so a slow mail server gets no second chance. */
const maxMillis = 10_000

/**
 * Invites somebody to sign in. Unlike other mails this one does not wait in the outbox: nothing has happened that a mail
 * belongs to, and whoever asks wants to know whether it left.
 */
export async function sendSignInInvitation(ctx: Context, to: string, link: string): Promise<void> {
  const { project, services, db } = ctx
  const { mailServers, log } = services
  if (!mailServers.hasServer(project)) throw new PlainError(400, 'No mail server is configured yet.')
  const { display_name: name } = project
  const { problem, ...mail } = await renderSystemMail(services.emailRenderer, project, template, {
    projectDisplayName: name,
    userDisplayName: '',
    teamDisplayName: name,
    signInInvitationLink: link,
  })
  const fields = { projectId: project.id, template }
  if (problem) log.warn('An e-mail template does not render, so the built-in one was sent', { ...fields, problem })

  const headers = { 'X-Latchkey-Template': template }
  const startedAt = Date.now()
  const id = randomUUID()
  let failure: MailFailure | undefined
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    failure = await mailServers.send(project, { id, to, ...mail, headers })
    const sender = mailServers.describeSender(project)
    await insertSentEmail(db, project.id, { template, subject: mail.subject, to, sender, failure, now: ctx.now() })
    if (!failure || !canRetry(failure) || Date.now() - startedAt > maxMillis) break
    if (attempt < maxAttempts) await delay(baseMillis * 2 ** (attempt - 1))
  }
  if (!failure) return
  log.warn('A mail could not be sent', { ...fields, ...failure })
  throw new PlainError(400, `The invitation could not be sent. ${failure.message}`)
}
