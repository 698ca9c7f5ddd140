import { beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, race, separateServer } from '../testing/index.ts'
import { createTestProject, projectWithKeys, type TestProject, type WireAnswer } from '../testing/project.ts'
import type { TestServer } from '../testing/server.ts'
import { createPerson, type Person } from '../testing/world.ts'

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

const isEvaluated = (answer: WireAnswer) => answer.headers.get('x-stack-known-error') === 'EMAIL_PASSWORD_MISMATCH'

function expectTooManyTries(answer: WireAnswer, maxSeconds: number): void {
  expect(answer.status).toBe(429)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-stack-known-error')).toBeNull()
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

async function useUpTries(project: TestProject, person: Person, attempt: Attempt): Promise<void> {
  for (let round = 0; round < 10; round++) expect(isEvaluated(await signIn(project, person, attempt))).toBe(true)
}

describe('guessing a password', () => {
  test('ends after ten tries from one address, even if the eleventh is right', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    await useUpTries(project, person, { address })

    expectTooManyTries(await signIn(project, person, { address, password: goodPassword }), 900)
    expectTooManyTries(await signIn(project, { email: person.email.toUpperCase() }, { address }), 900)
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
    const { succeeded } = await race(100, (index) =>
      signIn(project, { email: `user-${index}@example.com` }, { address }),
    )

    expect(succeeded.filter(isEvaluated)).toHaveLength(60)
    for (const answer of succeeded.filter((each) => !isEvaluated(each))) expectTooManyTries(answer, 600)
  })

  test('fifty times at once on two nodes gives no more tries than one after the other', async () => {
    const project = await createTestProject(server)
    const secondNode = projectWithKeys(await separateServer({ config: { rateLimits: true } }), project.id, project.keys)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    const { succeeded } = await race(50, (index) => signIn(index % 2 ? project : secondNode, person, { address }))

    expect(succeeded.filter(isEvaluated)).toHaveLength(10)
    expect(succeeded.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  test('is not made easier by other ways to write the path', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    const address = newAddress()
    await useUpTries(project, person, { address })
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

  test('is not made easier by headers that anybody can send', async () => {
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
    const answer = await signIn(project, person, { address: proxy, headers: neighbour, password: goodPassword })
    expect(answer).toMatchObject({ status: 200 })
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

  test('are told to wait when somebody with their session guessed too often', async () => {
    const project = await createTestProject(server)
    const person = await createPerson(project, { password: goodPassword })
    for (let tries = 0; tries < 99; tries++) {
      await server.services.limiter.consume({ passwordByAccount: `${project.id}:${person.id}` })
    }
    const update = (old_password: string) =>
      project.send('POST /auth/password/update', {
        user: person,
        body: { old_password, new_password: 'staple for a battery' },
      })
    expect(await update('wrong')).toMatchObject({ body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } })
    expectTooManyTries(await update(goodPassword), 3600)
  })
})

test('sign-ups from one address end after sixty, and the answer may be asked for with status 200', async () => {
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

  expectTooManyTries(await signUp(address), 3600)
  expect((await signUp(newAddress())).status).toBe(409)
  const overridden = await signUp(address, { 'x-stack-override-error-status': 'true' })
  expect(overridden.status).toBe(200)
  expect(overridden.headers.get('x-stack-actual-status')).toBe('429')
  expect(overridden.headers.get('retry-after')).toMatch(/^\d+$/)
})
