import { hash, timingSafeEqual } from 'node:crypto'
import type { emailRoutes, HandlerOutput } from '@latchkey/contract'
import { sql } from 'kysely'
import type { OpenContext } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import type { Db } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Project } from '../../projects/cache.ts'
import { sendNow } from '../outbox/send-now.ts'
import type { EmailFailure } from '../smtp/failures.ts'
import { renderNotice, toOneLine } from './render.ts'

const day = 24 * 3600 * 1000
const maxListed = 10
const maxSubjectLength = 50

interface Failures {
  project_id: string
  tenancy_id: string
  display_name: string
  count: number
  emails: { subject: string; to: string[] }[]
  owners: { email: string; display_name: string | null }[]
}

/** Emails owners a summary of the failed emails of their project. Called by the scheduler of the deployment. */
export async function sendDigests(
  ctx: OpenContext,
  { authorization, isDryRun }: { authorization: string; isDryRun: boolean },
): Promise<HandlerOutput<(typeof emailRoutes)['POST /internal/failed-emails-digest']>> {
  const { cronSecret } = ctx.services.config
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
  const notices = projects.flatMap((project) => project.owners.map((owner) => toLetter(ctx, project, owner)))
  if (notices.length === 0) return undefined
  const sender = await findSender(ctx)
  if (!ctx.services.emailServers.hasServer(sender)) return 'No email server is configured.'
  let sent = 0
  let reason: string | undefined
  for (const notice of notices) {
    const failure = await sendNow(ctx, sender, notice)
    if (!failure) sent++
    else reason ??= failure.message
    // Stops early, so that the scheduler does not wait for a broken server once per owner.
    if (failure && !isAboutRecipient(failure)) break
  }
  if (sent === notices.length) return undefined
  return `${notices.length - sent} of ${notices.length} emails could not be sent. ${reason}`
}

function toLetter(ctx: OpenContext, project: Failures, owner: Failures['owners'][number]) {
  const template = 'failed_emails_digest'
  const rendered = renderNotice(template, {
    projectDisplayName: project.display_name,
    userDisplayName: owner.display_name ?? '',
    count: project.count,
    pageUrl: dashboardUrl(ctx.services.config, `/projects/${project.project_id}/emails`),
    failures: project.emails
      .slice(0, maxListed)
      .map(({ subject, to }) => `“${shorten(toOneLine(subject))}” to ${to.join(', ')}`),
  })
  return { template, to: owner.email, ...rendered, isBuiltIn: true }
}

/** Sent by the internal project over the shared server, because the project's own server may be broken. */
async function findSender({ services }: OpenContext): Promise<Project> {
  const internal = await services.projects.find(internalProjectId)
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

const maxReported = 100

/** One of the few queries across all projects, for the deployment itself. Newest failures first. */
async function listFailures(db: Db, since: Date): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    WITH failed AS (
      SELECT project_id, subject, recipients, count(*) OVER (PARTITION BY project_id)::integer AS total,
        row_number() OVER (PARTITION BY project_id ORDER BY sent_at DESC, id) AS position
      FROM sent_emails WHERE error IS NOT NULL AND sent_at > ${since}
    ), owners AS (
      SELECT p.id AS project_id, p.tenancy_id, p.display_name,
        jsonb_agg(jsonb_build_object('email', c.value, 'display_name', u.display_name) ORDER BY c.value) AS owners
      FROM projects p
      JOIN team_memberships m ON m.project_id = 'internal' AND m.team_id = p.owner_team_id
      JOIN users u ON u.project_id = 'internal' AND u.id = m.user_id
      JOIN contact_channels c ON c.project_id = 'internal' AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
      WHERE p.deleted_at IS NULL AND p.id IN (SELECT project_id FROM failed)
      GROUP BY p.id
    )
    SELECT o.project_id, o.tenancy_id, o.display_name, o.owners, max(f.total) AS count,
      json_agg(json_build_object('subject', f.subject, 'to', f.recipients) ORDER BY f.position) AS emails
    FROM owners o JOIN failed f ON f.project_id = o.project_id AND f.position <= ${maxReported}
    GROUP BY o.project_id, o.tenancy_id, o.display_name, o.owners
    ORDER BY o.project_id`.execute(db)
  return rows
}
