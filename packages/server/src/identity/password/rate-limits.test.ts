import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertVerificationCode } from '../../records/verification-codes/queries.ts'
import { goodPassword, race, separateServer } from '../../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject, type WireResponse } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const proxy = '10.0.0.1'
let server: TestServer

beforeAll(async () => {
  server = await separateServer({ config: { rateLimits: true, trustedProxies: [proxy] } })
})

let addresses = 0
/** An address that no other test calls from. */
const newAddress = () => `198.18.${Math.floor(++addresses / 250)}.${addresses % 250}`

interface Attempt {
  password?: string
  address?: string
  headers?: Record<string, string>
}

const signIn = (project: TestProject, { email }: Pick<Person, 'email'>, attempt: Attempt) =>
  project.send('POST /auth/password/sign-in', {
    body: { email, password: attempt.password ?? 'wrong password' },
    ...(attempt.address ? { address: attempt.address } : {}),
    ...(attempt.headers ? { headers: attempt.headers } : {}),
  })

const isEvaluated = (response: WireResponse) =>
  response.headers.get('x-stack-known-error') === 'EMAIL_PASSWORD_MISMATCH'

function expectTooManyAttempts(response: WireResponse, maxSeconds: number): void {
  expect(response.status).toBe(429)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('x-stack-known-error')).toBeNull()
  const seconds = Number(response.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

async function useUpAttempts(project: TestProject, person: Person, attempt: Attempt): Promise<void> {
  for (let round = 0; round < 10; round++) expect(isEvaluated(await signIn(project, person, attempt))).toBe(true)
}

// ASVS 2.3.2, 2.4.1, 6.3.1
describe('guessing a password', () => {
  test('ends after ten tries from one address, even if the eleventh is right', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    await useUpAttempts(project, person, { address })

    expectTooManyAttempts(await signIn(project, person, { address, password: goodPassword }), 90)
    expectTooManyAttempts(await signIn(project, { email: person.email.toUpperCase() }, { address }), 90)
    expect(await signIn(project, person, { address: newAddress(), password: goodPassword })).toMatchObject({
      status: 200,
    })
  })

  test('does not lock the owner out, however often one address tries', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    await race(10, () => signIn(project, person, { address }))
    for (let round = 0; round < 150; round++) expect((await signIn(project, person, { address })).status).toBe(429)

    expect(await signIn(project, person, { address: newAddress(), password: goodPassword })).toMatchObject({
      status: 200,
    })
  })

  test('of many accounts from one address ends before a hundred tries', async () => {
    const project = await createTestProject(server)
    const address = newAddress()
    const responses: WireResponse[] = []
    // No more at once than may wait for one address.
    for (let round = 0; round < 5; round++) {
      const { succeeded } = await race(20, (index) =>
        signIn(project, { email: `user-${round}-${index}@example.com` }, { address }),
      )
      responses.push(...succeeded)
    }

    expect(responses.filter(isEvaluated)).toHaveLength(60)
    for (const response of responses.filter((each) => !isEvaluated(each))) expectTooManyAttempts(response, 600)
  })

  test('fifty tries at once on two nodes are no more than one after the other', async () => {
    const project = await createTestProject(server)
    const secondNode = projectWithKeys(await separateServer({ config: { rateLimits: true } }), project.id, project.keys)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    const { succeeded } = await race(50, (index) => signIn(index % 2 ? project : secondNode, person, { address }))

    expect(succeeded.filter(isEvaluated)).toHaveLength(10)
    expect(succeeded.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  test('is not bypassed by other spellings of the path', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    await useUpAttempts(project, person, { address })
    for (const path of [
      '/api/v1/auth/password/sign-in?x=1',
      '/api/latest/auth/password/sign-in',
      '/api/v1/./auth/password/sign-in',
      '/api/v1/%2e/auth/password/sign-in',
      '/api/v1/x/../auth/password/sign-in',
      '/api/v1/auth/p%61ssword/sign-in',
      '/api/v1//auth/password/sign-in',
      '//api/v1/auth/password/sign-in',
      '/api/v1/auth/password/sign-in/',
      '/api/v1/AUTH/password/sign-in',
      '/api/v1/auth/password/sign-in;x=1',
      '/api/v1/auth/password/sign-in%2f',
      '/api/v1/auth%2fpassword/sign-in',
      '/api/v1/auth/password/sign-in%00',
    ]) {
      const headers = { ...project.headers('client'), 'content-type': 'application/json' }
      const body = JSON.stringify({ email: person.email, password: goodPassword })
      const { status } = await server.fetch(`http://localhost:8102${path}`, { method: 'POST', headers, body }, address)
      expect([404, 429], path).toContain(status)
    }
  })

  test('is not bypassed by headers that anybody can send', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    const names = [
      'x-forwarded-for',
      'forwarded',
      'cf-connecting-ip',
      'x-real-ip',
      'x-vercel-forwarded-for',
      'x-client-ip',
    ]
    let evaluated = 0
    for (let round = 0; round < 12; round++) {
      const headers = Object.fromEntries(names.map((name) => [name, `203.0.113.${round}`]))
      if (isEvaluated(await signIn(project, person, { address, headers }))) evaluated++
    }
    expect(evaluated).toBe(10)
  })

  test('is counted per person behind a configured proxy, whatever the person claims', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const client = newAddress()
    let evaluated = 0
    for (let round = 0; round < 12; round++) {
      const headers = {
        'x-forwarded-for': `203.0.113.${round}, ${round % 2 ? client : `::ffff:${client}`}`,
        'cf-connecting-ip': `203.0.113.${round}`,
        'x-real-ip': `203.0.113.${round}`,
      }
      if (isEvaluated(await signIn(project, person, { address: proxy, headers }))) evaluated++
    }
    expect(evaluated).toBe(10)
    const neighbour = { 'x-forwarded-for': newAddress() }
    const response = await signIn(project, person, { address: proxy, headers: neighbour, password: goodPassword })
    expect(response).toMatchObject({ status: 200 })
  })

  test('is counted for a whole IPv6 /64', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const spellings = (round: number) => [
      `2001:db8:1:2::${round}`,
      `2001:DB8:1:2:${round}::`,
      `2001:0db8:0001:0002:0000:0000:0000:${round}`,
    ]
    let evaluated = 0
    for (let round = 1; round <= 12; round++) {
      if (isEvaluated(await signIn(project, person, { address: spellings(round)[round % 3]! }))) evaluated++
    }
    expect(evaluated).toBe(10)
  })
})

