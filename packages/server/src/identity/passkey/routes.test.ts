import { describe, expect, test } from 'vitest'
import { type Ceremony, TestAuthenticator } from '../../testing/authenticator.ts'
import { testProject } from '../../testing/index.ts'
import {
  passkeyOrigin as origin,
  personWithPasskey,
  registerPasskey as register,
  signInWithPasskey as signIn,
  startPasskeySignIn as startSignIn,
  withPasskeys,
} from '../../testing/passkeys.ts'
import { createPerson } from '../../testing/world.ts'

type Answer = ReturnType<TestAuthenticator['authenticate']>

test('a passkey is registered, signs in, and can be removed', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  expect((await project.call('GET /users/me', { user: person })).passkey_auth_enabled).toBe(true)
  const session = await signIn(project, authenticator, { userHandle: person.user_id })
  expect(session).toMatchObject({ user_id: person.user_id, is_new_user: false })

  const removed = await project.call('PATCH /users/me', { user: session, body: { passkey_auth_enabled: false } })
  expect(removed.passkey_auth_enabled).toBe(false)
  await expect(signIn(project, authenticator)).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
})

test('the options are what existing clients expect', async () => {
  const project = await testProject(withPasskeys)
  const person = await project.signUp()
  const { options_json } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user: person })
  expect(options_json).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rp: { id: 'THIS_VALUE_WILL_BE_REPLACED.example.com', name: 'Test project' },
    user: {
      id: Buffer.from(person.user_id).toString('base64url'),
      name: person.email,
      displayName: person.email,
    },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 60_000,
    attestation: 'none',
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    extensions: { credProps: true },
  })
})

test('a passkey whose ID is longer than the standard allows is not registered', async () => {
  const project = await testProject(withPasskeys)
  const person = await project.signUp()
  const registerWith = (idBytes: number) => register(project, person, new TestAuthenticator(0, idBytes))
  await expect(registerWith(1024)).rejects.toMatchObject({ status: 400, code: 'PASSKEY_REGISTRATION_FAILED' })
  await expect(registerWith(8000)).rejects.toMatchObject({ status: 400, code: 'PASSKEY_REGISTRATION_FAILED' })
  await expect(registerWith(1023)).resolves.toBeDefined()
})

