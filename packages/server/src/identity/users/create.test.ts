import { describe, expect, test } from 'vitest'
import { newEmail, race, testProject } from '../../testing/index.ts'

const plain400 = { status: 400, code: undefined }
const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }
/** bcrypt of "correct horse battery". */
const bcryptHash = '$2b$04$YiKgv.PQ1Cy3ZaI85pdKvONBngsczPGgrWH9z4TKDtP5sulSYk7Gm'

test('everything that is given is stored', async () => {
  const { call } = await testProject({ 'auth.otp.allowSignIn': true })
  const given = {
    display_name: 'Ada',
    primary_email: newEmail(),
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    profile_image_url: 'http://localhost/ada.png',
    client_metadata: { a: 1 },
    client_read_only_metadata: [1],
    server_metadata: 'note',
    otp_auth_enabled: true,
    is_anonymous: false,
  }
  const created = await call('POST /users', { as: 'server', body: { ...given, password: 'long enough' } })
  expect(created).toMatchObject({ ...given, has_password: true, auth_with_email: true })
  expect(await call('GET /users/{user_id}', { as: 'server', params: { user_id: created.id } })).toEqual(created)
})

test('the response is 201, and an email is neither verified nor for sign-in unless that is said', async () => {
  const { send } = await testProject()
  const response = await send('POST /users', { as: 'server', body: { primary_email: 'a@example.com', password: null } })
  expect(response).toMatchObject({
    status: 201,
    body: { primary_email_verified: false, primary_email_auth_enabled: false, has_password: false },
  })
  const empty = { primary_email: null, display_name: '' }
  expect(await send('POST /users', { as: 'server', body: empty })).toMatchObject({
    status: 201,
    body: { primary_email: null, display_name: null },
  })
})

test.each([
  { selected_team_id: null },
  { id: 'x' },
  { signed_up_at_millis: 1 },
  { has_password: true },
  { password_hash: '' },
])('%j is a schema error', async (body) => {
  const { send } = await testProject()
  expect(await send('POST /users', { as: 'server', body })).toMatchObject(schemaError)
})

test.each([
  { primary_email_verified: true },
  { primary_email_auth_enabled: true },
  { primary_email: null, primary_email_auth_enabled: true },
  { otp_auth_enabled: true },
  { password: 'long enough', password_hash: bcryptHash },
  { password_hash: '$1$abcdefgh$0123456789012345678901' },
  { oauth_providers: [{ id: 'google', account_id: '1' }] },
  { oauth_providers: [{ id: 'constructor', account_id: '1' }] },
  { profile_image_url: 'ftp://example.com/a.png' },
])('%j is refused in a plain sentence, and nobody is created', async (body) => {
  const { call } = await testProject()
  await expect(call('POST /users', { as: 'server', body })).rejects.toMatchObject(plain400)
  expect((await call('GET /users', { as: 'server' })).items).toEqual([])
})

test('a password needs password sign-in in the project', async () => {
  const { call } = await testProject({ 'auth.password.allowSignIn': false })
  const create = (body: object) => call('POST /users', { as: 'server', body })
  await expect(create({ password: 'long enough' })).rejects.toMatchObject(plain400)
  await expect(create({ password_hash: bcryptHash })).rejects.toMatchObject(plain400)
  expect((await create({ password: null })).has_password).toBe(false)
})

test('sign-up may be off', async () => {
  const { call } = await testProject({ 'auth.allowSignUp': false })
  await call('POST /users', { as: 'server', body: { password: 'long enough' } })
})

test('a TOTP secret is stored but does not yet require a second factor, and a passkey flag has no effect', async () => {
  const { call } = await testProject()
  const totp_secret_base64 = Buffer.alloc(20).toString('base64')
  const body = { totp_secret_base64, passkey_auth_enabled: true }
  expect(await call('POST /users', { as: 'server', body })).toMatchObject({
    requires_totp_mfa: false,
    passkey_auth_enabled: false,
  })
})

