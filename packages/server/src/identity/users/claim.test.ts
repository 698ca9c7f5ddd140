import { describe, expect, test } from 'vitest'
import { TestAuthenticator } from '../../testing/authenticator.ts'
import { newEmail, type SignedUp, type TestProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { newPerson, providerForTests, signInWithProvider } from '../../testing/provider-sign-in.ts'
import { listAuditEntries } from '../../testing/records.ts'

const provider = providerForTests()
const callback_url = 'http://localhost:3000/callback'
const origin = 'http://localhost:3000'
const ownPassword = 'the password of the owner'
const totpSecret = Buffer.from('12345678901234567890')
const settings = {
  'auth.password.allowSignIn': true,
  'auth.otp.allowSignIn': true,
  'auth.passkey.allowSignIn': true,
  'apiKeys.enabled': { user: true, team: true },
}
const newProject = () => provider.newProject(settings)

/** Someone signs up with the address of someone else and leaves a way in. Answers how to use it later. */
const planted: Record<string, (project: TestProject, squatter: SignedUp) => Promise<() => Promise<unknown>>> = {
  'the password': async ({ call }, { email, password }) => {
    return () => call('POST /auth/password/sign-in', { body: { email, password } })
  },

  'a session': async ({ call }, { refresh_token }) => {
    const headers = { 'x-stack-refresh-token': refresh_token }
    return () => call('POST /auth/sessions/current/refresh', { headers })
  },

  'a passkey': async ({ call }, user) => {
    const authenticator = new TestAuthenticator()
    const registration = await call('POST /auth/passkey/initiate-passkey-registration', { user })
    const credential = authenticator.register({ challenge: registration.options_json.challenge, origin })
    await call('POST /auth/passkey/register', { user, body: { credential, code: registration.code } })
    return async () => {
      const { options_json, code } = await call('POST /auth/passkey/initiate-passkey-authentication')
      const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
      return call('POST /auth/passkey/sign-in', { body: { authentication_response, code } })
    }
  },

  'an account at a provider': async (project, user) => {
    const person = newPerson()
    const query = { type: 'link', token: user.access_token }
    await signInWithProvider(provider.idp, project, person, { provider: 'github', query })
    return async () => {
      const { user: found } = await signInWithProvider(provider.idp, project, person, { provider: 'github' })
      if (found.id !== user.user_id) throw new Error('It leads to an account of its own.')
    }
  },

  'a second address': async (project, user) => {
    const value = newEmail('planted')
    const { call } = project
    const body = { user_id: 'me', type: 'email' as const, value, used_for_auth: true, is_primary: true }
    const { id } = await call('POST /contact-channels', { user, body })
    const params = { user_id: user.user_id, id }
    await call('PATCH /contact-channels/{user_id}/{id}', { as: 'server', params, body: { is_verified: true } })
    return async () => {
      await call('POST /auth/otp/send-sign-in-code', { body: { email: value, callback_url } })
      const code = await codeEmailedTo(project, value, 'magic_link')
      const { user_id } = await call('POST /auth/otp/sign-in', { body: { code } })
      if (user_id !== user.user_id) throw new Error('It leads to an account of its own.')
    }
  },

  'an API key': async ({ call }, user) => {
    const body = { user_id: 'me', description: 'planted', is_public: false, expires_at_millis: null }
    const { value } = await call('POST /user-api-keys', { user, body })
    return () => call('POST /user-api-keys/check', { as: 'server', body: { api_key: value! } })
  },

  'a link for a new password': async (project, { email }) => {
    await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'password_reset')
    return () => project.call('POST /auth/password/reset', { body: { code, password: 'another good password' } })
  },
}

/** Ways to show that one reads the emails to an address, without being signed in. */
const proofs: Record<string, (project: TestProject, email: string) => Promise<unknown>> = {
  'a new password': async (project, email) => {
    await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'password_reset')
    await project.call('POST /auth/password/reset', { body: { code, password: ownPassword } })
    return project.call('POST /auth/password/sign-in', { body: { email, password: ownPassword } })
  },

  'a one-time code': async (project, email) => {
    await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url, claim_unverified: true } })
    const code = await codeEmailedTo(project, email, 'magic_link')
    return project.call('POST /auth/otp/sign-in', { body: { code } })
  },

  'a provider that vouches for it': (project, email) =>
    signInWithProvider(provider.idp, project, newPerson({ email }), { query: { claim_unverified: 'true' } }),
}

