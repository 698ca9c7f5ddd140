import { describe, expect, test } from 'vitest'
import {
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  systemTemplateIds,
} from '../../projects/project-config/built-in-emails.ts'
import { renderDocument } from '../documents/render.ts'
import { buttonStylesOf } from '../look.ts'
import type { EmailInput } from '../rendering/renderer.ts'

const link = 'https://app.example.com/?a=1&b="2"'
const variables = {
  teamDisplayName: 'Bakers <img src=x onerror=alert(1)>',
  accountName: 'Bea <img src=x onerror=alert(1)>',
  emailVerificationLink: link,
  notMeLink: 'https://auth.example.com/not-me?code=1',
  passwordResetLink: link,
  magicLink: link,
  otp: 'ABC123',
  teamInvitationLink: link,
  signInInvitationLink: link,
}

const app = { displayName: 'App', ...buttonStylesOf() }

function render(templateId: string, input: Partial<EmailInput> = {}, themeId: string = builtInThemeIds.light) {
  const full = { user: { displayName: 'Ada' }, project: app, variables, isPreview: false, ...input }
  return renderDocument(builtInTemplates[templateId]!.document!, builtInThemes[themeId]!.document!, full)
}

describe.each(Object.entries(systemTemplateIds))('the template %s', (purpose, id) => {
  test('greets by name, has its link as a button and as text, and is small', () => {
    const { html, text, notificationCategory } = render(id)
    expect(notificationCategory).toBe('Transactional')
    expect(html).toContain('Hi Ada,')
    expect(html.match(/href="https:\/\/app\.example\.com\/\?a=1&amp;b=&quot;2&quot;"/g)).toHaveLength(2)
    expect(text).toContain(link)
    expect(text).toContain('Hi Ada,')
    expect(text).toContain('you can ignore this email')
    expect(html.length).toBeLessThan(20_000)
    expect(`${html}${text}`).not.toMatch(/undefined|null|NaN/)
  })

  test('has examples for all of its variables and greets people without a name', () => {
    const { html, subject } = render(id, { variables: {}, user: { displayName: null }, isPreview: true })
    expect(html).toContain('Hi there,')
    expect(html).toContain('https://example.com/')
    expect(subject).toContain('App')
  })

  // ASVS 1.1.2, 1.2.1, 1.3.7
  test('shows names as text', () => {
    const name = `<img src=x onerror=alert(1)> {{x}} \${x}`
    const { html } = render(id, { user: { displayName: name }, project: { ...app, displayName: name } })
    expect(html).not.toContain('<img')
    expect(html).toContain(`&lt;img src=x onerror=alert(1)&gt; {{x}} \${x}`)
  })

  // ASVS 1.2.2
  test('has no link without its variables, nor one that is a script', () => {
    const scripts = Object.fromEntries(Object.keys(variables).map((key) => [key, 'javascript:alert(1)']))
    for (const given of [{}, scripts]) expect(render(id, { variables: given }).html, purpose).not.toContain('href=')
  })
})

test.each(
  Object.entries(builtInThemeIds),
)('the theme %s names its colors and has the link to unsubscribe', (name, id) => {
  const templateId = systemTemplateIds.magic_link
  const { html } = render(templateId, { unsubscribeLink: 'https://x.example.com/stop' }, id)
  // The light one follows the reader's choice where the email program knows it.
  const schemes = name === 'light' ? 'light dark' : 'dark'
  expect(html).toContain(`<meta name="color-scheme" content="${schemes}"`)
  expect(html.includes('@media (prefers-color-scheme: dark)')).toBe(name === 'light')
  for (const part of name === 'light' ? ['page', 'card', 'name', 'footer'] : [])
    expect(html).toMatch(new RegExp(`class="[^"]*\\b${part}\\b`))
  expect(html).toContain('href="https://x.example.com/stop"')
  expect(html).toContain('Unsubscribe')
  expect(render(templateId, {}, id).html).not.toContain('Unsubscribe')
  // Nobody can unsubscribe from a sign-in code, so its preview shows no such link either.
  expect(render(templateId, { isPreview: true }, id).html).not.toContain('Unsubscribe')
})

test('the project is named above the email, with its logo if it has one', () => {
  const id = systemTemplateIds.magic_link
  expect(render(id).text).toMatch(/^App\n/)
  expect(render(id).html).not.toContain('<img')
  for (const themeId of Object.values(builtInThemeIds)) {
    const logoUrl = 'https://app.example.com/logo.png?a="1"'
    const { html } = render(id, { project: { ...app, logoUrl } }, themeId)
    expect(html).toMatch(/<img[^>]* src="https:\/\/app\.example\.com\/logo\.png\?a=&quot;1&quot;"/)
    expect(html.indexOf('<img')).toBeLessThan(html.indexOf('<h1'))
  }
})

test('a verification email after a sign-up asks whether that was the reader, and names no account', () => {
  const { notMeLink, link } = { notMeLink: 'https://auth.example.com/not-me#code=1', link: 'https://app.example.com/' }
  const variables = { accountName: '', emailVerificationLink: link, notMeLink }
  const { text } = render(systemTemplateIds.email_verification, { variables })
  expect(text).toContain('Someone signed up at App with your email address. Was it you?')
  expect(text).toContain(`It wasn’t me:\n${notMeLink}`)
})

test('buttons have the colors of the project, readable ones in the dark too', () => {
  const project = {
    ...app,
    ...buttonStylesOf({ light: { primary: '#ffe600' }, dark: { primary: '#3b2ad1' }, radius: 5 }),
  }
  for (const [name, themeId] of Object.entries(builtInThemeIds)) {
    const { html } = render(systemTemplateIds.email_verification, { project }, themeId)
    const [light, dark] = ['#ffe600;color:#15171b', '#3b2ad1;color:#ffffff']
    expect(html).toContain(`background-color:${name === 'light' ? light : dark};border-radius:4px`)
    const isInDark = html.includes('.button { background-color: #3b2ad1 !important; color: #ffffff !important; }')
    expect(isInDark).toBe(name === 'light')
    expect(html).toMatch(/href="https:\/\/auth.example.com\/not-me\?code=1"[^>]*class="quiet-button/)
  }
})

test('a project without colors has the default button', () => {
  const brass = { backgroundColor: '#8a5a12', color: '#ffffff', borderRadius: '8px' }
  expect(buttonStylesOf()).toEqual({ buttonStyle: brass, darkButtonStyle: brass })
  expect(buttonStylesOf({ light: { text: '#333333' }, dark: { contrast: '#000000' } })).toEqual(buttonStylesOf())
  expect(buttonStylesOf({ light: { primary: '#0057b7' } }).darkButtonStyle.backgroundColor).toBe('#0057b7')
})

test('the subjects say what it is about', () => {
  const given = { variables: { ...variables, teamDisplayName: 'Bakers' } }
  const subjects = Object.values(systemTemplateIds).map((id) => render(id, given).subject)
  expect(subjects).toEqual([
    'Verify your email at App',
    'Reset your password at App',
    'Sign in to App: your code is ABC123',
    'Join Bakers at App',
    'You are invited to sign in to App',
  ])
})
