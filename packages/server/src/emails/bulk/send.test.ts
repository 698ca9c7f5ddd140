import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { builtInThemeIds, builtInThemes } from '../../projects/project-config/built-in-emails.ts'
import { ownEmailServer } from '../../testing/email.ts'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  race,
  separateServer,
  type TestEmail,
  type TestProject,
  testProject,
} from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { marketing } from '../notifications/categories.ts'
import { emailServers } from '../smtp/servers.ts'
import { createBulkEmailSender } from './bulk.ts'
import { findSendContent } from './queries.ts'
import { neutralizeLinks } from './raw-html.ts'

const isUnfinished = (project: { id: string }) => sql<boolean>`project_id = ${project.id} AND send_id IS NOT NULL`

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const route = 'POST /emails/send-email'
const as = 'server' as const
const unknownId = '11111111-1111-4111-8111-111111111111'

/** A project whose own email server is the inbox. */
const sender = (settings: Record<string, boolean> = {}) =>
  createTestProject(emailServer.server, {
    'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port },
    ...settings,
  })

async function addUser({ call }: TestProject, display_name: string | null = null) {
  const primary_email = newEmail()
  const { id } = await call('POST /users', { as, body: { primary_email, display_name } })
  return { id, email: primary_email }
}

const received = (to: string) => emailServer.inbox.list().filter((one) => one.to.includes(to))
const template = (category: string, body = 'Hello {user.displayName}') => `
  import { NotificationCategory, Subject } from '@stackframe/emails'
  export const variablesSchema = (variables) => variables
  export const EmailTemplate = ({ user, variables }) => <><Subject value={'For ' + user.displayName} />
    <NotificationCategory value="${category}" /><p>${body}</p></>`

async function addDraft({ call }: TestProject, tsx_source: string): Promise<string> {
  const body = { display_name: 'News', tsx_source }
  return (await call('POST /internal/email-drafts', { as: 'admin', body })).id
}

test('HTML goes to every user in an email of their own, inside the theme', async () => {
  const project = await sender()
  const users = [await addUser(project), await addUser(project)]
  const ids = users.map(({ id }) => id)
  const html = '<p>Hi <a href="java&#115;cript:alert(1)">you</a></p>'
  const body = { user_ids: [...ids, ids[0]!], html, subject: 'News' }
  expect(await project.call(route, { as, body })).toEqual({
    results: users.map(({ id, email }) => ({ user_id: id, user_email: email })),
  })
  for (const { email } of users) {
    const one = await emailServer.waitForEmail(email)
    expect(one).toMatchObject({ subject: 'News', to: [email], from: 'Sender <sender@example.com>' })
    expect(one.html).toContain('<p>Hi <a href="#">you</a></p>')
    expect(one.html).toContain('content="light dark"')
    expect(one.html).not.toContain('Unsubscribe')
  }
  const log = async () => (await project.call('GET /internal/emails', { as: 'admin' })).items
  const sent = { error: null, sender_config: { type: 'standard' } }
  await expect.poll(log).toMatchObject([sent, sent])
  for (const { email } of users) expect(received(email)).toHaveLength(1)
})