const combinations = Object.keys(proofs).flatMap((proof) => Object.keys(planted).map((kind) => [proof, kind] as const))

describe('whoever proves the address of an account that someone else made', () => {
  test.each(combinations)('by %s gets it without %s from before', async (proof, kind) => {
    const project = await newProject()
    const squatter = await project.signUp()
    const use = await planted[kind]!(project, squatter)
    const owner = (await proofs[proof]!(project, squatter.email)) as { access_token: string }
    await expect(use()).rejects.toThrow()
    expect(await project.call('GET /users/me', { user: owner })).toMatchObject({
      id: squatter.user_id,
      primary_email: squatter.email,
      primary_email_verified: true,
    })
    const entries = await listAuditEntries(project, 'user.claimed')
    expect(entries).toMatchObject([{ target_id: squatter.user_id, details: { email: squatter.email } }])
  })

  test.each(Object.keys(proofs))('by %s does not require an earlier second factor', async (proof) => {
    const project = await newProject()
    const squatter = await project.signUp()
    const body = { totp_secret_base64: totpSecret.toString('base64') }
    await project.call('PATCH /users/me', { user: squatter, body })
    const owner = (await proofs[proof]!(project, squatter.email)) as { access_token: string }
    expect((await project.call('GET /users/me', { user: owner })).requires_totp_mfa).toBe(false)
  })
})

describe('a verification link that its reader clicked without showing that the account is theirs', () => {
  test.each(combinations)('keeps nothing: who proves the address by %s gets it without %s', async (proof, kind) => {
    const project = await newProject()
    const squatter = await project.signUp()
    const use = await planted[kind]!(project, squatter)
    await verify(project, squatter, {})
    const owner = (await proofs[proof]!(project, squatter.email)) as { access_token: string }
    await expect(use()).rejects.toThrow()
    expect(await project.call('GET /users/me', { user: owner })).toMatchObject({ id: squatter.user_id })
    expect(await listAuditEntries(project, 'user.claimed')).toHaveLength(1)
  })

  test('nor does a one-time code that was requested before somebody else signed up', async () => {
    const project = await newProject()
    const email = newEmail()
    await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'magic_link')
    const squatter = await project.signUp(email)
    const usePasskey = await planted['a passkey']!(project, squatter)
    await verify(project, squatter, {})
    expect(await project.call('POST /auth/otp/sign-in', { body: { code } })).toMatchObject({
      user_id: squatter.user_id,
    })
    await expect(usePasskey()).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
  })

  test.each([
    ['the session of another account', (project: TestProject) => project.signUp()],
    [
      'an impersonating session',
      ({ call }: TestProject, { user_id }: SignedUp) =>
        call('POST /auth/sessions', { as: 'server', body: { user_id, is_impersonation: true } }),
    ],
  ])('also with %s', async (_, signIn) => {
    const project = await newProject()
    const squatter = await project.signUp()
    const usePasskey = await planted['a passkey']!(project, squatter)
    await verify(project, squatter, { user: await signIn(project, squatter) })
    await proofs['a new password']!(project, squatter.email)
    await expect(usePasskey()).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
  })

  test('with a wrong password verifies nothing, and the link still works', async () => {
    const project = await newProject()
    const person = await project.signUp()
    await expect(verify(project, person, { password: 'wrong' })).rejects.toMatchObject({
      code: 'PASSWORD_CONFIRMATION_MISMATCH',
    })
    expect(await project.call('GET /users/me', { user: person })).toMatchObject({ primary_email_verified: false })
    await verify(project, person, { password: person.password })
    expect(await project.call('GET /users/me', { user: person })).toMatchObject({ primary_email_verified: true })
  })

  test('takes a limited number of wrong passwords', async () => {
    const project = await newProject()
    const person = await project.signUp()
    const guess = () => verify(project, person, { password: 'wrong' }).catch(({ code }) => code)
    for (let count = 0; count < 20; count++) expect(await guess()).toBe('PASSWORD_CONFIRMATION_MISMATCH')
    const right = verify(project, person, { password: person.password })
    await expect(right).rejects.toMatchObject({ code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' })
  })
})

test('the page of the link asks for the password only of a person who is not signed in to the new account', async () => {
  const project = await newProject()
  const person = await project.signUp()
  const other = await project.signUp()
  const code = await codeEmailedTo(project, person.email, 'email_verification')
  const ask = (user?: SignedUp) => project.call('POST /contact-channels/verify/details', { user, body: { code } })
  expect(await ask()).toMatchObject({ is_sign_up: true, needs_password: true })
  expect(await ask(other)).toMatchObject({ is_sign_up: true, needs_password: true })
  expect(await ask(person)).toMatchObject({ is_sign_up: true, needs_password: false })
})

/** Ways to show with the link that the account is one's own. */
const shows: Record<string, (person: SignedUp) => { user?: SignedUp; password?: string }> = {
  'with a session': (user) => ({ user }),
  'with the password': ({ password }) => ({ password }),
}
const shownCombinations = Object.keys(proofs).flatMap((proof) => Object.keys(shows).map((way) => [way, proof] as const))

async function verify(
  project: TestProject,
  { email }: SignedUp,
  { user, password }: { user?: { access_token: string }; password?: string },
) {
  const code = await codeEmailedTo(project, email, 'email_verification')
  await project.call('POST /contact-channels/verify', { user, body: password ? { code, password } : { code } })
}

describe('an account keeps everything', () => {
  test.each(shownCombinations)('when its address was verified %s, whoever signs in by %s', async (way, proof) => {
    const project = await newProject()
    const person = await project.signUp()
    await verify(project, person, shows[way]!(person))
    const usePasskey = await planted['a passkey']!(project, person)
    const useKey = await planted['an API key']!(project, person)
    await proofs[proof]!(project, person.email)
    await Promise.all([usePasskey(), useKey()])
  })

  test('the second time that its address is proven', async () => {
    const project = await newProject()
    const { email, ...squatter } = await project.signUp()
    const owner = (await proofs['a new password']!(project, email)) as SignedUp
    const usePasskey = await planted['a passkey']!(project, { ...squatter, ...owner, email })
    await proofs['a new password']!(project, email)
    await usePasskey()
  })

  test('when whoever proves its address is signed in to it', async () => {
    const project = await newProject()
    const person = await project.signUp()
    const usePasskey = await planted['a passkey']!(project, person)
    const { email } = person
    await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'password_reset')
    await project.call('POST /auth/password/reset', { user: person, body: { code, password: ownPassword } })
    await usePasskey()
  })
})

