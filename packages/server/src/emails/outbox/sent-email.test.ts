import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemTemplateIds } from '../../projects/project-config/built-in-emails.ts'
import { ownEmailServer } from '../../testing/email.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const as = 'admin' as const

const sender = (more = {}) =>
  createTestProject(emailServer.server, {
    'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port },
    'auth.otp.allowSignIn': true,
    ...more,
  })

async function requestCode(project: TestProject, email: string) {
  const callback_url = 'http://localhost:3000/sign-in'
  await project.call('POST /auth/otp/send-sign-in-code', { as: 'client', body: { email, callback_url } })
}

const list = (
  project: TestProject,
  query: { status?: 'sent' | 'failed'; recipient?: string; limit?: number; cursor?: string },
) => project.call('GET /internal/emails', { as, query })
const read = (project: TestProject, id: string) => project.call('GET /internal/emails/{id}', { as, params: { id } })

test('a sent email is shown without its code and link', async () => {
  const project = await sender()
  const email = newEmail()
  await requestCode(project, email)
  const arrived = await emailServer.waitForEmail(email)
  const code = /code is (\w{6})/.exec(arrived.subject)![1]!
  const find = async () => (await list(project, { recipient: email.toUpperCase() })).items
  await expect.poll(find).toHaveLength(1)
  const [item] = await find()
  const shown = await read(project, item!.id)
  expect(shown).toMatchObject({ status: 'sent', can_resend: false, template: 'magic_link', to: [email] })
  expect(arrived.html).toContain(code)
  expect(shown.html).toContain('Sign in')
  expect(shown.html).not.toContain(code)
  expect(shown.html).not.toMatch(/code=\w{20}/)
  const other = await sender()
  const refused = await other.send('GET /internal/emails/{id}', { as, params: { id: item!.id } })
  expect(refused.status).toBe(404)
})

test('a bulk email is shown as its recipient got it', async () => {
  const project = await sender()
  const primary_email = newEmail()
  const { id } = await project.call('POST /users', { as, body: { primary_email, display_name: 'Ada' } })
  await project.call('POST /emails/send-email', {
    as,
    body: { user_ids: [id], html: '<p>Big news</p>', subject: 'Hi' },
  })
  await emailServer.waitForEmail(primary_email)
  await expect.poll(async () => (await list(project, { status: 'sent' })).items.length).toBe(1)
  const [item] = (await list(project, { status: 'sent' })).items
  expect((await read(project, item!.id)).html).toContain('Big news')
})

test('the log is filtered by status and recipient, and pages follow one another', async () => {
  const project = await sender()
  const failing = await sender({ 'emails.server': ownEmailServer })
  const email = newEmail()
  for (let n = 0; n < 3; n++) {
    await requestCode(project, email)
    await expect.poll(async () => (await list(project, { status: 'sent' })).items.length).toBe(n + 1)
  }
  const first = await list(project, { limit: 2 })
  expect(first.items).toHaveLength(2)
  const second = await list(project, { limit: 2, cursor: first.pagination!.next_cursor! })
  expect(second).toMatchObject({ items: [{}], pagination: { next_cursor: null } })
  expect((await list(project, { status: 'failed' })).items).toEqual([])
  expect((await list(project, { recipient: newEmail() })).items).toEqual([])

  await requestCode(failing, email)
  await expect.poll(async () => (await list(failing, { status: 'failed' })).items.length).toBe(1)
  const [item] = (await list(failing, { status: 'failed' })).items
  expect(await read(failing, item!.id)).toMatchObject({ status: 'retrying', can_resend: false })
})

test('a test email tells how far it got and what the server said, without the password', async () => {
  const project = await sender()
  const test = (port: number) =>
    project.call('POST /internal/send-test-email', {
      as,
      body: {
        recipient_email: newEmail(),
        email_config: {
          host: '127.0.0.1',
          port,
          username: 'user',
          password: 'hunter2-secret',
          sender_name: 'S',
          sender_email: 's@example.com',
        },
      },
    })
  const good = await test(emailServer.inbox.smtp.port)
  expect(good).toMatchObject({ success: true, smtp: { is_connected: true, is_encrypted: false, is_accepted: true } })
  expect(JSON.stringify(good)).not.toContain('hunter2')
  expect(JSON.stringify(good)).not.toContain(Buffer.from('\0user\0hunter2-secret').toString('base64'))
  expect(await test(1)).toMatchObject({
    success: false,
    smtp: { is_connected: false, is_accepted: false, refusal: null },
  })
})

test('former sources of templates and themes are kept, in their own project', async () => {
  const project = await sender()
  const id = systemTemplateIds.magic_link
  const source = (text: string) => `
    import { NotificationCategory, Subject } from '@stackframe/emails'
    export const EmailTemplate = () => <><Subject value="Hi" />
      <NotificationCategory value="Transactional" /><p>${text}</p></>`
  for (const text of ['one', 'two', 'two'])
    await project.call('PATCH /internal/email-templates/{id}', {
      as,
      params: { id },
      body: { tsx_source: source(text) },
    })
  const { versions } = await project.call('GET /internal/email-sources/{id}/versions', { as, params: { id } })
  expect(versions).toHaveLength(2)
  const former = { as, params: { id, version_id: versions[0]!.id } } as const
  const route = 'GET /internal/email-sources/{id}/versions/{version_id}'
  expect((await project.call(route, former)).tsx_source).toBe(source('one'))
  expect((await (await sender()).send(route, former)).status).toBe(404)
  const unknown = { as, params: { id: 'no-such-source' } } as const
  expect((await project.send('GET /internal/email-sources/{id}/versions', unknown)).status).toBe(404)
})

test('an error in a source names its line', async () => {
  const project = await sender()
  const render = async (template_tsx_source: string) =>
    JSON.stringify((await project.send('POST /emails/render-email', { as, body: { template_tsx_source } })).body)
  expect(await render('export const EmailTemplate = () => {\n\n  throw new Error("Oh")\n}')).toContain(
    'Oh (line 3 of the template)',
  )
  expect(await render('export const a = 1\nexport const EmailTemplate = () => <p>')).toMatch(/\(2:\d+\)/)
})