test('a draft is rendered for everybody, with a link to unsubscribe that works', async () => {
  const project = await sender()
  const [ada, bob] = [await addUser(project, 'Ada'), await addUser(project, 'Bob')]
  await project.call('PATCH /emails/notification-preference/{user_id}/{category_id}', {
    as,
    params: { user_id: bob.id, category_id: marketing.id },
    body: { enabled: false },
  })
  const draft_id = await addDraft(project, template('Marketing'))
  const { results } = await project.call(route, { as, body: { all_users: true, draft_id } })
  expect(results.map(({ user_email }) => user_email).sort()).toEqual([ada.email, bob.email].sort())
  const one = await emailServer.waitForEmail(ada.email)
  expect(one.subject).toBe('For Ada')
  expect(one.html).toContain('Hello Ada')
  const link = /href="([^"]*unsubscribe-link\?code=[^"]*)"/.exec(one.html!)![1]!
  expect(one.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
  expect((await emailServer.server.fetch(link, { method: 'POST' })).status).toBe(200)
  const draft = await project.call('GET /internal/email-drafts/{id}', { as: 'admin', params: { id: draft_id } })
  expect(draft.sent_at_millis).toBeGreaterThan(0)

  // Neither of them wants such emails now; what is not of that kind still comes.
  const { db } = emailServer.server.platform
  const waiting = () => db.selectFrom('outgoing_emails').selectAll().where(isUnfinished(project)).execute()
  await expect.poll(waiting).toEqual([])
  const body = { all_users: true as const, html: 'x', notification_category_name: 'Marketing', subject: 'No' }
  await project.call(route, { as, body })
  await expect.poll(waiting).toEqual([])
  await project.call(route, { as, body: { all_users: true, html: 'x', subject: 'Yes' } })
  await emailServer.waitForEmail(bob.email)
  await expect.poll(waiting).toEqual([])
  expect(received(bob.email).map(({ subject }) => subject)).toEqual(['Yes'])
  expect(received(ada.email).map(({ subject }) => subject)).toEqual(['Yes', 'For Ada'])
})

test('with opt-in, marketing reaches only users who asked for it', async () => {
  const project = await sender({ 'emails.isMarketingOptIn': true })
  const [ada, bob] = [await addUser(project, 'Ada'), await addUser(project, 'Bob')]
  await project.call('PATCH /emails/notification-preference/{user_id}/{category_id}', {
    as,
    params: { user_id: ada.id, category_id: marketing.id },
    body: { enabled: true },
  })
  const news = { html: 'x', notification_category_name: 'Marketing', subject: 'News' }
  await project.call(route, { as, body: { all_users: true, ...news } })
  await emailServer.waitForEmail(ada.email)
  // The category can also be that of the template.
  await project.call(route, { as, body: { all_users: true, draft_id: await addDraft(project, template('Marketing')) } })
  await project.call(route, { as, body: { all_users: true, html: 'x', subject: 'Receipt' } })
  await emailServer.waitForEmail(bob.email)
  const { db } = emailServer.server.platform
  const waiting = () => db.selectFrom('outgoing_emails').selectAll().where(isUnfinished(project)).execute()
  await expect.poll(waiting).toEqual([])
  expect(received(bob.email).map(({ subject }) => subject)).toEqual(['Receipt'])
  expect(
    received(ada.email)
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual(['For Ada', 'News', 'Receipt'])
})

test('users without an email are in the response, and get no email', async () => {
  const project = await sender()
  const { id } = await project.call('POST /users', { as, body: {} })
  const body = { user_ids: [id], html: 'x' }
  expect(await project.call(route, { as, body })).toEqual({ results: [{ user_id: id }] })
  expect(await project.call(route, { as, body: { user_ids: [], html: 'x' } })).toEqual({ results: [] })
})

test('a draft that is sent by two at once is sent once', async () => {
  const project = await sender()
  const { email } = await addUser(project, 'Ada')
  const draft_id = await addDraft(project, template('Transactional'))
  const { succeeded } = await race(8, () => project.call(route, { as, body: { all_users: true, draft_id } }))
  expect(succeeded).toHaveLength(1)
  await emailServer.waitForEmail(email)
  const { db } = emailServer.server.platform
  await expect
    .poll(() => db.selectFrom('outgoing_emails').selectAll().where(isUnfinished(project)).execute())
    .toEqual([])
  expect(received(email)).toHaveLength(1)
})

test('a draft can be sent to others, with another subject, and again once it was changed', async () => {
  const project = await testProject({ 'emails.server': ownEmailServer })
  const [ada, bob] = [await addUser(project, 'Ada'), await addUser(project, 'Bob')]
  const draft_id = await addDraft(project, template('Transactional'))
  const send = async (body: object) => (await project.send(route, { as, body: { draft_id, ...body } })).status
  expect(await send({ user_ids: [ada.id] })).toBe(200)
  expect(await send({ user_ids: [ada.id.toUpperCase(), ada.id] })).toBe(400)
  expect(await send({ user_ids: [bob.id] })).toBe(200)
  expect(await send({ user_ids: [bob.id], subject: 'Once more' })).toBe(200)
  expect(await send({ all_users: true, subject: 'Once more' })).toBe(200)
  await addUser(project, 'Cy')
  expect(await send({ all_users: true, subject: 'Once more' })).toBe(400)
  const body = { tsx_source: template('Transactional', 'Changed') }
  await project.call('PATCH /internal/email-drafts/{id}', { as: 'admin', params: { id: draft_id }, body })
  expect(await send({ all_users: true, subject: 'Once more' })).toBe(200)
})

test('a draft can be sent unchanged to the same people after a moment', async () => {
  let now = Date.now()
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server, { 'emails.server': ownEmailServer })
  const { id } = await addUser(project)
  const body = { user_ids: [id], draft_id: await addDraft(project, template('Transactional')) }
  await project.call(route, { as, body })
  now += 9_000
  expect(await project.send(route, { as, body })).toMatchObject({ status: 400, body: expect.any(String) })
  now += 2_000
  await project.call(route, { as, body })
})

describe('the theme of an email', () => {
  const [own, projects] = [crypto.randomUUID(), crypto.randomUUID()]
  const themed = (text: string) => ({
    displayName: text,
    tsxSource: `export const EmailTheme = ({ children }) => <section>${text}{children}</section>`,
  })
  const templateId = crypto.randomUUID()
  const settings = {
    'emails.server': ownEmailServer,
    'emails.themes': { [own]: themed('its own'), [projects]: themed('of the project') },
    'emails.selectedThemeId': projects,
    [`emails.templates.${templateId}`]: { displayName: 'x', tsxSource: template('Marketing'), themeId: own },
  }

  test.each([
    ['that the request names', { theme_id: builtInThemeIds.dark }, builtInThemes[builtInThemeIds.dark]!.document],
    ['of the project, if the request says null', { theme_id: null }, themed('of the project').tsxSource],
    ['of the project, if there is none with the id', { theme_id: unknownId }, themed('of the project').tsxSource],
    ['none, if the request says false', { theme_id: false }, null],
  ])('is the one %s', async (_, choice, expected) => {
    expect(await sendBoth(choice)).toEqual([expected, expected])
  })

  test('is the one of a draft itself, but of the project for a template, if the request says nothing', async () => {
    expect(await sendBoth({})).toEqual([themed('its own').tsxSource, themed('of the project').tsxSource])
  })

  /** The themes of a draft and of a template that were sent. */
  async function sendBoth(choice: object) {
    const project = await testProject(settings)
    const { id } = await addUser(project)
    const draft = { display_name: 'News', tsx_source: template('Marketing'), theme_id: own }
    const draft_id = (await project.call('POST /internal/email-drafts', { as: 'admin', body: draft })).id
    for (const content of [{ draft_id }, { template_id: templateId }]) {
      const answer = await project.send(route, { as, body: { user_ids: [id], ...content, ...choice } })
      expect(answer).toMatchObject({ status: 200 })
    }
    const { db, secrets } = project.server.platform
    const sends = db.selectFrom('email_sends').select('id').where('project_id', '=', project.id).orderBy('created_at')
    const contents = (await sends.execute()).map((send) => findSendContent(db, project.id, send.id, secrets))
    return (await Promise.all(contents)).map((content) => content!.sources.theme)
  }
})

describe('a request is refused', () => {
  const content = { html: 'x' }
  test.each([
    ['two contents', { all_users: true, html: 'x', draft_id: unknownId }],
    ['no content', { all_users: true }],
    ['variables without a template', { all_users: true, html: 'x', variables: {} }],
    ['nobody', content],
    ['two kinds of users', { ...content, all_users: true, user_ids: [] }],
    ['a theme that is no id', { ...content, all_users: true, theme_id: 'dark' }],
  ])('with %s', async (_, body) => {
    const { send } = await testProject({ 'emails.server': ownEmailServer })
    expect((await send(route, { as, body })).body).toMatchObject({ code: 'SCHEMA_ERROR' })
  })

  test('in the order of the wire', async () => {
    const shared = await testProject()
    const refused = await shared.send(route, { as, body: content })
    expect(refused.body).toMatchObject({ code: 'REQUIRES_CUSTOM_EMAIL_SERVER' })
    const { send } = await testProject({ 'emails.server': ownEmailServer })
    const kind = { all_users: true, html: 'x', notification_category_name: 'Spam' }
    const texts = [kind, { all_users: true, template_id: unknownId }, { all_users: true, draft_id: unknownId }]
    for (const body of texts) {
      const answer = await send(route, { as, body })
      expect([answer.status, typeof answer.body]).toEqual([400, 'string'])
    }
    const noId = await send(route, { as, body: { all_users: true, draft_id: 'not an id' } })
    expect(noId).toMatchObject({ status: 400, body: 'The draft was not found.' })
    for (const id of [unknownId, unknownId.replaceAll('1', 'A'), 'me', 'X']) {
      const answer = await send(route, { as, body: { ...content, user_ids: [id] } })
      expect(answer.body).toMatchObject({ code: 'USER_ID_DOES_NOT_EXIST', details: { user_id: id } })
    }
  })
})

test('after a crash, sending resumes after the last accepted email', async () => {
  // No jobs run here: what a process does before it dies and what the next does is called by hand.
  const project = await testProject({ 'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port } })
  const users = []
  for (let n = 0; n < 30; n++) users.push(await addUser(project))
  const draft_id = await addDraft(project, template('Transactional'))
  await project.call(route, { as, body: { all_users: true, draft_id } })
  const { platform } = project.server
  const silent = { ...platform, log: createLog({ level: 'silent', isProduction: false }) }
  const job = { project_id: project.id }
  for (const dieAfter of [7, 16]) {
    let taken = 0
    const servers = emailServers(platform)
    const send: typeof servers.send = (...args) =>
      ++taken > dieAfter ? Promise.reject(new Error('killed')) : servers.send(...args)
    const crashing = { ...silent }
    emailServers.replace(crashing, { ...servers, send })
    const dying = createBulkEmailSender(crashing)
    // One run may have too little time for so many.
    const runOn = async () => {
      for (;;) await dying(job, firstAttempt)
    }
    await expect(runOn()).rejects.toThrow('killed')
    await sql`UPDATE outgoing_emails SET next_attempt_at = now() WHERE project_id = ${project.id}`.execute(platform.db)
  }
  expect(users.flatMap(({ email }) => received(email))).toHaveLength(23)
  const waiting = () => platform.db.selectFrom('outgoing_emails').selectAll().where(isUnfinished(project)).execute()
  while ((await waiting()).length > 0) await createBulkEmailSender(silent)(job, firstAttempt)
  for (const { email } of users) expect(received(email)).toHaveLength(1)
})

test.each([
  ['href="javascript:x"', 'href="#"'],
  ["href='  JaVaScRiPt:x'", 'href="#"'],
  ['href=javascript:x', 'href="#"'],
  ['href="java&Tab;script&colon;x"', 'href="#"'],
  ['src="data:text/html,x"', 'src="#"'],
  ['href="&#x6A;avascript:x"', 'href="#"'],
  ['href="https://example.com/?javascript:"', 'href="https://example.com/?javascript:"'],
  ['src="data:image/png;base64,x"', 'src="data:image/png;base64,x"'],
])('the link %s becomes %s', (given, expected) => {
  expect(neutralizeLinks(`<a ${given}>x</a>`)).toBe(`<a ${expected}>x</a>`)
})
