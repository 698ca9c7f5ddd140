import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Ceremony, TestAuthenticator } from '../../testing/authenticator.ts'
import {
  createDatabase,
  goodPassword,
  openTestServer,
  race,
  type SignedUp,
  separateServer,
  type TestProject,
} from '../../testing/index.ts'
import { listOutgoingEmails } from '../../testing/outbox.ts'
import {
  passkeyOrigin as origin,
  personWithPasskey,
  registerPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  withPasskeys,
} from '../../testing/passkeys.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { currentTotp, refusedSignIn, setUpSecondFactor } from '../../testing/second-factor.ts'
import { ageProof, withStepUp } from '../../testing/step-up.ts'
import { endSecondFactors } from '../account-changes/second-factor.ts'

const failed = { status: 400, code: 'PASSKEY_AUTHENTICATION_FAILED' }
const unknownCode = { status: 404, code: 'VERIFICATION_CODE_NOT_FOUND' }
/** The user was there, but the device has not verified who it was. */
const unverified = { flags: 0b001 }

const setFactor = (project: TestProject, user: { access_token: string }, passkey_mfa_enabled: boolean) =>
  project.call('PATCH /users/me', { user, body: { passkey_mfa_enabled } })

async function personWithPasskeyFactor(settings = {}) {
  const opened = await personWithPasskey(settings)
  await setFactor(opened.project, opened.person, true)
  return opened
}

const start = (project: TestProject, code: string) =>
  project.call('POST /auth/mfa/initiate-passkey', { body: { code } })

/** The second step of a sign-in. */
async function complete(
  project: TestProject,
  attempt: string,
  authenticator: TestAuthenticator,
  change: Partial<Ceremony> = {},
) {
  const { options_json, code: challenge_code } = await start(project, attempt)
  const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin, ...change })
  const body = { type: 'passkey' as const, authentication_response, challenge_code, code: attempt }
  return project.call('POST /auth/mfa/sign-in', { body })
}

const claimsOf = ({ access_token }: { access_token: string }) =>
  JSON.parse(Buffer.from(access_token.split('.')[1]!, 'base64url').toString()) as { amr: string[] }

test('a password sign-in is completed with a passkey', async () => {
  const { project, person, authenticator } = await personWithPasskeyFactor()
  const { attempt_code, methods } = await refusedSignIn(project, person)
  expect(methods).toEqual(['passkey'])
  const session = await complete(project, attempt_code, authenticator)
  expect(session).toMatchObject({ user_id: person.user_id, is_new_user: false })
  expect(claimsOf(session).amr).toEqual(['pwd', 'hwk', 'mfa'])
})

test('whoever has an authenticator app is also asked for a passkey, but only after turning that on', async () => {
  const { project, person, authenticator } = await personWithPasskey()
  await setUpSecondFactor(project, person)
  const before = await refusedSignIn(project, person)
  expect(before.methods).toEqual(['totp'])
  await expect(start(project, before.attempt_code)).rejects.toMatchObject(failed)
  await setFactor(project, person, true)
  const { methods, attempt_code } = await refusedSignIn(project, person)
  expect(methods).toEqual(['passkey', 'totp'])
  await expect(complete(project, attempt_code, authenticator)).resolves.toBeDefined()
  const { attempt_code: code } = await refusedSignIn(project, person)
  const body = { type: 'totp' as const, totp: currentTotp(), code }
  await expect(project.call('POST /auth/mfa/sign-in', { body })).resolves.toBeDefined()
})

test('the options name the passkeys by their IDs only', async () => {
  const { project, person, authenticator } = await personWithPasskeyFactor()
  const { attempt_code } = await refusedSignIn(project, person)
  expect((await start(project, attempt_code)).options_json).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'THIS_VALUE_WILL_BE_REPLACED.example.com',
    timeout: 60_000,
    userVerification: 'preferred',
    allowCredentials: [{ type: 'public-key', id: authenticator.credentialId }],
  })
})

