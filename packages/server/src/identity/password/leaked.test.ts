import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestProject, goodPassword, newEmail, separateServer, testProject } from '../../testing/index.ts'
import type { TestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'
import { totpAt } from '../mfa/totp.ts'
import { isLeaked } from './leaked.ts'

const refused = {
  status: 400,
  body: { code: 'PASSWORD_REQUIREMENTS_NOT_MET', details: { message: expect.stringContaining('leaked passwords') } },
}
const callback = 'http://localhost:3000/verify'

const signUp = (project: TestProject, password: string) =>
  project.send('POST /auth/password/sign-up', {
    body: { email: newEmail(), password, verification_callback_url: callback },
  })

/** A user whose password, chosen elsewhere, came with its hash. */
async function importUser(project: TestProject, password: string) {
  const email = newEmail()
  const body = { primary_email: email, primary_email_auth_enabled: true, password_hash: await hashBcrypt(password, 4) }
  const { id } = await project.call('POST /users', { as: 'server', body })
  const signIn = (given = password) => project.send('POST /auth/password/sign-in', { body: { email, password: given } })
  return { id, email, signIn }
}

describe('the list of the server', () => {
  test.each(['password1', 'iloveyou', 'TRUSTNO1', 'qwerty123', 'zxcvbnm1'])('has %s', async (password) => {
    expect(await isLeaked(password)).toBe(true)
  })

  test('has nothing else, and takes the same letters for the same', async () => {
    for (const password of [goodPassword, 'password1 ', 'password1\0', '', 'pássword1', 'ﬁ'.repeat(8), '😀'.repeat(8)])
      expect(await isLeaked(password), password).toBe(false)
    const random = Array.from({ length: 2_000 }, (_, index) => createHash('md5').update(`${index}`).digest('base64'))
    expect(await Promise.all(random.map(isLeaked))).not.toContain(true)
    expect(await isLeaked('contraseña'.normalize('NFD'))).toBe(await isLeaked('contraseña'.normalize('NFC')))
  })
})

/** Every way to set a password, by its name. Each answers as the server does. */
async function waysToSet(project: TestProject) {
  const withPassword = await createPerson(project, { password: goodPassword })
  const without = await createPerson(project)
  return {
    'sign-up': (password: string) => signUp(project, password),
    change: (new_password: string) =>
      project.send('POST /auth/password/update', {
        user: withPassword,
        body: { old_password: goodPassword, new_password },
      }),
    'a first one': (password: string) => project.send('POST /auth/password/set', { user: without, body: { password } }),
    'a user that a server creates': (password: string) =>
      project.send('POST /users', { as: 'server', body: { primary_email: newEmail(), password } }),
    'one that a server sets': (password: string) =>
      project.send('PATCH /users/{user_id}', {
        as: 'server',
        params: { user_id: withPassword.id },
        body: { password },
      }),
  }
}

// ASVS 6.2.4, 6.2.12
test('a leaked password is refused wherever one is set', async () => {
  const project = await testProject()
  for (const [way, set] of Object.entries(await waysToSet(project)))
    expect(await set('Password123'), way).toMatchObject(refused)
})

describe('a sign-in with a leaked password', () => {
  test('succeeds and says so, to nobody else', async () => {
    const project = await testProject()
    const { id, signIn } = await importUser(project, 'password1')
    expect(await signIn()).toMatchObject({ status: 200, body: { user_id: id, is_password_leaked: true } })
    // Now with our own hash.
    expect(await signIn()).toMatchObject({ status: 200, body: { is_password_leaked: true } })
    const wrong = await signIn('password2')
    expect(wrong).toMatchObject({ status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } })
    expect(JSON.stringify(wrong.body)).not.toContain('leaked')
    const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })
    expect(JSON.stringify(user)).not.toContain('leaked')
    const good = await (await importUser(project, goodPassword)).signIn()
    expect(good.body).not.toHaveProperty('is_password_leaked')
  })

  test('says so after the second factor, not before', async () => {
    const project = await testProject()
    const { signIn } = await importUser(project, 'password1')
    const session = (await signIn()).body as { access_token: string; refresh_token: string }
    const secret = Buffer.alloc(20, 7)
    await project.call('PATCH /users/me', {
      user: session,
      body: { totp_secret_base64: secret.toString('base64') },
    })
    const first = await signIn()
    expect(first).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(JSON.stringify(first.body)).not.toContain('leaked')
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    const totp = totpAt(secret, Math.floor(Date.now() / 30_000))
    const body = { type: 'totp', totp, code } as const
    expect(await project.call('POST /auth/mfa/sign-in', { body })).toMatchObject({ is_password_leaked: true })
  })
})

