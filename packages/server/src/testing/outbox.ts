import { createCodeJobs } from '../code-jobs.ts'
import { type EmailKind, findOutgoingEmail } from '../emails/outbox/outbox.ts'
import type { TestProject } from './project.ts'

/** Runs the jobs of the requested codes, in a project without workers. */
export async function sendRequestedCodes({ id, server }: Pick<TestProject, 'id' | 'server'>): Promise<void> {
  const { services } = server
  const rows = services.db.selectFrom('requested_codes').select('id').where('project_id', '=', id)
  for (const request of await rows.orderBy('created_at').execute()) {
    const job = { project_id: id, request_id: request.id }
    await createCodeJobs(services)['send-code'](job, { isLast: false, signal: new AbortController().signal })
  }
}

/** The queued emails of a kind in a project whose emails are not sent, oldest first. */
export async function listOutgoingEmails({ id, server }: TestProject, template: EmailKind) {
  await sendRequestedCodes({ id, server })
  const { db, secrets } = server.services
  const rows = await db
    .selectFrom('outgoing_emails')
    .select('id')
    .where('project_id', '=', id)
    .where('template', '=', template)
    .orderBy('created_at')
    .execute()
  return Promise.all(rows.map(async (row) => (await findOutgoingEmail(db, id, row.id, secrets))!))
}

/** The code in the newest email of a kind to an address. */
export async function codeEmailedTo(project: TestProject, email: string, template: EmailKind): Promise<string> {
  const emails = await listOutgoingEmails(project, template)
  const newest = emails.filter(({ to }) => to === email).at(-1)
  const code = JSON.stringify(newest ?? {}).match(/[?&#]code=([0-9a-z]{45})/)?.[1]
  if (!code) throw new Error(`No ${template} to ${email} waits to be sent.`)
  return code
}
