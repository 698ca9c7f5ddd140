import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openScriptedSmtp, type ScriptedSmtp } from '@latchkey/server/testing'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { findEmails } from './emails.ts'
import { heading, openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

const servers: { close(): void }[] = []
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

/** The email inside the nested frame. The first one is visible. */
const emailIn = (page: Page, title: string) =>
  page.frameLocator(`iframe[title="${title}"]`).frameLocator(`iframe[title="${title}"]:first-child`)
const preview = (page: Page) => emailIn(page, 'Preview of the email')

/** Built-in templates are visual until an owner converts them. */
async function convertToCode(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByRole('button', { name: 'Convert to code…' }).click()
  await page.getByRole('button', { name: 'Convert to code', exact: true }).click()
  await page.getByText('which the visual editor cannot show').waitFor()
}

async function replaceSource(page: Page, source: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Source of the template' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(source)
}

test('tests and saves an email server, edits a template and sends the new version', async () => {
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
  await page.getByText('The email settings were saved.').waitFor()

  await open(`/emails/templates/${resetTemplate}`)
  await preview(page).getByText('Reset your password').first().waitFor()
  await convertToCode(page)
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

  // A refused email appears in the log with its reason and can be sent again.
  isRefusing = true
  await askAsAdmin('POST', '/auth/password/send-reset-code', reset)
  await open('/emails/sent?status=failed')
  const failed = page.getByRole('row', { name: 'Brand new words' })
  await failed.getByText('Failed').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  isRefusing = false
  await failed.getByRole('link').click()
  await emailIn(page, 'The email').getByText('Choose another password').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => working.emails.length).toBe(3)
})

test('edits an email without code, resets it and receives both in the inbox', async () => {
  const { page, open, askAsAdmin } = await openOwnedProject()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  const email = `visual-${Date.now()}@example.com`
  await askAsAdmin('POST', '/users', {
    primary_email: email,
    primary_email_auth_enabled: true,
    password: 'correct horse',
  })
  const receive = async (count: number) => {
    await askAsAdmin('POST', '/auth/password/send-reset-code', { email, callback_url: 'http://localhost:3000' })
    await expect.poll(async () => (await findEmails(email, 'password_reset')).length).toBe(count)
    return (await findEmails(email, 'password_reset'))[0]!
  }
  await open(`/emails/templates/${resetTemplate}`)
  const text = page.getByRole('textbox', { name: 'Text of the email' })
  await text.locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.type('Dear {{userdis')
  await page.getByRole('option', { name: 'Name of the user' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('! ')
  await preview(page).getByText('Dear John Doe!').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('/divid')
  await page.keyboard.press('Enter')
  await text.locator('hr').waitFor()
  await page.getByRole('textbox', { name: 'Subject' }).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Own words of {{projectDisplayName}}')
  await page.getByRole('textbox', { name: 'Subject' }).locator('.email-variable').waitFor()
  await shot(page)
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('was saved.').waitFor()
  expect((await receive(1)).subject).toMatch(/^Own words of /)

  await page.getByRole('button', { name: 'Reset to default' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to default' }).click()
  await text.getByText('Dear').waitFor({ state: 'detached' })
  expect((await receive(2)).subject).not.toContain('Own words')
  expect(problems).toEqual([])
})

test('schedules a draft for all users, cancels it, then sends it now', async () => {
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
  // The server pushes the update; the page does not poll.
  await page.getByRole('row', { name: 'Spring' }).getByText('Sent', { exact: true }).waitFor()
})

test('previews an email with its styles in the chosen color scheme', async () => {
  const { page, open } = await openOwnedProject()
  await open(`/emails/templates/${resetTemplate}`)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  // Emulating a color scheme in the test would override the one of the frame.
  await page.emulateMedia({ colorScheme: null })
  await page.reload()
  const button = preview(page).getByRole('link', { name: 'Choose a new password' })
  const look = () =>
    button.evaluate((link) => [getComputedStyle(link).paddingLeft, matchMedia('(prefers-color-scheme: dark)').matches])
  await expect.poll(look).toEqual(['20px', false])
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect.poll(look).toEqual(['20px', true])
  expect(problems).toEqual([])
})

/** A separate server, because the test cannot intercept requests of a sandboxed frame. */
async function openEvilSite() {
  const requests = new Set<string>()
  const server = createServer((request, response) => {
    requests.add(`${request.headers['sec-fetch-dest']} ${request.url}`)
    response.setHeader('content-type', 'text/html')
    // What a tab can do to its opener.
    response.end(
      "<link rel=icon href='data:,'>Evil<script>for (const w of [opener?.top, opener]) try { w.location = '/tab' } catch {}</script>",
    )
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

test('keeps scripts, forms, messages, refreshes, frames and top links inside the email preview', async () => {
  const evil = await openEvilSite()
  const { page, open } = await openOwnedProject()
  const context = page.context()
  // Counts messages between windows of the page, not those of the test.
  await page.addInitScript(() => {
    const received: unknown[] = []
    Object.assign(globalThis, { received })
    if (top === window) addEventListener('message', ({ data }) => received.push(data))
  })
  const report = `parent.postMessage('out','*');top.location='${evil.url}/script'`
  const attacks = `
    <script>${report}</script><script src="${evil.url}/src"></script>
    <svg onload="${report}"></svg><img src="${evil.url}/image" onerror="${report}">
    <iframe srcdoc="<script>parent.${report}</script>"></iframe><iframe src="${evil.url}/frame"></iframe>
    <object data="${evil.url}/object"></object><embed src="${evil.url}/embed">
    <base href="${evil.url}/base/" target="_top">
    <meta http-equiv="refresh" content="0;url=${evil.url}/refresh">
    <link rel="stylesheet" href="${evil.url}/style"><style>@import '${evil.url}/import';</style>
    <form action="${evil.url}/form" target="_top"><input autofocus onfocus="${report}"><button>Submit</button></form>
    <a href="${evil.url}/top" target="_top">To the top</a>
    <a href="${evil.url}/parent" target="_parent">To the parent</a>
    <a href="${evil.url}/self" target="_self">In place</a>
    <a href="javascript:${report}" target="_self">By script</a>
    <a href="${evil.url}/opened" target="_blank" rel="opener">In a tab</a>
    </textarea></form><p>All attacks are here</p>`
  const source = toSource('Attack').replace(
    /<a href.*<\/a>/,
    `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(attacks)} }} />`,
  )
  await open(`/emails/templates/${resetTemplate}`)
  await preview(page).getByText('Reset your password').first().waitFor()
  await convertToCode(page)
  const address = page.url()
  await replaceSource(page, source)
  await preview(page).getByText('All attacks are here').waitFor()
  for (const target of ['Submit', 'To the top', 'To the parent', 'By script']) {
    await preview(page).getByText(target, { exact: true }).click()
  }
  // A link opens a tab that cannot reach the page.
  const [tab] = await Promise.all([context.waitForEvent('page'), preview(page).getByText('In a tab').click()])
  await tab.getByText('Evil').waitFor()
  await preview(page).getByText('In place').click()
  await preview(page).getByText('All attacks are here').waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
  expect(await page.evaluate(() => (globalThis as unknown as { received: unknown[] }).received)).toEqual([])
  // Emails can load images from any host, and nothing else.
  expect([...evil.requests].sort()).toEqual(['document /opened', 'image /image'])
  expect(context.pages()).toHaveLength(2)
})