test.each([
  ['being signed in to another account', (project: TestProject) => project.signUp()],
  [
    'impersonating the user',
    ({ call }: TestProject, { user_id }: SignedUp) =>
      call('POST /auth/sessions', { as: 'server', body: { user_id, is_impersonation: true } }),
  ],
])('%s does not keep what was planted', async (_, signIn) => {
  const project = await newProject()
  const squatter = await project.signUp()
  const user = await signIn(project, squatter)
  const usePasskey = await planted['a passkey']!(project, squatter)
  const { email } = squatter
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  const code = await codeEmailedTo(project, email, 'password_reset')
  await project.call('POST /auth/password/reset', { user, body: { code, password: ownPassword } })
  await expect(usePasskey()).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
})

test('a sign-in with a planted passkey that races with the claim leaves no session', async () => {
  const project = await newProject()
  for (let round = 0; round < 5; round++) {
    const squatter = await project.signUp()
    const { email } = squatter
    const usePasskey = await planted['a passkey']!(project, squatter)
    await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
    const code = await codeEmailedTo(project, email, 'password_reset')
    const [, signedIn] = await Promise.allSettled([
      project.call('POST /auth/password/reset', { body: { code, password: ownPassword } }),
      usePasskey(),
    ])
    if (signedIn.status === 'rejected') continue
    const { refresh_token } = signedIn.value as SignedUp
    const headers = { 'x-stack-refresh-token': refresh_token }
    await expect(project.call('POST /auth/sessions/current/refresh', { headers })).rejects.toMatchObject({
      code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    })
  }
})

describe('the wire refuses an unverified claim as before', () => {
  test('of a code that was not requested to claim it', async () => {
    const project = await newProject()
    const { email } = await project.signUp()
    await expect(
      project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'USER_EMAIL_ALREADY_EXISTS',
      details: { email, would_work_if_email_was_verified: true },
    })
  })

  test('by a provider that does not vouch for the address', async () => {
    const project = await newProject()
    const { email } = await project.signUp()
    const person = newPerson({ email, email_verified: false })
    const options = { query: { claim_unverified: 'true' } }
    await expect(signInWithProvider(provider.idp, project, person, options)).rejects.toThrow(/answered 409/)
  })
})
