import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type AnnouncedChange, rememberAccount } from '../../accounts/account-notices/remember.ts'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { newEmail, type SignedUp, type TestProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { registerPasskey, signInWithPasskey } from '../../testing/passkeys.ts'
import { goodPassword } from '../../testing/project.ts'
import { newPerson, providerForTests, signInWithProvider } from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'

const provider = providerForTests()
const callback_url = 'http://localhost:3000/callback'
const newPassword = 'staple for a battery'
const secret = Buffer.alloc(20, 7).toString('base64')
const settings = {
  'auth.password.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'apiKeys.enabled': { user: true, team: false },
}

type User = Pick<SignedUp, 'user_id' | 'email' | 'access_token' | 'refresh_token'>

async function setUp(more: object = {}) {
  const project = await provider.newProject({ ...settings, ...more })
  const { id, ...person } = await createPerson(project, { password: goodPassword })
  return { project, owner: { ...person, user_id: id } }
}

const change = {
  add: ({ call }: TestProject, user: User, more: object = {}) =>
    call('POST /contact-channels', {
      user,
      body: { user_id: 'me', type: 'email', value: newEmail('thief'), used_for_auth: true, ...more },
    }),
  update: ({ call }: TestProject, user: User, id: string, body: object) =>
    call('PATCH /contact-channels/{user_id}/{id}', { user, params: { user_id: 'me', id }, body }),
  remove: ({ call }: TestProject, user: User, id: string) =>
    call('DELETE /contact-channels/{user_id}/{id}', { user, params: { user_id: 'me', id } }),
  /** As somebody who reads the emails to the address does. */
  async verify(project: TestProject, user: User, { id, value }: { id: string; value: string }) {
    const params = { user_id: 'me', id }
    await project.call('POST /contact-channels/{user_id}/{id}/send-verification-code', {
      user,
      params,
      body: { callback_url },
    })
    const code = await codeEmailedTo(project, value, 'email_verification')
    await project.call('POST /contact-channels/verify', { body: { code } })
  },
  setTotp: ({ call }: TestProject, user: User, totp_secret_base64: string | null) =>
    call('PATCH /users/me', { user, body: { totp_secret_base64 } }),
  addPasskey: (project: TestProject, user: User) => registerPasskey(project, user),
  removePasskey: ({ call }: TestProject, user: User, id: string) =>
    call('DELETE /passkeys/{user_id}/{id}', { user, params: { user_id: 'me', id } }),
  removePasskeys: ({ call }: TestProject, user: User) =>
    call('PATCH /users/me', { user, body: { passkey_auth_enabled: false } }),
  setPassword: ({ call }: TestProject, user: User) =>
    call('POST /auth/password/update', { user, body: { old_password: goodPassword, new_password: newPassword } }),
  linkGithub: (project: TestProject, user: User) =>
    signInWithProvider(provider.idp, project, newPerson(), {
      provider: 'github',
      query: { type: 'link', token: user.access_token },
    }),
  async unlink({ call }: TestProject, user: User) {
    const { items } = await call('GET /oauth-providers', { user, query: { user_id: 'me' } })
    const params = { user_id: 'me', provider_id: items[0]!.id, id: items[0]!.id }
    await call('DELETE /oauth-providers/{user_id}/{id}', { user, params })
  },
}

async function listChannels({ call }: TestProject, user: User) {
  const { items } = await call('GET /contact-channels', { as: 'server', query: { user_id: user.user_id } })
  return items
}

async function listPasskeys({ call }: TestProject, user: User) {
  return (await call('GET /passkeys', { as: 'server', query: { user_id: user.user_id } })).items
}

/** What decides how the account is signed in to. */
async function look(project: TestProject, user: User) {
  const record = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: user.user_id } })
  const { primary_email, has_password, passkey_auth_enabled, requires_totp_mfa, oauth_providers } = record
  const channels = await listChannels(project, user)
  const passkeys = await listPasskeys(project, user)
  return { primary_email, has_password, passkey_auth_enabled, requires_totp_mfa, oauth_providers, channels, passkeys }
}

