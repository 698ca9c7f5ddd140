import { expect, inject, onTestFinished, test } from 'vitest'
import { createHousekeeping } from '../../housekeeping.ts'
import { createDatabase } from '../../testing/database.ts'
import { createTestProject, newEmail, openTestServer, type TestProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { goodPassword } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'
import { totpAt } from '../mfa/totp.ts'

const secret = Buffer.alloc(20, 7)
const earlierSecret = Buffer.alloc(20, 9)
const hour = 3600 * 1000
const mfaRequired = { body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } }

/** A database of its own, because the job looks at all projects and the clock is moved. */
async function setUp({ replaces = false } = {}) {
  const database = await createDatabase(inject('databaseUrl'))
  let millis = Date.now()
  const server = await openTestServer(database.url, { now: () => new Date(millis), config: { rateLimits: true } })
  onTestFinished(async () => {
    await server.close()
    await database.drop()
  })
  const project = await createTestProject(server, { 'auth.password.allowSignIn': true })
  const { id, ...user } = await createPerson(project, { password: goodPassword })
  const second = newEmail('second')
  const body = { user_id: id, type: 'email' as const, value: second, used_for_auth: false, is_verified: true }
  await project.call('POST /contact-channels', { as: 'server', body })
  const setFactor = (value: Buffer) => {
    millis += 1000
    return project.call('PATCH /users/me', { user, body: { totp_secret_base64: value.toString('base64') } })
  }
  if (replaces) await setFactor(earlierSecret)
  await setFactor(secret)
  const code = await codeEmailedTo(project, user.email, 'second_factor_enabled')
  return {
    project,
    email: user.email,
    second,
    code,
    passHours: async (hours: number) => {
      millis += hours * hour
      await createHousekeeping(server.platform)['end-second-factors']({}, {} as never)
    },
    totp: (value = secret, steps = 0) => totpAt(value, Math.floor(millis / 30_000) + steps),
    requiresFactor: async () =>
      (await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })).requires_totp_mfa,
  }
}

async function post({ server }: TestProject, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields)
  return (await server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })).text()
}

function signIn({ send }: TestProject, email: string) {
  return send('POST /auth/password/sign-in', { body: { email, password: goodPassword } })
}

async function signInWithFactor(project: TestProject, email: string, totp: string) {
  const { body } = await signIn(project, email)
  const { attempt_code: code } = (body as { details: { attempt_code: string } }).details
  return project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
}

async function toldAddresses(project: TestProject, kind: 'second_factor_ending' | 'second_factor_ended') {
  return (await listOutgoingEmails(project, kind)).map(({ to }) => to)
}

// ASVS 6.4.4
test('without its code, a second factor set up since is removed after 72 hours, and all addresses are told', async () => {
  const { project, email, second, code, passHours, requiresFactor } = await setUp()
  expect(await post(project, { code })).toContain('Code from the authenticator app')
  expect(await post(project, { code, confirmed: 'yes', totp: '' })).toContain('signing in needs its code')
  expect(await requiresFactor()).toBe(true)
  expect(await signIn(project, email)).toMatchObject(mfaRequired)
  expect((await toldAddresses(project, 'second_factor_ending')).sort()).toEqual([email, second].sort())

  await passHours(71)
  expect(await requiresFactor()).toBe(true)
  await passHours(2)
  expect(await requiresFactor()).toBe(false)
  expect(await signIn(project, email)).toMatchObject({ status: 200 })
  expect((await toldAddresses(project, 'second_factor_ended')).sort()).toEqual([email, second].sort())
  expect(await listAuditEntries(project, 'second_factor.disabled')).toMatchObject([{ actor_type: 'system' }])
})

test('with its code, everything is undone at once', async () => {
  const { project, email, code, totp, requiresFactor } = await setUp()
  expect(await post(project, { code, confirmed: 'yes', totp: ` ${totp()} ` })).toContain('has been undone')
  expect(await requiresFactor()).toBe(false)
  expect(await signIn(project, email)).toMatchObject({ status: 200 })
  expect(await toldAddresses(project, 'second_factor_ending')).toEqual([])
})

test('a wrong code or one that was used before undoes nothing, and counts as an attempt', async () => {
  const { project, email, code, totp, requiresFactor } = await setUp()
  const used = totp()
  expect(await signInWithFactor(project, email, used)).toMatchObject({ status: 200 })
  for (const wrong of [used, '000000']) {
    const page = await post(project, { code, confirmed: 'yes', totp: wrong })
    expect(page).toContain('This code is not right')
    expect(page).toContain('Undo and sign out everywhere')
  }
  for (let attempt = 0; attempt < 20; attempt++) await post(project, { code, confirmed: 'yes', totp: '000000' })
  expect(await post(project, { code, confirmed: 'yes', totp: totp(secret, 1) })).toContain('Too many')
  expect(await requiresFactor()).toBe(true)
})

test('a sign-in that uses the second factor in time keeps it', async () => {
  const { project, email, code, totp, passHours, requiresFactor } = await setUp()
  await post(project, { code, confirmed: 'yes' })
  await passHours(70)
  expect(await signInWithFactor(project, email, totp())).toMatchObject({ status: 200 })
  await passHours(10)
  expect(await requiresFactor()).toBe(true)
})

test('a second factor that was replaced comes back after 72 hours, or at once with the code of the new one', async () => {
  for (const isShown of [false, true]) {
    const { project, email, code, totp, passHours } = await setUp({ replaces: true })
    // The earlier factor may be the one on a lost phone.
    expect(await post(project, { code, confirmed: 'yes', totp: totp(earlierSecret) })).toContain('not right')
    await post(project, { code, confirmed: 'yes', totp: isShown ? totp() : '' })
    if (!isShown) await passHours(73)
    expect(await signInWithFactor(project, email, totp(secret, 1))).toMatchObject({
      body: { code: 'INVALID_TOTP_CODE' },
    })
    expect(await signInWithFactor(project, email, totp(earlierSecret, 1))).toMatchObject({ status: 200 })
  }
})

test('undoing something else does not keep a second factor that is about to end', async () => {
  const { project, email, code, passHours, requiresFactor } = await setUp()
  await post(project, { code, confirmed: 'yes' })
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url: 'http://localhost:3000' } })
  const reset = await codeEmailedTo(project, email, 'password_reset')
  await project.call('POST /auth/password/reset', { body: { code: reset, password: 'staple for a battery' } })
  await post(project, { code: await codeEmailedTo(project, email, 'password_changed'), confirmed: 'yes' })
  await passHours(73)
  expect(await requiresFactor()).toBe(false)
})

test('a second factor set up again in the meantime is not removed', async () => {
  const { project, email, code, totp, passHours, requiresFactor } = await setUp()
  await post(project, { code, confirmed: 'yes' })
  const { id: user_id } = (await project.call('GET /users', { as: 'server', query: { query: email } })).items[0]!
  const body = { totp_secret_base64: earlierSecret.toString('base64') }
  await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body })
  await passHours(73)
  expect(await requiresFactor()).toBe(true)
  expect(await signInWithFactor(project, email, totp(earlierSecret))).toMatchObject({ status: 200 })
})