describe.each<[string, Partial<Ceremony>]>([
  ['from an untrusted page', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['from inside a foreign frame', { crossOrigin: true }],
  ['without a person', { flags: 0 }],
  ['for another challenge', { challenge: 'AAAA' }],
  ['of the wrong kind', { type: 'webauthn.other' }],
])('a response %s', (_, change) => {
  test('does not register', async () => {
    const project = await testProject(withPasskeys)
    const person = await project.signUp()
    await expect(register(project, person, new TestAuthenticator(), change)).rejects.toMatchObject({
      status: 400,
      code: 'PASSKEY_REGISTRATION_FAILED',
      details: { message: expect.any(String) },
    })
  })

  test('does not sign in', async () => {
    const { project, authenticator } = await personWithPasskey()
    await expect(signIn(project, authenticator, change)).rejects.toMatchObject({
      status: 400,
      code: 'PASSKEY_AUTHENTICATION_FAILED',
    })
  })
})

test('a key of an algorithm that was not offered does not register', async () => {
  const project = await testProject(withPasskeys)
  const person = await project.signUp()
  await expect(register(project, person, new TestAuthenticator(), { algorithm: -35 })).rejects.toMatchObject({
    code: 'PASSKEY_REGISTRATION_FAILED',
  })
})

test('a signature of another key, or of something else, does not sign in', async () => {
  const { project, authenticator } = await personWithPasskey()
  const forge = async (change: (answer: Answer, challenge: string) => Answer['response']) => {
    const { challenge, code } = await startSignIn(project)
    const answer = authenticator.authenticate({ challenge, origin })
    const authentication_response = { ...answer, response: change(answer, challenge) }
    return project.send('POST /auth/passkey/sign-in', { body: { authentication_response, code } })
  }
  const refused = { status: 400, body: { code: 'PASSKEY_AUTHENTICATION_FAILED' } }
  const ofOtherKey = (challenge: string) => new TestAuthenticator().authenticate({ challenge, origin }).response
  expect(await forge((_, challenge) => ofOtherKey(challenge))).toMatchObject(refused)
  const ofOtherChallenge = authenticator.authenticate({ challenge: 'AAAA', origin }).response.signature
  expect(await forge(({ response }) => ({ ...response, signature: ofOtherChallenge }))).toMatchObject(refused)
  expect(await forge(({ response }) => response)).toMatchObject({ status: 200 })
})

test.each([
  ['http://localhost:3000', false],
  ['http://app.example.com', false],
  ['https://sub.app.example.com', false],
  ['https://app.example.com:8443', false],
  ['https://app.example.com', true],
])('where only https://app.example.com is trusted, a passkey of %s works: %s', async (place, works) => {
  const project = await testProject({
    ...withPasskeys,
    'domains.allowLocalhost': false,
    'domains.trustedDomains.app': { baseUrl: 'https://app.example.com', handlerPath: '/handler' },
  })
  const person = await createPerson(project)
  const registered = register(project, person, new TestAuthenticator(), { origin: place })
  if (!works) return expect(registered).rejects.toMatchObject({ code: 'PASSKEY_REGISTRATION_FAILED' })
  const authenticator = await registered
  await expect(signIn(project, authenticator, { origin: place })).resolves.toMatchObject({ user_id: person.id })
  // The host of another page is not the one that the passkey belongs to.
  await expect(signIn(project, authenticator, { origin: place, rpId: 'example.com' })).rejects.toMatchObject({
    code: 'PASSKEY_AUTHENTICATION_FAILED',
  })
})

test('a counter that goes back is a copy, and one that stays at zero is not', async () => {
  const project = await testProject(withPasskeys)
  const authenticator = await register(project, await project.signUp(), new TestAuthenticator(5))
  authenticator.counter = 4
  await expect(signIn(project, authenticator)).rejects.toMatchObject({ code: 'PASSKEY_AUTHENTICATION_FAILED' })
  authenticator.counter = 6
  await expect(signIn(project, authenticator)).resolves.toBeDefined()

  const { project: other, authenticator: withoutCounter } = await personWithPasskey()
  await expect(signIn(other, withoutCounter)).resolves.toBeDefined()
  await expect(signIn(other, withoutCounter)).resolves.toBeDefined()
})

test('a passkey of someone else is not taken over, and nobody else is signed in with it', async () => {
  const { project, authenticator } = await personWithPasskey()
  const eve = await project.signUp()
  await expect(register(project, eve, authenticator)).rejects.toMatchObject({ code: 'PASSKEY_REGISTRATION_FAILED' })
  await expect(signIn(project, authenticator, { userHandle: eve.user_id })).rejects.toMatchObject({
    code: 'PASSKEY_AUTHENTICATION_FAILED',
  })
})

test('a challenge of one user does not register a passkey for another', async () => {
  const project = await testProject(withPasskeys)
  const [ada, eve] = [await project.signUp(), await project.signUp()]
  const { options_json, code } = await project.call('POST /auth/passkey/initiate-passkey-registration', { user: ada })
  const credential = new TestAuthenticator().register({ challenge: options_json.challenge, origin })
  await expect(
    project.call('POST /auth/passkey/register', { user: eve, body: { credential, code } }),
  ).rejects.toMatchObject({
    code: 'VERIFICATION_CODE_NOT_FOUND',
  })
})

// ASVS 6.3.4
test('a second factor is required after the passkey', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  const body = { totp_secret_base64: Buffer.from('12345678901234567890').toString('base64') }
  await project.call('PATCH /users/me', { user: person, body })
  await expect(signIn(project, authenticator)).rejects.toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
})

test('where passkeys are off, every route says so', async () => {
  const project = await testProject()
  const user = await project.signUp()
  const refused = { status: 400, code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' }
  await expect(project.call('POST /auth/passkey/initiate-passkey-registration', { user })).rejects.toMatchObject(
    refused,
  )
  await expect(project.call('POST /auth/passkey/initiate-passkey-authentication')).rejects.toMatchObject(refused)
})
