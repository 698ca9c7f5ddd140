import { hash, timingSafeEqual } from 'node:crypto'
import type { emailRoutes, HandlerOutput } from '@latchkey/contract'
import type { OpenContext } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Project } from '../../projects/cache.ts'
import { projectCache } from '../../projects/cache.ts'
import { toOneLine } from '../bounded-text.ts'
import { sendNow } from '../outbox/send-now.ts'
import type { EmailFailure } from '../smtp/failures.ts'
import { emailServers } from '../smtp/servers.ts'
import { renderSystemEmail } from '../templates/system-emails.ts'
import { type Failures, listFailures } from './queries.ts'

const day = 24 * 3600 * 1000
const maxListed = 10
const maxSubjectLength = 50

/** Emails owners a summary of the failed emails of their project. Called by the scheduler of the deployment. */
export async function sendDigests(
  ctx: OpenContext,
  { authorization, isDryRun }: { authorization: string; isDryRun: boolean },
): Promise<HandlerOutput<(typeof emailRoutes)['POST /internal/failed-emails-digest']>> {
  const { cronSecret } = ctx.platform.config
  if (!cronSecret || !isSame(authorization, `Bearer ${cronSecret}`)) throw new PlainError(401, 'The secret is wrong.')
  const projects = await listFailures(ctx.db, new Date(ctx.now().getTime() - day))
  const problem = isDryRun ? undefined : await sendAll(ctx, projects)
  return {
    success: problem === undefined,
    ...(problem === undefined ? {} : { error_message: problem }),
    failed_emails_by_tenancy: projects.map(({ project_id, tenancy_id, emails, owners }) => ({
      emails,
      tenant_owner_emails: owners.map(({ email }) => email),
      project_id,
      tenancy_id,
    })),
  }
}

/** Sends a separate email to every owner. Returns an error message if some could not be sent. */
async function sendAll(ctx: OpenContext, projects: Failures[]): Promise<string | undefined> {
  const letters = projects.flatMap((project) => project.owners.map((owner) => ({ project, owner })))
  if (letters.length === 0) return undefined
  const sender = await findSender(ctx)
  if (!emailServers(ctx.platform).hasServer(sender)) return 'No email server is configured.'
  let sent = 0
  let reason: string | undefined
  for (const { project, owner } of letters) {
    const failure = await sendNow(ctx, sender, await toEmail(ctx, sender, project, owner))
    if (!failure) sent++
    else reason ??= failure.message
    // Stops early, so that the scheduler does not wait for a broken server once per owner.
    if (failure && !isAboutRecipient(failure)) break
  }
  if (sent === letters.length) return undefined
  return `${letters.length - sent} of ${letters.length} emails could not be sent. ${reason}`
}

async function toEmail(ctx: OpenContext, sender: Project, project: Failures, owner: Failures['owners'][number]) {
  const kind = 'failed_emails_digest'
  const variables = {
    projectDisplayName: project.display_name,
    userDisplayName: owner.display_name ?? '',
    count: project.count,
    pageUrl: dashboardUrl(ctx.platform.config, `/projects/${project.project_id}/emails`),
    failures: project.emails
      .slice(0, maxListed)
      .map(({ subject, to }) => `“${shorten(toOneLine(subject))}” → ${to.join(', ')}`),
  }
  const { problem: _, ...rendered } = await renderSystemEmail(ctx.platform, sender, kind, variables, owner.locale)
  return { kind, to: owner.email, ...rendered }
}

/** Sent by the internal project over the shared server, because the project's own server may be broken. */
async function findSender({ platform }: OpenContext): Promise<Project> {
  const internal = await projectCache(platform).find(internalProjectId)
  if (!internal) throw new Error('The internal project is missing.')
  const { config } = internal
  const server = { isShared: true, provider: 'smtp' as const }
  return { ...internal, config: { ...config, emails: { ...config.emails, server } } }
}

function isAboutRecipient({ errorType }: EmailFailure): boolean {
  return errorType === 'INVALID_EMAIL_ADDRESS' || errorType === 'REJECTED'
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

function shorten(subject: string): string {
  return subject.length > maxSubjectLength ? `${subject.slice(0, maxSubjectLength)}…` : subject
}
