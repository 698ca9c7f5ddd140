import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'
import { goodPassword } from '../../testing/project.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

let emailServer: TestEmail
let project: TestProject
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
  project = await createTestProject(emailServer.server, {
    'auth.otp.allowSignIn': true,
    'domains.allowLocalhost': true,
  })
})
afterAll(() => emailServer.close())

const callback_url = 'http://localhost:3000/handler'
const inGerman = { headers: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' } }
const inJapanese = { headers: { 'accept-language': 'ja' } }

const localeOf = async (user_id: string) =>
  (await project.call('GET /users/{user_id}', { as: 'server', params: { user_id } })).locale

function signUp(more: { headers?: Record<string, string> } = {}, email = newEmail()) {
  const body = { email, password: goodPassword, verification_callback_url: callback_url }
  return project.call('POST /auth/password/sign-up', { body, ...more }).then((session) => ({ ...session, email }))
}

async function signInByCode(email: string, asked = {}, used = asked) {
  emailServer.inbox.clear()
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url }, ...asked })
  const received = await emailServer.waitForEmail(email, 'magic_link')
  const code = new URL(received.link!).searchParams.get('code')!
  return { received, session: await project.call('POST /auth/otp/sign-in', { body: { code }, ...used }) }
}

describe('the language of a new user is that of the request', () => {
  test('with a password, and the first email is in it', async () => {
    const { user_id, email } = await signUp(inGerman)
    expect(await localeOf(user_id)).toBe('de-AT')
    const { subject, html, locale, text } = await emailServer.waitForEmail(email, 'email_verification')
    expect(subject).toBe('Bestätige deine E-Mail-Adresse bei Test project')
    expect(html).toContain('<html lang="de-DE" dir="ltr">')
    expect(text).toContain('Hallo,')
    expect(locale).toBe('de-DE')
  })

  test('with a code, and the code for a new address is in it', async () => {
    const { received, session } = await signInByCode(newEmail(), inGerman)
    expect(received.subject).toBe(`Anmelden bei Test project: Dein Code ist ${received.code}`)
    expect(await localeOf(session.user_id)).toBe('de-AT')
  })

  test('without an account, and it stays when they sign up', async () => {
    const anonymous = await project.call('POST /auth/anonymous/sign-up', inGerman)
    expect(await localeOf(anonymous.user_id)).toBe('de-AT')
    const headers = { ...inJapanese.headers, 'x-stack-allow-anonymous-user': 'true' }
    const body = { email: newEmail(), password: goodPassword, verification_callback_url: callback_url }
    const { user_id } = await project.call('POST /auth/password/sign-up', { user: anonymous, headers, body })
    expect(user_id).toBe(anonymous.user_id)
    expect(await localeOf(user_id)).toBe('de-AT')
  })

  test.each([
    ['*'],
    ['de;q=0'],
    ['x'.repeat(5_000)],
    ['de,'.repeat(2_000)],
    ['<script>alert(1)</script>'],
    ['__proto__, constructor'],
    [';;;,,,q=1'],
  ])('but not if it is %j', async (header) => {
    const { user_id } = await signUp({ headers: { 'accept-language': header } })
    expect(await localeOf(user_id)).toBeNull()
  })

  test('the first that we speak, otherwise the first', async () => {
    const of = async (header: string) => localeOf((await signUp({ headers: { 'accept-language': header } })).user_id)
    expect(await of('ca-ES,es;q=0.8,en;q=0.5')).toBe('es')
    expect(await of('nl-NL,sv')).toBe('nl-NL')
  })
})

