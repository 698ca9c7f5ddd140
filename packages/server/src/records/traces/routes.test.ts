import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertAttempts } from '../../emails/queries.ts'
import { createHousekeeping } from '../../housekeeping.ts'
import { totpAt } from '../../identity/mfa/totp.ts'
import { createDatabase } from '../../testing/database.ts'
import {
  createTestProject,
  goodPassword,
  newEmail,
  openTestServer,
  separateServer,
  type TestProject,
  type TestServer,
  testProject,
} from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { listTraces } from '../../testing/traces.ts'
import { openWebhookReceiver, runDeliveries, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { createPerson } from '../../testing/world.ts'
import { referenceOf } from './reference.ts'

const callback_url = 'http://localhost:3000/here'
const day = 24 * 3600 * 1000
let aheadMillis = 0
let server: TestServer
beforeAll(async () => {
  server = await separateServer({ now: () => new Date(Date.now() + aheadMillis) })
})
afterEach(() => {
  aheadMillis = 0
})

const signIn = (project: TestProject, email: string, password: string, address = '203.0.113.7') =>
  project.send('POST /auth/password/sign-in', { body: { email, password }, address })

const readTrace = (project: TestProject, id: string) =>
  project.call('GET /internal/traces/{id}', { as: 'admin', params: { id } })

/** All that is stored of traces, as text. */
async function dumpTraces({ id, server: { platform } }: TestProject): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT row_to_json(t)::text AS text FROM traces t WHERE project_id = ${id}`.execute(platform.db)
  return rows.map(({ text }) => text).join('\n')
}

describe('a refused sign-in with a password', () => {
  test('is told with its user, origin and reference, and without the password', async () => {
    const project = await testProject()
    const { email, user_id } = await project.signUp()
    const answer = await signIn(project, email, 'a wrong password')
    const reference = referenceOf(answer.headers.get('x-stack-request-id')!)
    expect(await listTraces(project)).toMatchObject([
      {
        kind: 'sign-in',
        code: 'EMAIL_PASSWORD_MISMATCH',
        status: 400,
        route: 'POST /auth/password/sign-in',
        user_id,
        typed_unknown_address: false,
        ip_address: '203.0.113.7',
        references: [reference],
        count: 1,
        steps: [{ step: 'password', problem: 'wrong-password' }],
      },
    ])
    const dump = await dumpTraces(project)
    expect(dump).not.toContain('a wrong password')
    expect(dump).not.toContain(email)
  })

  test('for an unknown address keeps a keyed hash of it, by which it is found', async () => {
    const project = await testProject()
    const email = newEmail('nobody')
    await signIn(project, email, goodPassword)
    const [trace, ...others] = await listTraces(project, { address: email.toUpperCase() })
    expect(others).toEqual([])
    expect(trace).toMatchObject({
      user_id: null,
      typed_unknown_address: true,
      steps: [{ step: 'password', problem: 'no-account' }],
    })
    expect(await dumpTraces(project)).not.toContain(email)
    expect(await listTraces(project, { address: newEmail() })).toEqual([])
  })

  test('is found by user, address, reference and the ID of the request', async () => {
    const project = await testProject()
    const { email, user_id } = await project.signUp()
    const answer = await signIn(project, email, 'wrong')
    await signIn(project, newEmail(), 'wrong')
    const requestId = answer.headers.get('x-stack-request-id')!
    const reference = referenceOf(requestId)
    const queries = [
      { user_id },
      { address: email },
      { reference },
      { reference: reference.replaceAll('-', '') },
      { reference: ` ${reference.toUpperCase()} ` },
      { reference: requestId },
    ]
    for (const query of queries) expect(await listTraces(project, query)).toMatchObject([{ user_id }])
    expect(await listTraces(project, { reference: reference.slice(0, 6) })).toEqual([])
    expect(await listTraces(project, { user_id: randomUUID() })).toEqual([])
    expect(await listTraces(project, { kind: 'oauth' })).toEqual([])
  })

  test('again within a minute only counts, with the latest references', async () => {
    const project = await testProject()
    const { email } = await project.signUp()
    for (let time = 0; time < 25; time++) await signIn(project, email, 'wrong')
    const found = await listTraces(project)
    // A minute may end in between.
    expect(found.length).toBeLessThanOrEqual(2)
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(25)
    expect(found.every(({ references }) => references.length <= 20)).toBe(true)
  })
})

test('a successful sign-in, and one that goes on with a second factor, leave no trace', async () => {
  const project = await testProject()
  const user = await project.signUp()
  await signIn(project, user.email, user.password)
  const secret = Buffer.from('12345678901234567890')
  const totp_secret_base64 = secret.toString('base64')
  await project.call('PATCH /users/me', { user, body: { totp_secret_base64 } })
  const answer = await signIn(project, user.email, user.password)
  expect(answer.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
  expect(await listTraces(project)).toEqual([])

  const { attempt_code } = (answer.body as { details: { attempt_code: string } }).details
  const totp = totpAt(secret, Math.floor(Date.now() / 30_000))
  const wrong = totp.replace(/\d$/, (digit) => String((Number(digit) + 5) % 10))
  await project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp: wrong, code: attempt_code } })
  expect(await listTraces(project)).toMatchObject([
    {
      kind: 'sign-in',
      code: 'INVALID_TOTP_CODE',
      user_id: user.user_id,
      steps: [{ step: 'code', kind: 'mfa-attempt' }],
    },
  ])
  const dump = await dumpTraces(project)
  expect(dump).not.toContain(attempt_code)
  expect(dump).not.toContain(wrong)
})

test('a refused sign-up tells why', async () => {
  const project = await testProject({ 'auth.allowSignUp': false })
  const body = { email: newEmail(), password: goodPassword, verification_callback_url: callback_url }
  await project.send('POST /auth/password/sign-up', { body })
  expect(await listTraces(project)).toMatchObject([{ kind: 'sign-up', code: 'SIGN_UP_NOT_ENABLED', steps: [] }])
})

test('an untrusted URL is told without its query, fragment and user', async () => {
  const project = await testProject({ 'domains.allowLocalhost': false })
  const url = 'https://me:secret@app.example.com/handler?token=tokens-are-secret#fragments-too'
  await project.send('POST /auth/password/send-reset-code', { body: { email: newEmail(), callback_url: url } })
  expect(await listTraces(project)).toMatchObject([
    {
      code: 'REDIRECT_URL_NOT_WHITELISTED',
      steps: [{ step: 'untrusted-url', url: 'https://app.example.com/handler' }],
    },
  ])
  expect(await dumpTraces(project)).not.toMatch(/secret|fragments-too/)
})

test('a malformed request names fields, and not what was in them', async () => {
  const project = await testProject()
  const body = { email: 'typed by mistake', password: goodPassword, hunter2: true }
  await project.send('POST /auth/password/sign-in', { body })
  expect(await listTraces(project)).toMatchObject([
    { code: 'SCHEMA_ERROR', steps: [{ step: 'invalid-request', fields: ['body.email', 'body'] }] },
  ])
  expect(await dumpTraces(project)).not.toMatch(/typed|hunter2/)
})

test('a wrong publishable key is told to the project, and to no other', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const headers = { 'x-stack-publishable-client-key': other.keys.publishableClientKey }
  await project.send('POST /auth/password/sign-in', { body: { email: newEmail(), password: goodPassword }, headers })
  expect(await listTraces(project)).toMatchObject([{ code: 'INVALID_PUBLISHABLE_CLIENT_KEY', status: 401 }])
  expect(await listTraces(other)).toEqual([])
  expect(await dumpTraces(project)).not.toContain(other.keys.publishableClientKey)
})

describe('a code', () => {
  const useCode = (project: TestProject, code: string, address: string) =>
    project.send('POST /auth/otp/sign-in', { body: { code }, address })

  async function sendCode(project: TestProject, email: string) {
    const { nonce } = await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
    return { nonce, code: await codeEmailedTo(project, email, 'magic_link') }
  }

  test('that was used says when, and whether from the same address', async () => {
    const project = await createTestProject(server, { 'auth.otp.allowSignIn': true })
    const user = await createPerson(project)
    const { code } = await sendCode(project, user.email)
    await useCode(project, code, '203.0.113.7')
    aheadMillis = 40_000
    await useCode(project, code, '203.0.113.7')
    await useCode(project, code, '198.51.100.9')
    const [other, same] = await listTraces(project)
    expect(same).toMatchObject({
      code: 'VERIFICATION_CODE_ALREADY_USED',
      user_id: user.id,
      steps: [{ step: 'code', kind: 'sign-in', used_from: 'same-address', tries: 3 }],
    })
    expect(other).toMatchObject({ steps: [{ used_from: 'another-address' }] })
    const [step] = same!.steps
    const used = step?.step === 'code' ? step.used_at_millis! : 0
    expect(Math.round((same!.last_at_millis - used) / 10_000)).toBe(4)
    expect(await dumpTraces(project)).not.toContain(code)
  })

  test('that has expired says when', async () => {
    const project = await createTestProject(server, { 'auth.otp.allowSignIn': true })
    const email = newEmail()
    const { code } = await sendCode(project, email)
    aheadMillis = 11 * 60_000
    await useCode(project, code, '203.0.113.7')
    const [trace] = await listTraces(project)
    expect(trace).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED', steps: [{ step: 'code', used_at_millis: null }] })
    const [step] = trace!.steps
    expect(step?.step === 'code' && trace!.last_at_millis - step.expires_at_millis!).toBeGreaterThan(50_000)
  })

  test('that does not exist says no more than that, and is not stored', async () => {
    const project = await createTestProject(server, { 'auth.otp.allowSignIn': true })
    const { code, nonce } = await sendCode(project, newEmail())
    const guess = `aaaaaa${code.slice(6)}`
    await useCode(project, guess, '203.0.113.7')
    expect(await listTraces(project)).toMatchObject([
      {
        code: 'VERIFICATION_CODE_NOT_FOUND',
        steps: [{ step: 'code', kind: 'sign-in', created_at_millis: null, used_from: null }],
      },
    ])
    const dump = await dumpTraces(project)
    expect(dump).not.toContain(guess)
    expect(dump).not.toContain(nonce)
  })

  test('of another project is unknown', async () => {
    const settings = { 'auth.otp.allowSignIn': true }
    const [project, other] = [await createTestProject(server, settings), await createTestProject(server, settings)]
    const { code } = await sendCode(project, newEmail())
    await useCode(other, code, '203.0.113.7')
    expect(await listTraces(other)).toMatchObject([{ steps: [{ step: 'code', created_at_millis: null }] }])
  })
})

test('an email that was not sent is told with its reason, and to whom it was', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const attempt = {
    id: randomUUID(),
    email_id: null,
    kind: 'magic_link',
    subject: 'Sign in',
    recipients: [person.email],
    sender_config: JSON.stringify({ type: 'shared' }),
    sent_at: new Date(),
    html_encrypted: null,
  }
  const error = JSON.stringify({ message: '550 No such mailbox' })
  await insertAttempts(project.server.platform.db, project.id, [
    { ...attempt, error },
    { ...attempt, id: randomUUID(), error: null },
    { ...attempt, id: randomUUID(), error: JSON.stringify('a text'), sent_at: new Date(Date.now() - 15 * day) },
  ])
  const told = {
    id: `email.${attempt.id}`,
    kind: 'email',
    email_id: attempt.id,
    user_id: person.id,
    steps: [{ step: 'email-attempt', template: 'magic_link', reason: '550 No such mailbox' }],
  }
  for (const query of [{}, { user_id: person.id }, { address: person.email }, { kind: 'email' as const }]) {
    expect(await listTraces(project, query)).toMatchObject([told])
  }
  expect(await readTrace(project, told.id)).toMatchObject({ ...told, related: [] })
  expect(await listTraces(project, { kind: 'webhook' })).toEqual([])
})

describe('a webhook', () => {
  let receiver: WebhookReceiver
  afterEach(() => receiver?.close())

  test('that fails tells each attempt, and leads to its endpoint', async () => {
    const project = await createTestProject(server)
    receiver = await openWebhookReceiver()
    receiver.respond = () => 500
    const body = { url: receiver.url }
    const endpoint = await project.call('POST /internal/webhook-endpoints', { as: 'admin', body })
    const person = await createPerson(project)
    for (let time = 0; time < 3; time++) {
      aheadMillis += 3600_000
      await runDeliveries(server.platform, project, endpoint.id)
    }
    const [trace] = await listTraces(project, { user_id: person.id, kind: 'webhook' })
    expect(trace).toMatchObject({
      kind: 'webhook',
      code: 'WEBHOOK_FAILING',
      event_type: 'user.created',
      user_id: person.id,
      endpoint_id: endpoint.id,
      steps: [1, 2, 3].map((number) => ({ step: 'webhook-attempt', number, response_status: 500 })),
    })
    const read = await readTrace(project, trace!.id)
    expect(read.subjects).toMatchObject([{ type: 'user' }, { type: 'webhook_endpoint', id: endpoint.id }])
  })
})

test('a purchase tells what was refused, joined by its link', async () => {
  const project = await testProject()
  const code = `${randomUUID()}_${'a'.repeat(45)}`
  await project.send('POST /payments/purchases/create-purchase-url', {
    as: 'server',
    body: { customer_type: 'custom', customer_id: 'c1', offer_id: 'nothing' },
  })
  await project.send('POST /payments/purchases/validate-code', { body: { full_code: code } })
  const found = await listTraces(project)
  expect(found.map(({ kind, code }) => [kind, code])).toContainEqual(['purchase', 'OFFER_DOES_NOT_EXIST'])
})

test('nobody reads the traces of another project', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const { email, user_id } = await project.signUp()
  const answer = await signIn(project, email, 'wrong')
  const reference = referenceOf(answer.headers.get('x-stack-request-id')!)
  const [trace] = await listTraces(project)
  for (const query of [{}, { user_id }, { address: email }, { reference }]) {
    expect(await listTraces(other, query)).toEqual([])
  }
  const params = { id: trace!.id }
  expect(await other.send('GET /internal/traces/{id}', { as: 'admin', params })).toMatchObject({ status: 404 })
  expect(await project.send('GET /internal/traces', { as: 'server' })).toMatchObject({ status: 401 })
})

test('is gone with its user, also what was typed before the user had the address', async () => {
  const project = await testProject()
  const email = newEmail()
  await signIn(project, email, goodPassword)
  expect(await listTraces(project)).toHaveLength(1)
  const { user_id } = await project.signUp(email)
  await signIn(project, email, 'wrong')
  expect(await listTraces(project)).toHaveLength(2)
  // Still in memory when the user is deleted.
  await signIn(project, email, 'wrong', '198.51.100.9')
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id } })
  expect(await listTraces(project)).toEqual([])
  expect(await dumpTraces(project)).toBe('')
})

test('pages are in order and complete, whatever they are made of', async () => {
  const project = await testProject()
  for (let time = 0; time < 5; time++) await signIn(project, newEmail(), 'wrong')
  const errors = [1, 2, 3].map((minutes) => ({
    id: randomUUID(),
    email_id: null,
    kind: 'magic_link',
    subject: 'Sign in',
    recipients: [newEmail()],
    sender_config: JSON.stringify({ type: 'shared' }),
    sent_at: new Date(Date.now() - minutes * 60_000),
    html_encrypted: null,
    error: JSON.stringify('refused'),
  }))
  await insertAttempts(project.server.platform.db, project.id, errors)
  const all = await listTraces(project)
  expect(all).toHaveLength(8)
  const paged: string[] = []
  let cursor: string | undefined
  do {
    const page = await project.call('GET /internal/traces', { as: 'admin', query: { limit: 3, cursor } })
    paged.push(...page.items.map(({ id }) => id))
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  expect(paged).toEqual(all.map(({ id }) => id))
})

test('is kept for fourteen days', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  const separate = await openTestServer(database.url, { now: () => new Date(Date.now() + aheadMillis) })
  try {
    const project = await createTestProject(separate)
    await signIn(project, newEmail(), 'wrong')
    expect(await listTraces(project)).toHaveLength(1)
    aheadMillis = 13 * day
    await createHousekeeping(separate.platform)['clean-up']({}, {} as never)
    expect(await listTraces(project)).toHaveLength(1)
    aheadMillis = 15 * day
    expect(await listTraces(project)).toEqual([])
    await createHousekeeping(separate.platform)['clean-up']({}, {} as never)
    expect(await dumpTraces(project)).toBe('')
  } finally {
    await separate.close()
    await database.drop()
  }
})
