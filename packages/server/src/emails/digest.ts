import { hash, timingSafeEqual } from 'node:crypto'
import type { emailRoutes, HandlerOutput } from '@latchkey/contract'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../db/database.ts'
import type { OpenContext } from '../http/context.ts'
import { PlainError } from '../http/plain-error.ts'
import { enqueueMail } from '../mail/outbox.ts'

const day = 24 * 3600 * 1000
const maxListed = 10
const maxSubjectLength = 50

interface Failures {
  project_id: string
  display_name: string
  count: number
  emails: { subject: string; to: string[] }[]
  owners: { email: string; display_name: string | null }[]
}

/** Owners read in one mail what of their project's mails failed. For the scheduler of the deployment, not for projects. */
export async function sendDigests(
  ctx: OpenContext,
  { authorization, isDryRun }: { authorization: string; isDryRun: boolean },
): Promise<HandlerOutput<(typeof emailRoutes)['POST /internal/failed-emails-digest']>> {
  const { cronSecret, url } = ctx.services.config
  if (!cronSecret || !isSame(authorization, `Bearer ${cronSecret}`)) throw new PlainError(401, 'The secret is wrong.')
  const now = ctx.now()
  const projects = await listFailures(ctx.db, new Date(now.getTime() - day))
  if (!isDryRun) {
    const worthlessAfter = new Date(now.getTime() + day)
    for (const project of projects) {
      const variables = {
        projectDisplayName: project.display_name,
        count: project.count,
        pageUrl: `${url}/projects/${project.project_id}/emails`,
        failures: project.emails
          .slice(0, maxListed)
          .map(({ subject, to }) => `“${shorten(subject)}” to ${to.join(', ')}`),
      }
      await inTransaction(ctx.db, async (trx) => {
        for (const owner of project.owners) {
          const named = { ...variables, userDisplayName: owner.display_name ?? '' }
          const mail = {
            template: 'failed_emails_digest' as const,
            to: owner.email,
            variables: named,
            worthlessAfter,
            now,
          }
          // From the project whose users the owners are: their own mail server may be what is broken.
          await enqueueMail(trx, { id: 'internal' }, mail, ctx.services.secrets)
        }
      })
    }
  }
  return {
    success: true,
    failed_emails_by_tenancy: projects.map(({ project_id, emails, owners }) => ({
      emails,
      tenant_owner_emails: owners.map(({ email }) => email),
      project_id,
      // A project has one branch, so its id stands for both.
      tenancy_id: project_id,
    })),
  }
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

function shorten(subject: string): string {
  return subject.length > maxSubjectLength ? `${subject.slice(0, maxSubjectLength)}…` : subject
}

const maxReported = 100

/** One of the few queries over all projects: the deployment itself asks. The newest failures come first. */
async function listFailures(db: Db, since: Date): Promise<Failures[]> {
  const { rows } = await sql<Failures>`
    WITH failed AS (
      SELECT project_id, subject, recipients, count(*) OVER (PARTITION BY project_id)::integer AS total,
        row_number() OVER (PARTITION BY project_id ORDER BY sent_at DESC, id) AS position
      FROM sent_emails WHERE error IS NOT NULL AND sent_at > ${since}
    ), owners AS (
      SELECT p.id AS project_id, p.display_name,
        jsonb_agg(jsonb_build_object('email', c.value, 'display_name', u.display_name) ORDER BY c.value) AS owners
      FROM projects p
      JOIN team_memberships m ON m.project_id = 'internal' AND m.team_id = p.owner_team_id
      JOIN users u ON u.project_id = 'internal' AND u.id = m.user_id
      JOIN contact_channels c ON c.project_id = 'internal' AND c.user_id = u.id AND c.is_primary AND c.type = 'email'
      WHERE p.deleted_at IS NULL AND p.id IN (SELECT project_id FROM failed)
      GROUP BY p.id
    )
    SELECT o.project_id, o.display_name, o.owners, max(f.total) AS count,
      json_agg(json_build_object('subject', f.subject, 'to', f.recipients) ORDER BY f.position) AS emails
    FROM owners o JOIN failed f ON f.project_id = o.project_id AND f.position <= ${maxReported}
    GROUP BY o.project_id, o.display_name, o.owners
    ORDER BY o.project_id`.execute(db)
  return rows
}
