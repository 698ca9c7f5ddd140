import { inTransaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { sendBatches } from './batches.ts'
import { sendOneByOne } from './one-by-one.ts'
import { type BulkServices, findCategory } from './prepare.ts'
import { findSend, finishSend } from './queries.ts'

/** The rest is another job: a server that stops waits for no more than this. */
const maxRunMillis = 5_000

/** Handles `send-bulk-mail`: goes on with who has not got the mail yet. */
export function createBulkMailer(services: BulkServices) {
  const { db, secrets, mailServers } = services

  return async ({ project_id, send_id }: Jobs['send-bulk-mail']): Promise<void> => {
    const project = await services.projects.find(project_id)
    const content = await findSend(db, project_id, send_id, secrets)
    if (!project || !content) return
    const run = { project, sendId: send_id, content, category: findCategory(content.category)! }
    const startedAt = Date.now()
    const hasTime = () => Date.now() - startedAt < maxRunMillis
    const send = mailServers.takesBatches(project) ? sendBatches : sendOneByOne
    await send(services, run, hasTime)
    await inTransaction(db, (trx) => finishSend(trx, project_id, send_id))
  }
}