describe('a server', () => {
  const asServer = { as: 'server' as const }

  test('creates users in a language, and its own one says nothing', async () => {
    const body = { display_name: 'Ada', locale: 'pt_br' }
    const ada = await project.call('POST /users', { ...asServer, ...inGerman, body })
    expect(ada.locale).toBe('pt-BR')
    const bob = await project.call('POST /users', { ...asServer, ...inGerman, body: { display_name: 'Bob' } })
    expect(bob.locale).toBeNull()
  })

  test('changes it, and so does the user', async () => {
    const user = await signUp()
    const params = { user_id: user.user_id }
    const change = (locale: string | null) =>
      project.call('PATCH /users/{user_id}', { ...asServer, params, body: { locale } })
    expect((await change('fr-CA')).locale).toBe('fr-CA')
    expect((await change(null)).locale).toBeNull()
    expect((await project.call('PATCH /users/me', { user, body: { locale: 'ko' } })).locale).toBe('ko')
  })

  test.each(['', 'german', 'de\r\nX: 1', '*', 'x'.repeat(300), '../de-DE'])('is refused %j', async (locale) => {
    const response = await project.send('POST /users', { ...asServer, body: { locale } })
    expect(response).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('cannot change it in another project', async () => {
    const { user_id } = await signUp(inGerman)
    const other = await createTestProject(emailServer.server)
    const request = { ...asServer, params: { user_id }, body: { locale: 'ja' } }
    expect(await other.send('PATCH /users/{user_id}', request)).toMatchObject({ status: 404 })
    expect(await localeOf(user_id)).toBe('de-AT')
  })
})

test('signing in later in another language changes nothing, also not by a user without one', async () => {
  const email = newEmail()
  const { session } = await signInByCode(email, inGerman)
  const again = await signInByCode(email, inJapanese)
  expect(again.session.user_id).toBe(session.user_id)
  expect(again.received.locale).toBe('de-DE')
  expect(await localeOf(session.user_id)).toBe('de-AT')

  const without = newEmail()
  const { session: first } = await signInByCode(without)
  const { received } = await signInByCode(without, inJapanese)
  expect(received.locale).toBe('en-US')
  expect(await localeOf(first.user_id)).toBeNull()
})

test('a notice and the page that undoes the change are in the language of the user, whatever opens the link', async () => {
  const user = await signUp(inGerman)
  await project.call('PATCH /users/{user_id}', {
    as: 'server',
    params: { user_id: user.user_id },
    body: { primary_email_verified: true },
  })
  const body = { old_password: goodPassword, new_password: 'staple for a battery' }
  await project.call('POST /auth/password/update', { user, body })
  const { subject, text, link } = await emailServer.waitForEmail(user.email, 'password_changed')
  expect(subject).toBe('Test project: Dein Passwort wurde geändert')
  expect(text).toMatch(/Am \d+\. \S+ \d{4} um \d\d:\d\d UTC wurde das Passwort deines Kontos/)
  const code = new URL(link!).hash.slice('#code='.length)
  const page = await project.server.fetch(
    new Request('http://localhost:8102/api/v1/auth/undo-change', {
      method: 'POST',
      headers: { 'accept-language': 'ja', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ code }),
    }),
  )
  const html = await page.text()
  expect(html).toContain('<html lang="de-DE" dir="ltr">')
  expect(html).toContain('Warst du das nicht?')
})

test('an invitation is in the language of whoever invites, or else of the request', async () => {
  const member = await createPerson(project)
  await project.call('PATCH /users/me', { user: member, body: { locale: 'it' } })
  const team_id = await teamActions(project).createTeam(member)
  const email = newEmail()
  const body = { email, team_id, callback_url }
  await project.call('POST /team-invitations/send-code', { user: member, ...inJapanese, body })
  expect((await emailServer.waitForEmail(email, 'team_invitation')).locale).toBe('it-IT')
  const other = newEmail()
  await project.call('POST /team-invitations/send-code', {
    as: 'server',
    ...inJapanese,
    body: { ...body, email: other },
  })
  expect((await emailServer.waitForEmail(other, 'team_invitation')).locale).toBe('ja-JP')
})

test('without a language, emails are in the default one of the project, and the log says which', async () => {
  const french = await createTestProject(emailServer.server, { 'emails.defaultLocale': 'fr-FR' })
  const { email } = await french.signUp()
  expect((await emailServer.waitForEmail(email)).subject).toBe('Vérifiez votre adresse e-mail pour Test project')
  const log = () => french.call('GET /internal/emails', { as: 'admin' })
  await expect.poll(async () => (await log()).items.map(({ locale }) => locale)).toEqual(['fr-FR'])
})