describe('people who know their password', () => {
  test('may sign in as often as they like', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    for (let round = 0; round < 12; round++) {
      expect(await signIn(project, person, { address, password: goodPassword })).toMatchObject({ status: 200 })
    }
  })

  test('are slowed down, not locked out, by guesses at their old password, which count with those at sign-in', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    const update = (old_password: string) =>
      project.send('POST /auth/password/update', {
        user: person,
        address,
        body: { old_password, new_password: 'staple for a battery' },
      })
    for (let round = 0; round < 5; round++) {
      expect(isEvaluated(await signIn(project, person, { address }))).toBe(true)
      expect(await update('wrong')).toMatchObject({ body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } })
    }
    expectTooManyAttempts(await update(goodPassword), 90)
    expectTooManyAttempts(await signIn(project, person, { address }), 90)
  })
})

// ASVS 6.3.1
describe('an account that many addresses guess at', () => {
  const secondsPerTry = 36
  const slow = { timeout: 120_000 }

  async function attack(project: TestProject, { email }: Pick<Person, 'email'>) {
    const { succeeded } = await race(10, async () => {
      const address = newAddress()
      const responses: WireResponse[] = []
      for (let round = 0; round < 10; round++) responses.push(await signIn(project, { email }, { address }))
      return responses
    })
    expect(succeeded.flat().filter(isEvaluated).length).toBeGreaterThanOrEqual(100)
    // As if it had taken no time, however long the machine took.
    await sql`
      UPDATE guess_limits SET full_at = now() + interval '1 hour'
      WHERE key LIKE ${`passwordByAccount:${project.id}:%`}`.execute(server.platform.db)
  }

  test('is slowed down for strangers, and not for devices and people with another way in', slow, async () => {
    const project = await createTestProject(server, { 'auth.otp.allowSignIn': true })
    const person = await createPerson(project, { password: goodPassword })
    const home = newAddress()
    const right = { password: goodPassword }
    expect(await signIn(project, person, { ...right, address: home })).toMatchObject({ status: 200 })
    await attack(project, person)

    expectTooManyAttempts(await signIn(project, person, { ...right, address: newAddress() }), secondsPerTry)
    expect(await signIn(project, person, { ...right, address: home })).toMatchObject({ status: 200 })
    const headers = { 'x-stack-refresh-token': person.refresh_token }
    expect(await signIn(project, person, { ...right, address: newAddress(), headers })).toMatchObject({ status: 200 })
    const other = await createPerson(project)
    const foreign = { 'x-stack-refresh-token': other.refresh_token }
    const stranger = await signIn(project, person, { ...right, address: newAddress(), headers: foreign })
    expectTooManyAttempts(stranger, secondsPerTry)

    const { code } = await insertVerificationCode(server.platform.db, project.id, {
      kind: 'sign-in',
      userId: person.id,
      data: { email: person.email },
      now: new Date(),
    })
    await server.platform.db.updateTable('users').set({ otp_auth_enabled: true }).where('id', '=', person.id).execute()
    const hotel = newAddress()
    expect(await project.send('POST /auth/otp/sign-in', { body: { code }, address: hotel })).toMatchObject({
      status: 200,
    })
    expect(await signIn(project, person, { ...right, address: hotel })).toMatchObject({ status: 200 })
  })

  test('has tries of their own for devices with a session, which end too', slow, async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const headers = { 'x-stack-refresh-token': person.refresh_token }
    for (let round = 0; round < 10; round++) {
      expect(isEvaluated(await signIn(project, person, { address: newAddress(), headers }))).toBe(true)
    }
    expectTooManyAttempts(await signIn(project, person, { address: newAddress(), headers }), 90)
  })
})