describe('an imported hash', () => {
  const importHash = async (password_hash: string) => {
    const { call } = await testProject()
    const email = newEmail()
    const body = { primary_email: email, primary_email_auth_enabled: true, password_hash }
    const { id } = await call('POST /users', { as: 'server', body })
    return { id, signIn: (password: string) => call('POST /auth/password/sign-in', { body: { email, password } }) }
  }

  test('of bcrypt signs in with its password and with no other', async () => {
    const { id, signIn } = await importHash(bcryptHash)
    await expect(signIn('another password')).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
    expect((await signIn('correct horse battery')).user_id).toBe(id)
  })

  test.each(['$2a$04$', '$2b$10$', '$2y$14$'])('may begin with %s', async (prefix) => {
    await importHash(`${prefix}${'a'.repeat(53)}`)
  })

  test.each([
    `$2b$17$${'a'.repeat(53)}`,
    `$2b$31$${'a'.repeat(53)}`,
    `$2b$03$${'a'.repeat(53)}`,
    `$2x$10$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(52)}`,
    `$2b$10$${'a'.repeat(54)}`,
    `$2b$10$${'a'.repeat(52)}=`,
    '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$aGFzaA',
    'plain text',
  ])('may not be %s', async (hash) => {
    await expect(importHash(hash)).rejects.toMatchObject(plain400)
  })
})

describe('provider links', () => {
  const settings = {
    'auth.oauth.providers': {
      google: { type: 'google', allowSignIn: true, isShared: true },
      github: { type: 'github', allowSignIn: false, isShared: true },
    },
  }

  test('are made as given, and shown with the id of the provider', async () => {
    const { call, server, id: projectId } = await testProject(settings)
    const oauth_providers = [
      { id: 'google', account_id: 'g-1', email: 'Ada@Gmail.com' },
      { id: 'github', account_id: 'h-1' },
    ]
    const user = await call('POST /users', { as: 'server', body: { oauth_providers } })
    expect(user.oauth_providers).toHaveLength(2)
    expect(user.oauth_providers).toEqual(
      expect.arrayContaining([oauth_providers[0], { ...oauth_providers[1], email: null }]),
    )
    const links = await server.platform.db
      .selectFrom('provider_links')
      .select(['allow_sign_in', 'allow_connected_accounts', 'user_id'])
      .where('project_id', '=', projectId)
      .execute()
    const both = { allow_sign_in: true, allow_connected_accounts: true, user_id: user.id }
    expect(links).toEqual([both, both])
  })

  test('are seen by the user with their account ids', async () => {
    const { call } = await testProject(settings)
    const oauth_providers = [{ id: 'google', account_id: 'g-1', email: null }]
    const { id } = await call('POST /users', { as: 'server', body: { oauth_providers } })
    const user = await call('POST /auth/sessions', { as: 'server', body: { user_id: id } })
    expect((await call('GET /users/me', { user })).oauth_providers).toEqual(oauth_providers)
  })

  test('of an account that signs someone in are refused, also in a race', async () => {
    const { call } = await testProject(settings)
    const body = { oauth_providers: [{ id: 'google', account_id: 'g-1' }] }
    const { succeeded, failed } = await race(20, () => call('POST /users', { as: 'server', body }))
    expect(succeeded).toHaveLength(1)
    for (const error of failed) {
      expect(error).toMatchObject({ status: 400, code: 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN' })
    }
    expect((await call('GET /users', { as: 'server' })).items).toHaveLength(1)
    await call('POST /users', { as: 'server', body: { oauth_providers: [{ id: 'github', account_id: 'g-1' }] } })
  })

  test('are at most one of each provider', async () => {
    const { call } = await testProject(settings)
    const oauth_providers = ['1', '2'].map((account_id) => ({ id: 'google', account_id }))
    await expect(call('POST /users', { as: 'server', body: { oauth_providers } })).rejects.toMatchObject(plain400)
  })

  test.each([
    {},
    { id: 'google' },
    { account_id: '1' },
    { id: 'google', account_id: '1', type: 'x' },
    'google',
  ])('cannot be %j', async (link) => {
    const { send } = await testProject(settings)
    expect(await send('POST /users', { as: 'server', body: { oauth_providers: [link] } })).toMatchObject(schemaError)
  })
})
