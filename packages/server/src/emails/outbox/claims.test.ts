import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { claimDueEmails, deferEmails } from './queries.ts'

test.each([
  ['fails later', 1],
  ['gives up later', undefined],
])('a node that lost its email to another one and %s changes nothing', async (_, retrySeconds) => {
  const { id, signUp, server } = await testProject()
  const { db } = server.platform
  await signUp()
  const [lost] = await claimDueEmails(db, id, 'send-email')
  await sql`UPDATE outgoing_emails SET claimed_until = now() WHERE project_id = ${id}`.execute(db)
  const [taken] = await claimDueEmails(db, id, 'send-email')
  expect(taken).toMatchObject({ id: lost!.id, attempts: 0 })

  await deferEmails(db, id, [{ ...lost!, attempts: 1, unconfirmed: 0, retrySeconds }])
  const { rows } = await sql`SELECT claim_id, attempts FROM outgoing_emails WHERE project_id = ${id}`.execute(db)
  expect(rows).toEqual([{ claim_id: taken!.claim_id, attempts: 0 }])
})
