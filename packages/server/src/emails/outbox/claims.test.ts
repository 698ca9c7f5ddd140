import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { claimEmail } from './outbox.ts'
import { giveUpEmail, retryEmail } from './queries.ts'

const failures = { 'fails later': retryEmail, 'gives up later': giveUpEmail }

test.each(
  Object.entries(failures),
)('a node that lost its email to another one and %s changes nothing', async (_, fail) => {
  const { id, signUp, server } = await testProject()
  const { db, secrets } = server.services
  await signUp()
  const lost = await claimEmail(db, id, secrets)
  await sql`UPDATE outgoing_emails SET claimed_until = now() WHERE project_id = ${id}`.execute(db)
  const taken = await claimEmail(db, id, secrets)
  expect(taken).toMatchObject({ id: lost!.id, attempts: 0 })

  await fail(db, id, lost!, { attempts: 1, unconfirmed: 0 })
  const { rows } = await sql`SELECT claim_id, attempts FROM outgoing_emails WHERE project_id = ${id}`.execute(db)
  expect(rows).toEqual([{ claim_id: taken!.claimId, attempts: 0 }])
})
