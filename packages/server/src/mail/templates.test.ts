import { describe, expect, test } from 'vitest'
import { letters, type MailTemplate, type MailTemplates } from './letters.ts'
import { renderMail } from './templates.ts'

const rightToLeft = '\u202e'
const hostile = `Eve"${rightToLeft}\r\nBcc: v@example.com\n\nYour account is locked. <img src=x onerror=alert(1)> {{x}} \${x}`
const link = 'https://app.example.com/?a=1&b="2"'
const plainNames = {
  projectDisplayName: 'App',
  userDisplayName: 'Ada',
  teamDisplayName: 'Bakers',
  apiKeyDescription: 'Backups',
}

const variables: MailTemplates[MailTemplate] = {
  projectDisplayName: hostile,
  userDisplayName: hostile,
  teamDisplayName: hostile,
  emailVerificationLink: link,
  passwordResetLink: link,
  magicLink: link,
  otp: 'ABC123',
  teamInvitationLink: link,
  signInInvitationLink: link,
  apiKeyDescription: hostile,
  apiKeyLastFour: 'ab12',
  changedAt: new Date('2026-11-15T06:31:00Z'),
}

describe.each(Object.keys(letters) as MailTemplate[])('the mail %s', (template) => {
  const mail = renderMail(template, variables as never)

  test('shows names as text, in its header and in its body', () => {
    for (const text of [mail.subject, mail.html, mail.text]) expect(text).not.toContain(rightToLeft)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).not.toMatch(/^Your account is locked/m)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain(`&lt;img src=x onerror=alert(1)&gt; {{x}} \${x}`)
  })

  test('has its link, if it has one, as a button and as text', () => {
    const hasLink = letters[template](variables as never).button !== undefined
    expect(mail.html.includes('href="https://app.example.com/?a=1&amp;b=&quot;2&quot;"')).toBe(hasLink)
    expect(mail.text.includes(link)).toBe(hasLink)
  })

  test('says everything in both of its forms', () => {
    const named = { ...variables, ...plainNames } as never
    const { title, paragraphs, closing } = letters[template](named)
    const { html, text } = renderMail(template, named)
    for (const part of [title, ...paragraphs, closing]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).not.toContain('undefined')
  })
})

test('a code in the subject is not kept by the log of sent mails', () => {
  const mail = renderMail('magic_link', { ...plainNames, magicLink: link, otp: 'ABC123' })
  expect(mail.subject).toBe('Sign in to App: your code is ABC123')
  expect(mail.subjectWithoutCode).toBe('Sign in to App: your code is …')
})

test('an invitation names the team and the app', () => {
  const mail = renderMail('team_invitation', { ...plainNames, teamInvitationLink: link })
  expect(mail.subject).toBe('Join Bakers at App')
  expect(mail.text).toContain('you are invited to the team Bakers at App. The link works once, for 7 days.')
  const welcome = renderMail('sign_in_invitation', { ...plainNames, signInInvitationLink: link, teamDisplayName: '' })
  expect(welcome.text).toContain('App made an account at App for you.')
})

test('an announcement says what happened, when, and what to do', () => {
  const changedAt = new Date('2026-11-15T06:31:00Z')
  const mail = renderMail('second_factor_disabled', { ...plainNames, changedAt })
  expect(mail.subject).toBe('Two-factor sign-in is off at App')
  expect(mail.text).toContain(
    'on 15 November 2026 at 06:31 UTC, the second factor of your account was turned off at App.',
  )
  expect(mail.text).toContain('If it was not you, change your password right away')
})