/** As the page does: it posts the code to see what it is about, and with the click to confirm it. */
async function open(project: TestProject, step: 'look' | 'confirm', code: string, more: object = {}) {
  const body = new URLSearchParams({ code, ...(step === 'confirm' ? { confirmed: 'yes' } : {}), ...more })
  const response = await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })
  return { status: response.status, page: await response.text() }
}

async function undo(project: TestProject, to: string, news: AnnouncedChange) {
  const code = await codeEmailedTo(project, to, news)
  const shown = await open(project, 'look', code)
  expect(shown).toMatchObject({ status: 200, page: expect.stringContaining('Undo and sign out everywhere') })
  expect(await open(project, 'confirm', code)).toMatchObject({ status: 200, page: expect.stringContaining('undone') })
}

async function expectSignedOut({ call }: TestProject, { refresh_token }: User) {
  await expect(
    call('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } }),
  ).rejects.toMatchObject({ code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' })
}

type Step = (project: TestProject, user: User) => Promise<unknown>

/** What a thief with a session may do, after what the owner had done. */
const thefts: [AnnouncedChange, { prepare?: Step; act: Step }][] = [
  ['email_added', { act: (project, user) => change.add(project, user, { is_primary: true }) }],
  [
    'email_changed',
    {
      prepare: (project, user) => change.add(project, user),
      act: async (project, user) => {
        const [first] = await listChannels(project, user)
        await change.update(project, user, first!.id, { value: newEmail('thief') })
      },
    },
  ],
  [
    'email_removed',
    {
      act: async (project, user) => {
        const [first] = await listChannels(project, user)
        await change.remove(project, user, first!.id)
      },
    },
  ],
  ['passkey_added', { act: change.addPasskey }],
  ['passkey_added', { prepare: change.addPasskey, act: change.addPasskey }],
  ['passkey_removed', { prepare: change.addPasskey, act: change.removePasskeys }],
  [
    'passkey_removed',
    {
      prepare: async (project, user) => {
        await change.addPasskey(project, user)
        await change.addPasskey(project, user)
      },
      act: async (project, user) => {
        const [first] = await listPasskeys(project, user)
        await change.removePasskey(project, user, first!.id)
      },
    },
  ],
  [
    'second_factor_disabled',
    {
      prepare: (project, user) => change.setTotp(project, user, secret),
      act: (project, user) => change.setTotp(project, user, null),
    },
  ],
  ['provider_linked', { act: change.linkGithub }],
  ['provider_unlinked', { prepare: change.linkGithub, act: change.unlink }],
]

test.each(thefts)('the link of %s brings the account back and ends every session', async (news, { prepare, act }) => {
  const { project, owner } = await setUp()
  await prepare?.(project, owner)
  const before = await look(project, owner)
  await act(project, owner)
  expect(await look(project, owner)).not.toEqual(before)
  await undo(project, owner.email, news)
  expect(await look(project, owner)).toEqual(before)
  await expectSignedOut(project, owner)
  expect(await listAuditEntries(project, 'user.change_undone')).toMatchObject([{ details: { change: news } }])
})

test('a passkey keeps its name, its counter and its last use when another one is undone', async () => {
  const { project, owner } = await setUp()
  const authenticator = await registerPasskey(project, owner, new TestAuthenticator(5))
  await change.addPasskey(project, owner)
  const [{ id } = { id: '' }] = await listPasskeys(project, owner)
  const params = { user_id: 'me', id }
  await project.call('PATCH /passkeys/{user_id}/{id}', { user: owner, params, body: { name: 'Laptop' } })
  authenticator.counter = 9
  await signInWithPasskey(project, authenticator)
  await undo(project, owner.email, 'passkey_added')
  expect(await listPasskeys(project, owner)).toMatchObject([
    { id, name: 'Laptop', last_used_at_millis: expect.any(Number) },
  ])
  // A clone is still found out.
  authenticator.counter = 7
  await expect(signInWithPasskey(project, authenticator)).rejects.toMatchObject({
    code: 'PASSKEY_AUTHENTICATION_FAILED',
  })
})

test('a passkey that was remembered before there could be several is brought back', async () => {
  const { project, owner } = await setUp()
  const authenticator = await registerPasskey(project, owner)
  await change.removePasskeys(project, owner)
  await sql`
    UPDATE verification_codes
    SET data = data::jsonb #- '{state,passkeys,0,id}' #- '{state,passkeys,0,name}' #- '{state,passkeys,0,last_used_at}'
    WHERE project_id = ${project.id} AND kind = 'undo-change'`.execute(project.server.platform.db)
  await undo(project, owner.email, 'passkey_removed')
  await expect(signInWithPasskey(project, authenticator)).resolves.toMatchObject({ user_id: owner.user_id })
})

test('a password that was changed is removed, so that only its owner can choose the next', async () => {
  const { project, owner } = await setUp()
  await change.setPassword(project, owner)
  await undo(project, owner.email, 'password_changed')
  expect(await look(project, owner)).toMatchObject({ has_password: false })
})

describe('a thief who goes all the way', () => {
  test('cannot move the letters, keep what they added, or bring it back', async () => {
    const { project, owner } = await setUp()
    const before = await look(project, owner)
    const channel = await change.add(project, owner)
    await change.verify(project, owner, channel)
    await change.update(project, owner, channel.id, { is_primary: true })
    // By now the thief's address is primary and verified, and gets the letters of what comes.
    await change.addPasskey(project, owner)
    const body = { user_id: 'me', description: 'key', is_public: false, expires_at_millis: null }
    const key = await project.call('POST /user-api-keys', { user: owner, body })
    await project.call('POST /auth/password/send-reset-code', { body: { email: channel.value, callback_url } })
    const code = await codeEmailedTo(project, channel.value, 'password_reset')
    await project.call('POST /auth/password/reset', { body: { code, password: newPassword } })
    const [toThief] = (await listOutgoingEmails(project, 'passkey_added')).filter(({ to }) => to === channel.value)
    expect(toThief?.content.variables).toMatchObject({ undoLink: null })

    await undo(project, owner.email, 'email_added')
    const after = { ...before, has_password: false }
    expect(await look(project, owner)).toEqual(after)
    await expect(
      project.call('POST /user-api-keys/check', { as: 'server', body: { api_key: key.value! } }),
    ).rejects.toMatchObject({ code: 'API_KEY_REVOKED' })
  })

  test('gets no email at an address that is primary but not verified', async () => {
    const { project, owner } = await setUp()
    const { value } = await change.add(project, owner, { is_primary: true })
    await change.setPassword(project, owner)
    const emails = await listOutgoingEmails(project, 'password_changed')
    expect(emails.map(({ to }) => to)).toEqual([owner.email])
    expect(emails.map(({ to }) => to)).not.toContain(value)
  })

  test('cannot keep a removed address by signing up with it', async () => {
    const { project, owner } = await setUp()
    const [first] = await listChannels(project, owner)
    await change.remove(project, owner, first!.id)
    const squatter = await project.signUp(owner.email)
    await undo(project, owner.email, 'email_removed')
    const body = { email: owner.email, password: goodPassword }
    expect(await project.call('POST /auth/password/sign-in', { body })).toMatchObject({ user_id: owner.user_id })
    expect(await listChannels(project, squatter)).toMatchObject([{ used_for_auth: false }])
  })
})

/** A thief's address, verified and primary, and the code of a link that it got while it was the only one. */
async function setUpThief(project: TestProject, owner: User) {
  const channel = await change.add(project, owner)
  await change.verify(project, owner, channel)
  await change.update(project, owner, channel.id, { is_primary: true })
  const { platform } = project.server
  const account = await rememberAccount(platform.db, project.id, owner.user_id)
  const { code } = await insertVerificationCode(platform.db, project.id, {
    kind: 'undo-change',
    userId: owner.user_id,
    data: { change: 'password_changed', subject: '', email: channel.value, state: account.state },
    now: platform.now(),
  })
  return { ...channel, code }
}

async function resetPassword(project: TestProject, { email }: User) {
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  const code = await codeEmailedTo(project, email, 'password_reset')
  await project.call('POST /auth/password/reset', { body: { code, password: newPassword } })
}

async function listAllNotices(project: TestProject) {
  const kinds = ['password_changed', 'email_added', 'email_changed', 'email_removed'] as const
  return (await Promise.all(kinds.map((kind) => listOutgoingEmails(project, kind)))).flat()
}

const asServer = ({ user_id }: User) => ({ as: 'server' as const, params: { user_id } })

/** How owners get their account back. */
const recoveries: Record<string, (project: TestProject, owner: User, thief: { id: string }) => Promise<unknown>> = {
  'reset the password by their address': resetPassword,
  'remove the address of the thief': (project, owner, { id }) => change.remove(project, owner, id),
  'have support set a password': ({ call }, owner) =>
    call('PATCH /users/{user_id}', { ...asServer(owner), body: { password: newPassword } }),
  'have support remove the address of the thief': ({ call }, owner, { id }) =>
    call('DELETE /contact-channels/{user_id}/{id}', { as: 'server', params: { user_id: owner.user_id, id } }),
}

describe('the most senior address decides', () => {
  test.each(Object.entries(recoveries))('after owners %s, a younger one cannot undo it', async (_, recover) => {
    const { project, owner } = await setUp()
    const thief = await setUpThief(project, owner)
    await recover(project, owner, thief)
    const recovered = await look(project, owner)
    expect(await open(project, 'confirm', thief.code)).toMatchObject({ status: 404 })
    expect(await look(project, owner)).toEqual(recovered)
    for (const { to, content } of await listAllNotices(project)) {
      expect([to, content.variables.undoLink === null]).toEqual([to, to === thief.value])
    }
  })

  test('while it is on the account, and no younger one can undo a change', async () => {
    const { project, owner } = await setUp()
    const thief = await setUpThief(project, owner)
    const before = await look(project, owner)
    for (const step of ['look', 'confirm'] as const) {
      expect(await open(project, step, thief.code)).toMatchObject({ status: 400 })
    }
    expect(await look(project, owner)).toEqual(before)
  })

  test('even after a thief has removed it, and it is the most senior one again', async () => {
    const { project, owner } = await setUp()
    const [first] = await listChannels(project, owner)
    const thief = await setUpThief(project, owner)
    await change.remove(project, owner, first!.id)
    await change.addPasskey(project, owner)
    const thiefsLink = await codeEmailedTo(project, thief.value, 'passkey_added')
    await undo(project, owner.email, 'email_removed')
    expect(await open(project, 'confirm', thiefsLink)).toMatchObject({ status: 404 })
    await resetPassword(project, owner)
    const { email } = owner
    const again = await project.call('POST /auth/password/sign-in', { body: { email, password: newPassword } })
    await change.remove(project, { ...again, email }, thief.id)
    const told = (await listOutgoingEmails(project, 'email_removed')).filter(({ to }) => to === thief.value)
    expect(told.map(({ content }) => content.variables.undoLink)).toEqual([null, null])
  })

  test('but not after the app’s server has removed it', async () => {
    const { project, owner } = await setUp()
    await change.addPasskey(project, owner)
    const code = await codeEmailedTo(project, owner.email, 'passkey_added')
    await project.call('PATCH /users/{user_id}', { ...asServer(owner), body: { primary_email: newEmail('moved') } })
    expect(await open(project, 'confirm', code)).toMatchObject({ status: 404 })
  })

  test('also if it was verified after the address of a thief', async () => {
    const project = await provider.newProject(settings)
    const owner = await project.signUp()
    const thief = await setUpThief(project, owner)
    const code = await codeEmailedTo(project, owner.email, 'email_verification')
    await project.call('POST /contact-channels/verify', { body: { code } })
    expect(await open(project, 'confirm', thief.code)).toMatchObject({ status: 400 })
    await undo(project, owner.email, 'email_added')
    expect(await listChannels(project, owner)).toMatchObject([{ value: owner.email, is_verified: true }])
  })

  test('of several further addresses, as when they were verified the first time', async () => {
    const { project, owner } = await setUp()
    const older = await change.add(project, owner)
    await change.verify(project, owner, older)
    const younger = await change.add(project, owner)
    await change.verify(project, owner, younger)
    const { db } = project.server.platform
    const channels = db.selectFrom('contact_channels').select(['value', 'verified_at'])
    const readTimes = () => channels.where('project_id', '=', project.id).orderBy('value').execute()
    const times = await readTimes()
    const [first] = await listChannels(project, owner)
    await change.remove(project, owner, first!.id)
    await change.update(project, owner, younger.id, { is_primary: true })
    await change.setPassword(project, owner)
    const told = await listOutgoingEmails(project, 'password_changed')
    const links = Object.fromEntries(told.map(({ to, content }) => [to, content.variables.undoLink !== null]))
    expect(links).toEqual({ [older.value]: true, [younger.value]: false })
    await undo(project, owner.email, 'email_removed')
    expect(await readTimes()).toEqual(times)
  })
})

test('opening the link changes nothing, and using it twice is harmless', async () => {
  const { project, owner } = await setUp()
  await change.add(project, owner)
  const code = await codeEmailedTo(project, owner.email, 'email_added')
  const before = await look(project, owner)
  for (const text of [code, code.toUpperCase()]) await open(project, 'look', text)
  expect(await look(project, owner)).toEqual(before)
  expect(await open(project, 'look', 'abc')).toMatchObject({ status: 400 })
  await open(project, 'confirm', code)
  const { user_id, email } = owner
  const again = await project.call('POST /auth/password/sign-in', { body: { email, password: goodPassword } })
  await change.add(project, { ...again, user_id, email })
  expect(await open(project, 'confirm', code)).toMatchObject({ status: 200 })
  expect(await listChannels(project, owner)).toHaveLength(2)
})

describe('a link that cannot be used opens a page in the language of the browser', () => {
  async function openInBrowser({ server }: TestProject, code: string, locale: string) {
    const headers = { accept: 'text/html,*/*', 'accept-language': locale }
    const body = new URLSearchParams({ code })
    const response = await server.fetch('/api/v1/auth/undo-change', { method: 'POST', body, headers })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    return { status: response.status, page: await response.text() }
  }

  test('when it is unknown, incomplete or has expired', async () => {
    const { project, owner } = await setUp()
    await change.add(project, owner)
    const code = await codeEmailedTo(project, owner.email, 'email_added')
    expect(await openInBrowser(project, '0'.repeat(45), 'de')).toMatchObject({
      status: 404,
      page: expect.stringContaining('Dieser Link funktioniert nicht mehr'),
    })
    expect(await openInBrowser(project, 'abc<script>', 'ja')).toMatchObject({ status: 400 })
    expect((await openInBrowser(project, 'abc<script>', 'en')).page).toContain('The link is incomplete.')
    const { db } = project.server.platform
    await db
      .updateTable('verification_codes')
      .set({ expires_at: new Date(0) })
      .where('project_id', '=', project.id)
      .execute()
    const { status, page } = await openInBrowser(project, code, 'fr-CA')
    expect([status, page]).toEqual([400, expect.stringContaining('Il a expiré.')])
    expect(page).toContain('lang="fr-CA"')
    expect(page).not.toContain(owner.email)
  })
})

test('the link opens a page without a code in its address, and links of earlier versions still work', async () => {
  const { project, owner } = await setUp()
  await change.add(project, owner)
  const code = await codeEmailedTo(project, owner.email, 'email_added')
  const page = async (query: string) => (await project.server.fetch(`/api/v1/auth/undo-change${query}`)).text()
  expect(await page('')).toContain('link-code.')
  expect(await page(`?code=${code}`)).toContain('Undo and sign out everywhere')
})

test('the page leads to the app’s own page for a new password, if the project names one', async () => {
  const { project, owner } = await setUp({
    'domains.trustedDomains.any': { baseUrl: 'https://*.example.com', handlerPath: '/handler' },
    'domains.trustedDomains.app': { baseUrl: 'https://app.example.com', handlerPath: '/auth' },
  })
  await change.add(project, owner)
  const { page } = await open(project, 'confirm', await codeEmailedTo(project, owner.email, 'email_added'))
  expect(page).toContain('href="https://app.example.com/auth/forgot-password"')
})

test('undoing the approval of a command line ends its session', async () => {
  const { project, owner } = await setUp()
  const { login_code, polling_code } = await project.call('POST /auth/cli')
  const body = { login_code, refresh_token: owner.refresh_token }
  await project.call('POST /auth/cli/complete', { body })
  const login = await project.call('POST /auth/cli/poll', { body: { polling_code } })
  await undo(project, owner.email, 'cli_login_approved')
  await expectSignedOut(project, { ...owner, ...login })
})