describe('a sign-in with a passkey', () => {
  test('is not asked for the same passkey again when the device has verified the user', async () => {
    const { project, authenticator } = await personWithPasskeyFactor()
    expect(claimsOf(await signInWithPasskey(project, authenticator)).amr).toEqual(['hwk', 'mfa'])
  })

  test('without that needs a second step, in which the device verifies the user', async () => {
    const { project, person, authenticator } = await personWithPasskeyFactor()
    const refusal = await signInWithPasskey(project, authenticator, unverified).catch((error) => error)
    expect(refusal).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', details: { methods: ['passkey'] } })
    const { attempt_code } = refusal.details
    expect((await start(project, attempt_code)).options_json.userVerification).toBe('required')
    await expect(complete(project, attempt_code, authenticator, unverified)).rejects.toMatchObject(failed)
    await expect(complete(project, attempt_code, authenticator)).resolves.toMatchObject({ user_id: person.user_id })
  })

  test('still needs the authenticator app of somebody whose passkeys are no second factor', async () => {
    const { project, person, authenticator } = await personWithPasskey()
    await setUpSecondFactor(project, person)
    await expect(signInWithPasskey(project, authenticator)).rejects.toMatchObject({
      code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
      details: { methods: ['totp'] },
    })
  })
})

describe('what was signed for one purpose', () => {
  test('signing in, is no second factor', async () => {
    const { project, person, authenticator } = await personWithPasskeyFactor()
    const { attempt_code: code } = await refusedSignIn(project, person)
    const signIn = await startPasskeySignIn(project)
    const second = await start(project, code)
    const authentication_response = authenticator.authenticate({ challenge: signIn.challenge, origin })
    for (const [challenge_code, refusal] of [
      [signIn.code, unknownCode],
      [second.code, failed],
    ] as const) {
      const body = { type: 'passkey' as const, authentication_response, challenge_code, code }
      await expect(project.call('POST /auth/mfa/sign-in', { body })).rejects.toMatchObject(refusal)
    }
  })

  test('the second step, does not sign in', async () => {
    const { project, person, authenticator } = await personWithPasskeyFactor()
    const { attempt_code } = await refusedSignIn(project, person)
    const signIn = await startPasskeySignIn(project)
    const second = await start(project, attempt_code)
    const authentication_response = authenticator.authenticate({ challenge: second.options_json.challenge, origin })
    for (const [code, refusal] of [
      [second.code, unknownCode],
      [signIn.code, failed],
    ] as const) {
      const body = { authentication_response, code }
      await expect(project.call('POST /auth/passkey/sign-in', { body })).rejects.toMatchObject(refusal)
    }
  })

  test('one attempt, does not complete another', async () => {
    const { project, person, authenticator } = await personWithPasskeyFactor()
    const [first, second] = [await refusedSignIn(project, person), await refusedSignIn(project, person)]
    const { options_json, code: challenge_code } = await start(project, first.attempt_code)
    const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
    const body = { type: 'passkey' as const, authentication_response, challenge_code, code: second.attempt_code }
    await expect(project.call('POST /auth/mfa/sign-in', { body })).rejects.toMatchObject(unknownCode)
  })
})

test('one answer completes one sign-in, however often it is sent', async () => {
  const { project, person, authenticator } = await personWithPasskeyFactor()
  const { attempt_code: code } = await refusedSignIn(project, person)
  const { options_json, code: challenge_code } = await start(project, code)
  const authentication_response = authenticator.authenticate({ challenge: options_json.challenge, origin })
  const body = { type: 'passkey' as const, authentication_response, challenge_code, code }
  const { succeeded } = await race(10, () => project.call('POST /auth/mfa/sign-in', { body }))
  expect(succeeded).toHaveLength(1)
})

