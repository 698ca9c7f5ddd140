import { randomUUID } from 'node:crypto'
import { deliverFor } from '../../platform/deliveries/run.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import { type Attempt, enqueueJob, type Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import type { EmailFailure } from '../smtp/failures.ts'
import { emailServers } from '../smtp/servers.ts'
import { type RenderedSystemEmail, renderSystemEmail } from '../templates/system-emails.ts'
import { decryptEmail, type EmailKind, type OutgoingEmail, type ResolveRequest, resolveRequest } from './outbox.ts'
import { type ClaimedRow, claimDueEmails, postponeEmails, requestKind } from './queries.ts'
import { recordResults } from './record.ts'
import { languageHeader, purposeOfSentHtml } from './sent-log.ts'

/** The rest is left to another job, so that a stopping server only waits for this long and one attempt. */
const maxRunMillis = 10_000
/** How soon to check again whether there is an email server. */
const noServerSeconds = 60

/** Handles `send-email`: sends the due emails of a project, one after the other. */
export function createEmailSender(platform: Platform, resolve: ResolveRequest) {
  const { db } = platform
  const servers = emailServers(platform)

  return async ({ project_id }: Jobs['send-email'], { signal }: Pick<Attempt, 'signal'>): Promise<void> => {
    const project = await projectCache(platform).find(project_id)
    if (!project) return
    const isLate = await deliverFor(maxRunMillis, signal, async () => {
      const wait = servers.hasServer(project) ? servers.secondsToWait(project) : noServerSeconds
      if (wait !== undefined) await postponeEmails(db, project_id, wait)
      const [email] = await claimDueEmails(db, project_id, 'send-email')
      if (!email) return false
      if (email.kind === requestKind) await resolveRequest(platform, project, email, resolve)
      else await attemptEmail(platform, project, email)
      return true
    })
    if (isLate) await enqueueJob(db, 'send-email', { project_id })
  }
}

/** One attempt over SMTP, logged. */
async function attemptEmail(platform: Platform, project: Project, row: ClaimedRow): Promise<void> {
  const { db, log, now } = platform
  const servers = emailServers(platform)
  const email = decryptEmail(row, platform.secrets)
  const { to, kind } = email
  const { subject, html, text, locale, isBuiltIn } = await renderOutgoing(platform, project, email)
  const headers = { 'X-Latchkey-Template': kind, ...languageHeader(locale) }
  const isExpired = row.discard_after !== null && row.discard_after <= now()
  const failure = isExpired
    ? expired
    : await servers.send(project, { id: email.id, to, subject, html, text, headers, isBuiltIn })
  const id = randomUUID()
  const sent = {
    id,
    emailId: email.id,
    kind,
    subject: withoutSecrets(subject, email),
    locale,
    htmlEncrypted: platform.secrets.encrypt(withoutSecrets(html, email), purposeOfSentHtml(id)),
    to,
    sender: servers.describeSender(project),
    failure,
    now: now(),
  }
  await recordResults(db, project.id, [{ email: row, sent, failure }])
  if (failure) log.warn('An email could not be sent', { projectId: project.id, kind, ...failure })
}

async function renderOutgoing(
  platform: Platform,
  project: Project,
  email: OutgoingEmail,
): Promise<Omit<RenderedSystemEmail, 'problem'>> {
  const { kind, content } = email
  const { variables, locale = null } = content
  const { problem, ...rendered } = await renderSystemEmail(platform, project, kind as EmailKind, variables, locale)
  if (problem) {
    const fields = { projectId: project.id, kind, problem }
    platform.log.warn('An email template could not be rendered, so the built-in one was sent', fields)
  }
  return rendered
}

/** For the log of sent emails, without codes and links, which are only for the recipient. */
function withoutSecrets(text: string, { content }: OutgoingEmail): string {
  const secrets = Object.entries(content.variables).flatMap(([name, value]) =>
    typeof value === 'string' && value && /otp|code|link$/i.test(name) ? [value, escapeHtml(value)] : [],
  )
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

const expired: EmailFailure = {
  errorType: 'UNKNOWN',
  isPassing: false,
  message: 'The email was discarded because its content expired before it could be sent.',
}
