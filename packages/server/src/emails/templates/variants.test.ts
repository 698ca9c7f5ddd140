import type { EmailDocument } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemTemplateIds } from '../../projects/project-config/built-in-emails.ts'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  ownEmailServer,
  type TestEmail,
  type TestProject,
} from '../../testing/index.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const as = 'admin' as const
const { magic_link: id } = systemTemplateIds
const callback_url = 'http://localhost:3000/handler'

const variant = (text: string): Omit<EmailDocument, 'category'> => ({
  subject: text,
  content: {
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text }] },
      { type: 'codeBlock', content: [{ type: 'variable', attrs: { name: 'otp' } }] },
    ],
  },
})
const document: EmailDocument = {
  category: 'Transactional',
  ...variant('Knock knock'),
  translations: { de: variant('Klopf klopf'), ar: variant('دق دق') },
}

const newProject = (settings: Record<string, unknown> = {}) =>
  createTestProject(emailServer.server, {
    'auth.otp.allowSignIn': true,
    'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port },
    ...settings,
  })

const save = ({ send }: TestProject, given: object) =>
  send('PATCH /internal/email-templates/{id}', { as, params: { id }, body: given } as never)

async function receiveCode({ call }: TestProject, language: string) {
  const email = newEmail()
  const headers = { 'accept-language': language }
  await call('POST /auth/otp/send-sign-in-code', { headers, body: { email, callback_url } })
  return emailServer.waitForEmail(email, 'magic_link')
}

describe('a built-in email that a project has changed', () => {
  test('is sent in the variant of the reader, and as its main text to all others', async () => {
    const project = await newProject()
    expect(await save(project, { document })).toMatchObject({ status: 200 })
    expect(await receiveCode(project, 'de-CH')).toMatchObject({ subject: 'Klopf klopf', locale: 'de' })
    expect(await receiveCode(project, 'fr')).toMatchObject({ subject: 'Knock knock', locale: 'en-US' })
    const arabic = await receiveCode(project, 'ar-EG')
    expect(arabic).toMatchObject({ subject: 'دق دق', locale: 'ar' })
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    const log = async () => (await project.call('GET /internal/emails', { as })).items.map(({ locale }) => locale)
    await expect.poll(log).toEqual(['ar', 'en-US', 'de'])
  })

  test('must contain in every language what it is for', async () => {
    const project = await newProject()
    const useless = { ...variant('Ohne'), content: { type: 'doc' as const, content: [] } }
    const response = await save(project, { document: { ...document, translations: { de: useless } } })
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_RENDERING_ERROR', error: expect.stringContaining('in de') },
    })
  })

  test('starts a language with our own text', async () => {
    const project = await newProject()
    const { templates } = await project.call('GET /internal/email-templates', { as, query: { locale: 'de-AT' } })
    const [shipped] = templates.filter((template) => template.id === id)
    expect(shipped?.default_document?.subject).toBe('Anmelden bei {{projectDisplayName}}: Dein Code ist {{otp}}')
    expect(shipped?.document?.subject).toBe('Sign in to {{projectDisplayName}}: your code is {{otp}}')
  })

  test('as code gets the language as a prop', async () => {
    const tsx_source = `import { Subject, NotificationCategory } from '@stackframe/emails'
      export const variablesSchema = (variables) => variables
      export const EmailTemplate = ({ variables, locale }) => <><Subject value={'For ' + locale} />
        <NotificationCategory value="Transactional" /><p>{variables.otp}</p></>`
    const project = await newProject()
    expect(await save(project, { tsx_source })).toMatchObject({ status: 200 })
    const received = await receiveCode(project, 'de-AT')
    expect(received).toMatchObject({ subject: 'For de-AT', locale: undefined })
    expect(received.html).toContain('lang="de-AT"')
  })
})

test('a save by two owners conflicts in the document as a whole', async () => {
  const project = await newProject()
  const { revision } = await project.call('GET /internal/email-templates', { as })
  const headers = { 'x-stack-revision': String(revision) }
  const first = { as, headers, params: { id }, body: { document } } as const
  expect(await project.send('PATCH /internal/email-templates/{id}', first as never)).toMatchObject({ status: 200 })
  const other = { ...document, translations: { it: variant('Toc toc') } }
  const second = { ...first, body: { document: other } }
  expect(await project.send('PATCH /internal/email-templates/{id}', second as never)).toMatchObject({
    status: 409,
    body: { code: 'SAVE_CONFLICT' },
  })
})

test('a preview is in the language that is asked for', async () => {
  const { call } = await newProject()
  const render = (body: object) => call('POST /emails/render-email', { as, body: body as never })
  expect((await render({ template_id: id, locale: 'ja' })).subject).toBe(
    'My project へのサインイン: コードは ABC123 です'.replace('My project', 'Test project'),
  )
  expect((await render({ template_document: document, locale: 'de-AT' })).subject).toBe('Klopf klopf')
  expect((await render({ template_document: document })).subject).toBe('Knock knock')
})

test('an email to many is in the language of each', async () => {
  const project = await newProject()
  const addUser = async (locale: string | null) => {
    const primary_email = newEmail()
    const body = { primary_email, primary_email_verified: true, locale }
    return { id: (await project.call('POST /users', { as: 'server', body })).id, email: primary_email }
  }
  const users = [await addUser('de-DE'), await addUser('ar'), await addUser(null)]
  const draft = await project.call('POST /internal/email-drafts', { as, body: { display_name: 'News', document } })
  await project.call('POST /emails/send-email', {
    as: 'server',
    body: { user_ids: users.map((user) => user.id), draft_id: draft.id },
  })
  const subjects = await Promise.all(users.map(async ({ email }) => (await emailServer.waitForEmail(email)).subject))
  expect(subjects).toEqual(['Klopf klopf', 'دق دق', 'Knock knock'])
})