test.each<[string, Partial<Ceremony>]>([
  ['from an untrusted page', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['from inside a foreign frame', { crossOrigin: true }],
  ['without a person', { flags: 0 }],
  ['for another challenge', { challenge: 'AAAA' }],
])('a response %s completes nothing, and leaves the attempt to the user', async (_, change) => {
  const { project, person, authenticator } = await personWithPasskeyFactor()
  const { attempt_code } = await refusedSignIn(project, person)
  await expect(complete(project, attempt_code, authenticator, change)).rejects.toMatchObject(failed)
  await expect(complete(project, attempt_code, authenticator)).resolves.toBeDefined()
})

test('a clone, a removed passkey and the passkey of somebody else complete nothing', async () => {
  const { project, person, authenticator } = await personWithPasskeyFactor()
  const removed = await registerPasskey(project, person)
  const other = await project.signUp()
  const foreign = await registerPasskey(project, other)
  const { items } = await project.call('GET /passkeys', { user: person, query: { user_id: 'me' } })
  await project.call('DELETE /passkeys/{user_id}/{id}', { user: person, params: { user_id: 'me', id: items[1]!.id } })
  authenticator.counter = 7
  const { attempt_code } = await refusedSignIn(project, person)
  await complete(project, attempt_code, authenticator)
  const next = await refusedSignIn(project, person)
  authenticator.counter = 6
  for (const each of [authenticator, removed, foreign]) {
    await expect(complete(project, next.attempt_code, each)).rejects.toMatchObject(failed)
  }
})

// ASVS 6.6.3
test('wrong passkeys and wrong codes count together', async () => {
  const server = await separateServer({ config: { rateLimits: true } })
  const project = await createTestProject(server, withPasskeys)
  const person = await project.signUp()
  const authenticator = await registerPasskey(project, person)
  await setUpSecondFactor(project, person)
  await setFactor(project, person, true)
  for (let round = 0; round < 10; round++) {
    const { attempt_code: code } = await refusedSignIn(project, person)
    const body = { type: 'totp' as const, totp: '000000', code }
    await expect(project.call('POST /auth/mfa/sign-in', { body })).rejects.toMatchObject({ status: 400 })
    await expect(complete(project, code, authenticator, { challenge: 'AAAA' })).rejects.toMatchObject({ status: 400 })
  }
  const { attempt_code } = await refusedSignIn(project, person)
  await expect(complete(project, attempt_code, authenticator)).rejects.toMatchObject({ status: 429 })
})

describe('turning it on and off', () => {
  test('needs a passkey', async () => {
    const { call } = await personWithPasskey().then(({ project }) => project)
    const { access_token } = await call('POST /auth/password/sign-up', {
      body: {
        email: `x-${crypto.randomUUID()}@example.com`,
        password: goodPassword,
        verification_callback_url: origin,
      },
    })
    const user = { access_token }
    await expect(call('PATCH /users/me', { user, body: { passkey_mfa_enabled: true } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is audited and announced, and requires a recent proof', async () => {
    const { project, person } = await personWithPasskey(withStepUp)
    await setFactor(project, person, true)
    await setFactor(project, person, true)
    await setFactor(project, person, false)
    expect(await listAuditEntries(project, 'second_factor.')).toMatchObject([
      { action: 'second_factor.enabled', details: { method: 'passkey' } },
      { action: 'second_factor.disabled', details: { method: 'passkey' } },
    ])
    expect(await listOutgoingEmails(project, 'second_factor_enabled')).toHaveLength(1)
    expect(await listOutgoingEmails(project, 'second_factor_disabled')).toHaveLength(1)
    await ageProof(project, person)
    await expect(setFactor(project, person, true)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
  })

  test('goes off with the last passkey, which is announced too', async () => {
    const { project, person } = await personWithPasskeyFactor()
    await project.call('POST /auth/recovery-codes', { user: person })
    await registerPasskey(project, person)
    const remove = async () => {
      const { items } = await project.call('GET /passkeys', { user: person, query: { user_id: 'me' } })
      const params = { user_id: 'me', id: items[0]!.id }
      await project.call('DELETE /passkeys/{user_id}/{id}', { user: person, params })
      return (await project.call('GET /users/me', { user: person })).passkey_mfa_enabled
    }
    expect(await remove()).toBe(true)
    expect(await remove()).toBe(false)
    expect(await listOutgoingEmails(project, 'second_factor_disabled')).toHaveLength(1)
    const codes = await project.call('GET /auth/recovery-codes', { user: person, query: { user_id: 'me' } })
    expect(codes.remaining).toBe(0)
    const { email, password } = person
    await expect(project.call('POST /auth/password/sign-in', { body: { email, password } })).resolves.toBeDefined()
  })

  test('only the passkey proves who it is where it is the second factor', async () => {
    const { project, person } = await personWithPasskeyFactor(withStepUp)
    await ageProof(project, person)
    await expect(project.call('POST /auth/step-up/check', { user: person })).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
      details: { methods: ['passkey'] },
    })
    const body = { type: 'password' as const, password: person.password }
    await expect(project.call('POST /auth/step-up', { user: person, body })).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
  })

  test('an owner resets it with the rest', async () => {
    const { project, person } = await personWithPasskeyFactor()
    await project.call('DELETE /users/{user_id}/second-factor', { as: 'admin', params: { user_id: person.user_id } })
    expect(await project.call('GET /users/me', { user: person })).toMatchObject({
      passkey_mfa_enabled: false,
      passkey_auth_enabled: true,
    })
  })
})

describe('undoing by email', () => {
  async function openUndoPage({ server }: TestProject, code: string, more = {}) {
    const body = new URLSearchParams({ code, ...more })
    const response = await server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })
    expect(response.status).toBe(200)
    return response.text()
  }

  /**
   * Somebody with a session adds a passkey and makes it the second factor; then adding it is undone by email. In a
   * database of its own, because the job looks at all projects and the clock is moved.
   */
  async function undoneFactor() {
    const database = await createDatabase(inject('databaseUrl'))
    let millis = Date.now()
    const server = await openTestServer(database.url, { now: () => new Date(millis) })
    onTestFinished(async () => {
      await server.close()
      await database.drop()
    })
    const project = await createTestProject(server, withPasskeys)
    const person = await project.signUp()
    const own = await registerPasskey(project, person)
    millis += 1000
    const since = await registerPasskey(project, person)
    await setFactor(project, person, true)
    const added = await listOutgoingEmails(project, 'passkey_added')
    const links = added.map(({ content }) => new URL(String(content.variables.undoLink)))
    const code = links.at(-1)!.hash.slice('#code='.length)
    const question = await openUndoPage(project, code)
    const done = await openUndoPage(project, code, { confirmed: 'yes' })
    const passHours = async (hours: number) => {
      millis += hours * 3_600_000
      await endSecondFactors(server.platform)
    }
    return {
      project,
      person,
      own,
      since,
      passHours,
      pages: { question, done, later: () => openUndoPage(project, code) },
    }
  }

  const signInWithPassword = (project: TestProject, person: SignedUp) => refusedSignIn(project, person)

  test('does not switch the factor off, but a passkey added since starts no sign-in', async () => {
    const { project, person, own, since } = await undoneFactor()
    await expect(signInWithPasskey(project, since)).rejects.toMatchObject(failed)
    await expect(signInWithPasskey(project, own)).resolves.toBeDefined()
    expect((await signInWithPassword(project, person)).methods).toEqual(['passkey'])
    expect(await listOutgoingEmails(project, 'second_factor_ending')).toHaveLength(1)
  })

  test('says on its page that passkeys will be removed, and when', async () => {
    const { pages, passHours } = await undoneFactor()
    expect(pages.question).toContain('Passkeys became your second factor since then.')
    expect(pages.question).not.toContain('Code from the authenticator app')
    expect(pages.done).toContain('The passkeys that were added since then are removed on ')
    await passHours(73)
    expect(await pages.later()).not.toContain('The passkeys that were added')
  })

  test('removes it after three days', async () => {
    const { project, person, since, passHours } = await undoneFactor()
    await passHours(72)
    const { items } = await project.call('GET /passkeys', { as: 'server', query: { user_id: person.user_id } })
    expect(items).toHaveLength(1)
    const { attempt_code } = await signInWithPassword(project, person)
    await expect(complete(project, attempt_code, since)).rejects.toMatchObject(failed)
    expect(await listOutgoingEmails(project, 'second_factor_ended')).toHaveLength(1)
    expect(await listAuditEntries(project, 'passkey.removed')).toMatchObject([{ actor_type: 'system' }])
  })

  test('a passkey that completes a sign-in in time is kept, and signs in again', async () => {
    const { project, person, since, passHours } = await undoneFactor()
    const { attempt_code } = await signInWithPassword(project, person)
    await complete(project, attempt_code, since)
    await passHours(72)
    await expect(signInWithPasskey(project, since)).resolves.toMatchObject({ user_id: person.user_id })
  })
})
