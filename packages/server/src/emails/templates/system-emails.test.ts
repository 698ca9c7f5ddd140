import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { builtInThemeIds, systemTemplateIds } from '../../projects/project-config/built-in-emails.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'

let emailServer: TestEmail
const logLines: string[] = []
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'), { logLines })
})
afterAll(() => emailServer.close())

const template = `templates.${systemTemplateIds.magic_link}`
const otpProject = (settings: Record<string, unknown> = {}) =>
  createTestProject(emailServer.server, {
    'auth.otp.allowSignIn': true,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`emails.${key}`, value])),
  })

async function receiveCode({ call }: TestProject, email = newEmail()) {
  const body = { email, callback_url: 'http://localhost:3000/handler/magic-link-callback' }
  await call('POST /auth/otp/send-sign-in-code', { body })
  return emailServer.waitForEmail(email, 'magic_link')
}

const source = (body: string) => `
  import { Subject, NotificationCategory } from '@stackframe/emails'
  export const variablesSchema = (variables) => variables
  export function EmailTemplate({ user, project, variables }) { ${body} }`

test('an email has a subject, a text, a link and a code', async () => {
  const project = await otpProject()
  const received = await receiveCode(project)
  expect(received.subject).toBe(`Sign in to Test project: your code is ${received.code}`)
  expect(received.from).toBe('Test project <noreply@latchkey.localhost>')
  expect(received.html).toContain(received.code)
  expect(received.text).toContain('It works once and expires in ten minutes.')
  const { code } = received
  expect(new URL(received.link!).searchParams.get('code')!.slice(0, 6).toUpperCase()).toBe(code)
})

test('an email is rendered from the project’s template and theme', async () => {
  const project = await otpProject({
    [`${template}.tsxSource`]: source(`return <><Subject value={'Knock knock, ' + variables.otp} />
      <p>{user.displayName ?? 'nobody'} at {project.displayName} and {variables.projectDisplayName}</p></>`),
    selectedThemeId: builtInThemeIds.dark,
  })
  const received = await receiveCode(project)
  expect(received.subject).toMatch(/^Knock knock, [0-9A-Z]{6}$/)
  expect(received.html).toContain('nobody at Test project and Test project')
  expect(received.html).toContain('<meta name="color-scheme" content="dark"')
  const { db } = emailServer.server.platform
  const sent = db.selectFrom('sent_emails').select('subject').where('project_id', '=', project.id)
  await expect.poll(() => sent.execute()).toEqual([{ subject: 'Knock knock, …' }])
})

test('a template can have a theme of its own, or none', async () => {
  const own = await otpProject({ [`${template}.themeId`]: builtInThemeIds.dark })
  expect((await receiveCode(own)).html).toContain('content="dark"')
  const none = await otpProject({ [`${template}.themeId`]: false })
  expect((await receiveCode(none)).html).not.toContain('color-scheme')
})

test.each([
  ['does not compile', source('return <p>')],
  ['throws', source('throw new Error("broken")')],
  ['never ends', source('while (true) {}')],
])('a template that %s does not keep people from signing in', async (_, tsxSource) => {
  const project = await otpProject({ [`${template}.tsxSource`]: tsxSource })
  const received = await receiveCode(project)
  expect(received.text).toContain('It works once and expires in ten minutes.')
  expect(received.code).toBeDefined()
  const line = logLines.find(
    (line) => line.includes('An email template could not be rendered') && line.includes(project.id),
  )
  expect(line).toBeDefined()
  expect(line).not.toContain(received.code)
})

// ASVS 1.3.3, 1.3.11
test('names of people break neither the subject nor the text', async () => {
  const project = await otpProject({
    [`${template}.tsxSource`]: source("return <Subject value={'Hi\\r\\nBcc: v@example.com' + user.displayName} />"),
  })
  const received = await receiveCode(project)
  expect(received.subject).toBe('Hi Bcc: v@example.comnull')
  expect(received.to).toHaveLength(1)
})
