import { describe, expect, test } from 'vitest'
import { buttonStylesOf } from '../look.ts'
import { type NoticeKind, type Notices, notices } from './notices.ts'
import { renderNotice } from './render.ts'

const rightToLeft = '\u202e'
const hostile = `Eve"${rightToLeft}\r\nBcc: v@b.c\n\nYour account is locked. <img src=x> \${x}`
const plainNames = {
  projectDisplayName: 'App',
  userDisplayName: 'Ada',
  apiKeyDescription: 'Backups',
  subject: 'thing',
  inviterDisplayName: 'Grace',
  ownedDisplayName: 'Notes',
}

const variables: Notices[NoticeKind] = {
  projectDisplayName: hostile,
  userDisplayName: hostile,
  apiKeyDescription: hostile,
  apiKeyLastFour: 'ab12',
  code: 'ABC123',
  count: 2,
  pageUrl: 'https://auth.example.com/projects/1/emails',
  failures: ['“News” to ada@example.com'],
  changedAt: new Date('2026-11-15T06:31:00Z'),
  endsAt: new Date('2026-11-18T06:31:00Z'),
  subject: hostile,
  undoLink: 'https://auth.example.com/undo#code=1',
  inviterDisplayName: hostile,
  inviterEmail: 'grace@example.com',
  ownedDisplayName: hostile,
  otherProjectCount: 2,
  role: 'developer',
  invitationLink: 'https://auth.example.com/join#code=1',
}

describe.each(Object.keys(notices) as NoticeKind[])('the email %s', (template) => {
  const email = renderNotice(template, variables as never)

  test('shows names as text, in its header and in its body', () => {
    for (const text of [email.subject, email.html, email.text]) expect(text).not.toContain(rightToLeft)
    expect(email.subject).not.toMatch(/[\r\n]/)
    expect(email.text).not.toMatch(/^Your account is locked/m)
    expect(email.html).not.toContain('<img')
    expect(email.html).toContain(`&lt;img src=x&gt; \${x}`)
  })

  test('has no room for a message in names', () => {
    const long = { ...variables, projectDisplayName: 'p'.repeat(500), userDisplayName: 'u'.repeat(500) }
    const { text } = renderNotice(template, { ...long, apiKeyDescription: 'd'.repeat(500) } as never)
    expect(text).not.toMatch(/p{61}|u{61}|d{61}/)
  })

  test('says everything in both of its forms', () => {
    const named = { ...variables, ...plainNames } as never
    const { title, paragraphs, code, button, closing } = notices[template](named)
    const { html, text } = renderNotice(template, named)
    for (const part of [title, ...paragraphs, code, button?.text, button?.url, closing]) {
      if (part === undefined) continue
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).not.toContain('undefined')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toMatch(/class="text"[^>]*>App<\/td>/)
  })
})

test('an announcement says what happened, when, and what to do', () => {
  const changedAt = new Date('2026-11-15T06:31:00Z')
  const email = renderNotice('second_factor_disabled', {
    ...plainNames,
    changedAt,
    subject: '',
    undoLink: 'https://a/undo#code=1',
  })
  expect(email.subject).toBe('Two-factor authentication is off at App')
  expect(email.text).toContain(
    'On November 15, 2026 at 6:31 AM UTC, two-factor authentication was turned off for your account at App.',
  )
  expect(email.text).toContain('If it wasn’t, undo it')
  for (const part of [email.text, email.html]) expect(part).toContain('https://a/undo#code=1')
})

test('a notice has the logo of the project and its colors', () => {
  const look = {
    logoUrl: 'https://app.example.com/logo.png?a="1"',
    ...buttonStylesOf({ light: { primary: '#ffe600' }, dark: { primary: '#3b2ad1' } }),
  }
  const { html } = renderNotice('password_changed', { ...variables, ...plainNames } as never, look)
  expect(html).toContain('<img src="https://app.example.com/logo.png?a=&quot;1&quot;"')
  expect(html).toMatch(/class="button"[^>]*background:#ffe600;color:#15171b/)
  expect(html).toContain('.button { background: #3b2ad1 !important; color: #ffffff !important }')
})
