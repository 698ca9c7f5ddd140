import { type EmailKind, emailKinds } from '@latchkey/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { type TestProject, testProject } from '../../testing/index.ts'
import { renderSystemEmail } from '../templates/system-emails.ts'

const rightToLeft = '\u202e'
const hostile = `Eve"${rightToLeft}\r\nBcc: v@b.c\n\nYour account is locked. <img src=x> \${x} {{code}}`
const plainNames = {
  projectDisplayName: 'App',
  userDisplayName: 'Ada',
  apiKeyDescription: 'Backups',
  subject: 'thing',
  inviterDisplayName: 'Grace',
  ownedDisplayName: 'Notes',
}
const variables = {
  projectDisplayName: hostile,
  userDisplayName: hostile,
  apiKeyDescription: hostile,
  apiKeyLastFour: 'ab12',
  code: 'ABC123',
  count: 2,
  pageUrl: 'https://auth.example.com/projects/1/emails',
  failures: ['“News” to ada@example.com', '“More” to bob@example.com'],
  changedAt: '2026-11-15T06:31:00Z',
  endsAt: '2026-11-18T06:31:00Z',
  subject: hostile,
  undoLink: 'https://auth.example.com/undo#code=1',
  inviterDisplayName: hostile,
  inviterEmail: 'grace@example.com',
  ownedDisplayName: hostile,
  otherProjectCount: 2,
  role: 'developer',
  invitationLink: 'https://auth.example.com/join#code=1',
}

const kinds = Object.entries(emailKinds).flatMap(([kind, { isNotice }]) => (isNotice ? [kind as EmailKind] : []))

let project: TestProject
beforeAll(async () => {
  project = await testProject()
})

async function render(kind: EmailKind, given: object) {
  const { platform } = project.server
  const sender = (await projectCache(platform).find(project.id))!
  return renderSystemEmail(platform, sender, kind, { ...given }, null)
}

describe.each(kinds)('the email %s', (kind) => {
  test('shows names as text, in its header and in its body', async () => {
    const email = await render(kind, variables)
    for (const text of [email.subject, email.html, email.text]) expect(text).not.toContain(rightToLeft)
    expect(email.subject).not.toMatch(/[\r\n]/)
    expect(email.text).not.toMatch(/^Your account is locked/m)
    expect(email.html).not.toContain('<img')
    expect(email.html).toContain(`&lt;img src=x&gt; \${x}`)
    expect(email.isBuiltIn).toBe(true)
  })

  test('has no room for a message in names', async () => {
    const long = { ...variables, projectDisplayName: 'p'.repeat(500), userDisplayName: 'u'.repeat(500) }
    const { text } = await render(kind, { ...long, apiKeyDescription: 'd'.repeat(500) })
    expect(text).not.toMatch(/p{61}|u{61}|d{61}/)
  })

  test('offers every variable in its text, and says everything in both of its forms', async () => {
    const named = { ...variables, ...plainNames }
    const { html, text } = await render(kind, named)
    expect(`${html}${text}`).not.toMatch(/undefined|null|NaN|\{\{/)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(/class="name"[^>]*>App<\/td>/)
    const words = (source: string) => source.match(/[\p{L}\p{N}]+/gu)!
    const shown = new Set(words(html))
    expect(words(text).filter((word) => !shown.has(word))).toEqual([])
    for (const name of emailKinds[kind].needs) {
      expect(text).toContain((variables as Record<string, unknown>)[name])
    }
  })
})

test('an announcement says what happened, when, and what to do', async () => {
  const given = {
    ...plainNames,
    changedAt: '2026-11-15T06:31:00Z',
    subject: '',
    undoLink: 'https://a.example/undo#code=1',
  }
  const email = await render('second_factor_disabled', given)
  expect(email.subject).toBe('Two-factor authentication is off at App')
  expect(email.text).toContain(
    'On November 15, 2026 at 6:31 AM UTC, two-factor authentication was turned off for your account at App.',
  )
  expect(email.text).toContain('If it wasn’t, undo it')
  for (const part of [email.text, email.html]) expect(part).toContain('https://a.example/undo#code=1')
  const withoutLink = await render('second_factor_disabled', { ...given, undoLink: null })
  expect(withoutLink.text).toContain('use the link that we sent to the oldest email address')
  expect(withoutLink.html).not.toContain('href=')
})

test('a list of failed emails has a line for each', async () => {
  const { subject, html, text } = await render('failed_emails_digest', { ...variables, ...plainNames })
  expect(subject).toBe('2 emails from App could not be sent')
  expect(text).toContain('“News” to ada@example.com\n“More” to bob@example.com')
  expect(html).toContain('ada@example.com<br>“More”')
})