describe('the service of an operator', () => {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  const rare = 'correct walrus teapot lamp'
  const hash = sha1(rare)
  const rest = hash.slice(5)

  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  async function openService(answer: RequestListener) {
    const asked: IncomingMessage[] = []
    const service = createServer((request, response) => {
      asked.push(request)
      answer(request, response)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      service.closeAllConnections()
      return new Promise((resolve) => service.close(resolve))
    })
    const { port } = service.address() as AddressInfo
    const server = await separateServer({ config: { leakedPasswordsUrl: `http://127.0.0.1:${port}/v1/` } })
    return { project: await createTestProject(server), asked }
  }

  test('refuses what it knows wherever a password is set, and gets five digits of the hash', async () => {
    const lines = [`${'0'.repeat(35)}:3`, `${rest.toLowerCase()}:12`, 'F'.repeat(35)].join('\r\n')
    const { project, asked } = await openService((_request, response) => response.end(lines))
    const ways = Object.entries(await waysToSet(project))
    for (const [way, set] of ways) expect(await set(rare), way).toMatchObject(refused)
    expect(asked).toHaveLength(ways.length)
    for (const { url, method, headers } of asked) {
      expect([method, url]).toEqual(['GET', `/v1/range/${hash.slice(0, 5)}`])
      expect(headers['add-padding']).toBe('true')
      const sent = JSON.stringify([url, headers])
      for (const secret of [rare, 'walrus', rest, rest.toLowerCase(), project.id]) expect(sent).not.toContain(secret)
    }
  })

  test('is not asked about what is refused anyway, nor at a sign-in', async () => {
    const { project, asked } = await openService((_request, response) => response.end(`${rest}:1`))
    expect(await signUp(project, 'password1')).toMatchObject(refused)
    expect(await signUp(project, 'short')).toMatchObject({ status: 400 })
    const { signIn } = await importUser(project, rare)
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(asked).toHaveLength(0)
  })

  const plain =
    (text: string): RequestListener =>
    (_request, response) =>
      void response.end(text)
  test.each<[string, RequestListener]>([
    ['knows other passwords', plain(`${'0'.repeat(35)}:9`)],
    ['pads with passwords that nobody uses', plain(`${rest}:0`)],
    ['answers with part of the hash', plain(`${rest.slice(1)}:5\n:5\n${hash}:5\n${rest}`)],
    ['answers with a page', plain('<html>Blocked</html>')],
    ['answers with nothing', plain('')],
    ['refuses', (_request, response) => void response.writeHead(403).end(`${rest}:1`)],
    ['fails', (_request, response) => void response.writeHead(503).end(`${rest}:1`)],
    ['leads elsewhere', (_request, response) => void response.writeHead(302, { location: callback }).end(`${rest}:1`)],
    ['hangs up', (request) => void request.socket.destroy()],
    [
      'does not stop',
      (_request, response) => {
        const more = () => response.write('x'.repeat(65_536), (error) => !error && more())
        more()
      },
    ],
    ['never answers', () => {}],
    ['answers by drops', (_request, response) => void response.write(`${rest}:1\n`)],
  ])('that %s stops nobody', async (_, answer) => {
    const { project } = await openService(answer)
    expect(await signUp(project, rare)).toMatchObject({ status: 200 })
  })

  test('that is not there stops nobody', async () => {
    const server = await separateServer({ config: { leakedPasswordsUrl: 'http://127.0.0.1:9' } })
    expect(await signUp(await createTestProject(server), rare)).toMatchObject({ status: 200 })
  })
})
