import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createTestProject, newEmail, separateServer, type TestProject, type TestServer } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { type FakeResend, openFakeResend } from '../../testing/resend.ts'
import { emailServers } from '../smtp/servers.ts'
import { createBulkEmailSender } from './bulk.ts'

let resend: FakeResend
let server: TestServer
beforeAll(async () => {
  resend = await openFakeResend()
  server = await separateServer({ outbound: resend.outbound })
})
afterAll(() => resend.close())
beforeEach(() => {
  resend.batches.length = 0
  resend.refusals.length = 0
})

const emailServer = (settings: object = {}) => ({
  isShared: false,
  provider: 'resend',
  host: 'smtp.resend.com',
  port: 465,
  username: 'resend',
  password: resend.apiKey,
  senderName: 'Bakers "& Sons"',
  senderEmail: 'bakers@example.com',
  ...settings,
})

async function addUsers(project: TestProject, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort()
  const { db } = server.platform
  const now = new Date()
  const users = ids.map((id) => ({ project_id: project.id, id, signed_up_at: now, last_active_at: now }))
  await db
    .insertInto('users')
    .values(users as never)
    .execute()
  const channels = ids.map((user_id) => ({
    project_id: project.id,
    user_id,
    id: randomUUID(),
    type: 'email',
    value: newEmail(),
    is_primary: true,
    is_verified: true,
    used_for_auth: true,
    created_at: now,
  }))
  await db
    .insertInto('contact_channels')
    .values(channels as never)
    .execute()
  return channels.map(({ value }) => value)
}

/** No jobs run here: what they do is called by hand. */
async function accept(project: TestProject, category = 'Transactional') {
  const content = { html: '<p>News</p>', subject: 'News', theme_id: false as const }
  const body = { all_users: true as const, ...content, notification_category_name: category }
  await project.call('POST /emails/send-email', { as: 'server', body })
  const { db } = server.platform
  const isWaiting = async () => {
    const emails = db.selectFrom('outgoing_emails').select('id').where('project_id', '=', project.id)
    return (await emails.where('given_up_at', 'is', null).executeTakeFirst()) !== undefined
  }
  const letPass = (seconds: number) =>
    sql`UPDATE outgoing_emails SET next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
      WHERE project_id = ${project.id}`.execute(db)
  const platform = { ...server.platform, log: createLog({ level: 'silent', isProduction: false }) }
  const servers = emailServers(platform)
  const run = (used = servers) => {
    emailServers.replace(platform, used)
    return createBulkEmailSender(platform)({ project_id: project.id }, firstAttempt)
  }
  return { run, isWaiting, letPass, servers }
}

const recipients = () => resend.batches.flatMap((batch) => batch.flatMap(({ to }) => to))
const logOf = async (project: TestProject) => (await project.call('GET /internal/emails', { as: 'admin' })).items

test('a bulk email is sent in batches of a hundred over the provider’s API', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer() })
  const emails = await addUsers(project, 130)
  const { run, isWaiting } = await accept(project, 'Marketing')
  while (await isWaiting()) await run()
  expect(resend.batches.map((batch) => batch.length)).toEqual([100, 30])
  expect(recipients().sort()).toEqual(emails.sort())
  expect(resend.batches[0]![0]).toMatchObject({
    from: '"Bakers \\"& Sons\\"" <bakers@example.com>',
    subject: 'News',
    html: expect.stringContaining('<p>News</p>'),
    text: expect.stringContaining('News'),
    headers: {
      'List-Unsubscribe': expect.stringMatching(/^<http.*unsubscribe-link\?code=.{45}>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  const items = await logOf(project)
  expect(items).toHaveLength(100)
  expect(items[0]).toMatchObject({ error: null, sender_config: { type: 'standard', host: 'smtp.resend.com' } })
})

test('a large bulk email does not hold up one that comes later', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer() })
  await addUsers(project, 210)
  const { run } = await accept(project)
  const { id } = await project.call('POST /users', { as: 'server', body: { primary_email: newEmail() } })
  const body = { user_ids: [id], html: 'x', subject: 'Later' }
  await project.call('POST /emails/send-email', { as: 'server', body })
  await run()
  expect(resend.batches.map((batch) => batch.length)).toEqual([100, 1, 100, 10])
})

test('the host alone says as much as the name of the provider', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer({ provider: 'smtp' }) })
  const [email] = await addUsers(project, 1)
  await (await accept(project)).run()
  expect(recipients()).toEqual([email])
})

test('an invalid address keeps nobody else from getting the email', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer() })
  const emails = await addUsers(project, 3)
  const { db } = server.platform
  const bad = 'nobody@nowhere.invalid'
  await db
    .updateTable('contact_channels')
    .set({ value: bad })
    .where('project_id', '=', project.id)
    .where('value', '=', emails[1]!)
    .execute()
  const { run, isWaiting } = await accept(project)
  await run()
  expect(recipients()).toEqual([emails[0], emails[2]])
  expect(await isWaiting()).toBe(false)
  const errors = (await logOf(project)).map(({ to, error }) => [to[0], error])
  expect(Object.fromEntries(errors)).toEqual({ [emails[0]!]: null, [bad]: 'Invalid `to` field', [emails[2]!]: null })
})

test('what the provider cannot take for now is tried again for about a day', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer() })
  const emails = await addUsers(project, 2)
  const busy = { status: 429, name: 'rate_limit_exceeded', message: 'Too many requests' }
  resend.refusals.push(busy, busy)
  const { run, isWaiting, letPass } = await accept(project)
  for (const wait of [0, 3, 8]) {
    expect(await isWaiting()).toBe(true)
    await letPass(wait)
    await run()
  }
  expect(recipients()).toEqual(emails)
  expect(await isWaiting()).toBe(false)
  const errors = (await logOf(project)).map(({ error }) => error)
  expect(errors.filter((error) => error === 'Too many requests')).toHaveLength(4)

  const next = await accept(project)
  resend.refusals.push(...Array.from({ length: 12 }, () => busy))
  for (let attempt = 0; attempt < 12; attempt++) {
    expect(await next.isWaiting()).toBe(true)
    await next.run()
    await next.letPass(6.2 * 3_600)
  }
  expect(await next.isWaiting()).toBe(false)
  expect(recipients()).toEqual(emails)
})

test('a key that the provider refuses is the reason in the log, and nothing is tried again', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer({ password: 're_wrong' }) })
  await addUsers(project, 1)
  const { run, isWaiting } = await accept(project)
  await run()
  expect(await isWaiting()).toBe(false)
  expect(await logOf(project)).toMatchObject([{ error: 'API key is invalid' }])
})

test('after a crash, nobody gets a second email that the provider had accepted', async () => {
  const project = await createTestProject(server, { 'emails.server': emailServer() })
  const emails = await addUsers(project, 110)
  // A link of its own in every email: the batch is not the same, byte by byte, when it is made again.
  const { run, isWaiting, letPass, servers } = await accept(project, 'Marketing')
  const dying: typeof servers.sendBatch = async (...args) => {
    await servers.sendBatch(...args)
    throw new Error('killed')
  }
  for (let n = 0; n < 2; n++) {
    await expect(run({ ...servers, sendBatch: dying })).rejects.toThrow('killed')
    await letPass(60)
  }
  // The first page has waited for a minute, in which the second one had its turn.
  expect(recipients()).toEqual(emails)
  while (await isWaiting()) await run()
  expect(recipients()).toEqual(emails)
})