test('the calls of a server do not count for its address, but for its project', async () => {
  const project = await createTestProject(server)
  const address = newAddress()
  const signUp = (as: 'client' | 'server') => project.send('POST /auth/anonymous/sign-up', { as, address })
  const { succeeded } = await race(70, () => signUp('server'))
  expect(succeeded.filter(({ status }) => status === 200)).toHaveLength(70)
  expect(await signUp('client')).toMatchObject({ status: 200 })
  for (let round = 0; round < 12; round++) {
    const body = { email: 'nobody@example.com', password: 'wrong password' }
    expect(isEvaluated(await project.send('POST /auth/password/sign-in', { as: 'server', address, body }))).toBe(true)
  }
  await server.platform.db
    .insertInto('rate_limits' as never)
    .values({ key: `serverCallsByProject:${project.id}`, points: 20_000, expire: Date.now() + 60_000 } as never)
    .onConflict((conflict) => conflict.column('key' as never).doUpdateSet({ points: 20_000 } as never))
    .execute()
  expectTooManyAttempts(await signUp('server'), 60)
})

test('sign-ups from one address end after sixty, and the refusal can be requested with status 200', async () => {
  const project = await createTestProject(server)
  const { email } = await createPerson(project)
  const address = newAddress()
  const signUp = (from: string, headers: Record<string, string> = {}) =>
    project.send('POST /auth/password/sign-up', {
      address: from,
      headers,
      body: { email, password: goodPassword, verification_callback_url: 'http://localhost:3000' },
    })
  for (let round = 0; round < 60; round++) expect((await signUp(address)).status).toBe(409)

  expectTooManyAttempts(await signUp(address), 3600)
  expect((await signUp(newAddress())).status).toBe(409)
  const overridden = await signUp(address, { 'x-stack-override-error-status': 'true' })
  expect(overridden.status).toBe(200)
  expect(overridden.headers.get('x-stack-actual-status')).toBe('429')
  expect(overridden.headers.get('retry-after')).toMatch(/^\d+$/)
})
