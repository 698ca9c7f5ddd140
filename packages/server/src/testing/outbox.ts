import { type EmailKind, findOutgoingEmail, resolveRequest } from '../emails/outbox/outbox.ts'
import { requestKind } from '../emails/outbox/queries.ts'
import { projectCache } from '../projects/cache.ts'
import { createCodeResolver } from '../requested-codes.ts'
import type { TestProject } from './project.ts'

/** Turns the requested codes of a project without workers into emails. */
export async function sendRequestedCodes({ id, server }: Pick<TestProject, 'id' | 'server'>): Promise<void> {
  const { platform } = server
  const project = await projectCache(platform).find(id)
  const rows = platform.db.selectFrom('outgoing_emails').select(['id', 'claim_id']).where('project_id', '=', id)
  for (const request of await rows.where('kind', '=', requestKind).orderBy('created_at').execute()) {
    await resolveRequest(platform, project!, request, createCodeResolver(platform))
  }
}

/** The queued emails of a kind in a project whose emails are not sent, oldest first. */
export async function listOutgoingEmails({ id, server }: TestProject, kind: EmailKind) {
  await sendRequestedCodes({ id, server })
  const { db, secrets } = server.platform
  const rows = await db
    .selectFrom('outgoing_emails')
    .select('id')
    .where('project_id', '=', id)
    .where('kind', '=', kind)
    .orderBy('created_at')
    .execute()
  return Promise.all(rows.map(async (row) => (await findOutgoingEmail(db, id, row.id, secrets))!))
}

/** The code in the newest email of a kind to an address. */
export async function codeEmailedTo(project: TestProject, email: string, kind: EmailKind): Promise<string> {
  const emails = await listOutgoingEmails(project, kind)
  const newest = emails.filter(({ to }) => to === email).at(-1)
  const code = JSON.stringify(newest ?? {}).match(/[?&#]code=([0-9a-z]{45})/)?.[1]
  if (!code) throw new Error(`No ${kind} to ${email} waits to be sent.`)
  return code
}
