import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createHousekeeping } from './housekeeping.ts'
import { readConfig } from './platform/config.ts'
import { createDatabase } from './testing/database.ts'
import { createTestProject, openTestServer } from './testing/index.ts'
import { newPerson, openAuthorize, providerForTests, signInWithProvider } from './testing/provider-sign-in.ts'
import { takeSnapshot } from './testing/snapshot.ts'

const provider = providerForTests()

test('sign-ins that nobody finished, and codes of those that were, are gone a day after they expired', async () => {
  const { platform } = provider.server
  const project = await provider.newProject()
  await signInWithProvider(provider.idp, project, newPerson())
  await openAuthorize(project)
  /** The rows get older rather than the clock: everything else in the database belongs to other tests. */
  const cleanUpAfter = async (hours: number) => {
    for (const table of ['oauth_flows', 'oauth_codes']) {
      await sql`UPDATE ${sql.table(table)} SET expires_at = now() - make_interval(hours => ${hours})
        WHERE project_id = ${project.id}`.execute(platform.db)
    }
    await createHousekeeping(platform)['clean-up']({}, {} as never)
    const { oauth_flows, oauth_codes, provider_tokens } = await takeSnapshot(platform.db, project.id)
    return [oauth_flows, oauth_codes, provider_tokens].map((rows) => (rows as unknown[]).length)
  }
  expect(await cleanUpAfter(23)).toEqual([2, 1, 1])
  expect(await cleanUpAfter(25)).toEqual([0, 0, 1])
})

test('sessions, trusted devices and emails are deleted after the days that the settings say', async () => {
  // A database of its own: what is old here would be old for the tests beside it too.
  const database = await createDatabase(inject('databaseUrl'))
  let now = Date.now()
  const { retention } = readConfig({
    LATCHKEY_KEEP_EXPIRED_DAYS: '2',
    LATCHKEY_KEEP_EMAIL_CONTENT_DAYS: '3',
    LATCHKEY_KEEP_EMAIL_LOG_DAYS: '5',
  })
  const server = await openTestServer(database.url, { config: { retention }, now: () => new Date(now) })
  onTestFinished(async () => {
    await server.close()
    await database.drop()
  })
  const project = await createTestProject(server)
  const { user_id } = await project.signUp()
  const { db } = server.platform
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date(now) })
    .execute()
  await sql`INSERT INTO trusted_devices (project_id, user_id, id, token_hash, generation, created_at, expires_at)
    VALUES (${project.id}, ${user_id}, gen_random_uuid(), '', 0, now(), ${new Date(now)})`.execute(db)
  await sql`INSERT INTO sent_emails (project_id, id, kind, subject, recipients, sender_config, sent_at, html_encrypted)
    VALUES (${project.id}, gen_random_uuid(), 'x', 'x', '{x}', '{}', ${new Date(now)}, 'x')`.execute(db)
  const keptAfter = async (days: number) => {
    now += days * 24 * 3600 * 1000 + 1
    await createHousekeeping(server.platform)['clean-up']({}, {} as never)
    const { sessions, trusted_devices, sent_emails } = await takeSnapshot(db, project.id)
    const emails = sent_emails as { html_encrypted: string | null }[]
    const [kept, devices] = [sessions, trusted_devices].map((rows) => (rows as unknown[]).length)
    return [kept, devices, emails.length, emails.filter((email) => email.html_encrypted).length]
  }
  expect(await keptAfter(1)).toEqual([1, 1, 1, 1])
  expect(await keptAfter(1)).toEqual([0, 0, 1, 1])
  expect(await keptAfter(1)).toEqual([0, 0, 1, 0])
  expect(await keptAfter(1)).toEqual([0, 0, 1, 0])
  expect(await keptAfter(1)).toEqual([0, 0, 0, 0])
})
