import { describe, expect, test } from 'vitest'
import { type LetterKind, type Letters, letters } from './letters.ts'
import { renderLetter } from './templates.ts'

const rightToLeft = '\u202e'
const hostile = `Eve"${rightToLeft}\r\nBcc: v@example.com\n\nYour account is locked. <img src=x onerror=alert(1)> {{x}} \${x}`
const plainNames = {
  projectDisplayName: 'App',
  userDisplayName: 'Ada',
  apiKeyDescription: 'Backups',
}

const variables: Letters[LetterKind] = {
  projectDisplayName: hostile,
  userDisplayName: hostile,
  apiKeyDescription: hostile,
  apiKeyLastFour: 'ab12',
  count: 2,
  pageUrl: 'https://auth.example.com/projects/1/emails',
  failures: ['“News” to ada@example.com'],
  changedAt: new Date('2026-11-15T06:31:00Z'),
}

describe.each(Object.keys(letters) as LetterKind[])('the mail %s', (template) => {
  const mail = renderLetter(template, variables as never)

  test('shows names as text, in its header and in its body', () => {
    for (const text of [mail.subject, mail.html, mail.text]) expect(text).not.toContain(rightToLeft)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.text).not.toMatch(/^Your account is locked/m)
    expect(mail.html).not.toContain('<img')
    expect(mail.html).toContain(`&lt;img src=x onerror=alert(1)&gt; {{x}} \${x}`)
  })

  test('says everything in both of its forms', () => {
    const named = { ...variables, ...plainNames } as never
    const { title, paragraphs, closing } = letters[template](named)
    const { html, text } = renderLetter(template, named)
    for (const part of [title, ...paragraphs, closing]) {
      expect(text).toContain(part)
      expect(html).toContain(part)
    }
    expect(text).not.toContain('undefined')
  })
})

test('an announcement says what happened, when, and what to do', () => {
  const changedAt = new Date('2026-11-15T06:31:00Z')
  const mail = renderLetter('second_factor_disabled', { ...plainNames, changedAt })
  expect(mail.subject).toBe('Two-factor sign-in is off at App')
  expect(mail.text).toContain(
    'On 15 November 2026 at 06:31 UTC, the second factor of your account was turned off at App.',
  )
  expect(mail.text).toContain('If it was not you, change your password right away')
})
