import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  race,
  separateServer,
  type TestEmail,
  type TestProject,
  testProject,
} from '../../testing/index.ts'
import { goodPassword, projectWithKeys } from '../../testing/project.ts'
import { firstNonceOf, refreshWith, TestSessionKey } from '../../testing/session-key.ts'
import { createPerson } from '../../testing/world.ts'

const path = '/auth/sessions/current/refresh'
const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }
const keyRequired = { status: 403, body: { code: 'SESSION_KEY_REQUIRED' } }
const required = { 'auth.sessionKeys.isRequired': true }

/** A person whose session is bound to the key of their browser. */
async function openBound(project: TestProject) {
  const key = new TestSessionKey()
  const { email } = await project.signUp()
  const body = { email, password: goodPassword }
  const tokens = await project.call('POST /auth/password/sign-in', { headers: key.headers, body })
  const { refresh_token } = tokens
  return { key, email, ...tokens, nonce: firstNonceOf(refresh_token) }
}

const nonceOf = ({ body }: { body: unknown }) => (body as { session_nonce: string }).session_nonce

async function countCopies(project: TestProject) {
  const query = { action: 'session.copy_refused' as const }
  const { items } = await project.call('GET /internal/audit-entries', { as: 'admin', query })
  return items.length
}

describe('a session that is bound to a key', () => {
  test('is refreshed with proofs, each of which signs the nonce of the one before', async () => {
    const project = await testProject()
    const { key, refresh_token, nonce } = await openBound(project)
    const first = await key.refresh(project, refresh_token, nonce)
    expect(first).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    const second = await key.refresh(project, refresh_token, nonceOf(first))
    expect(second.status).toBe(200)
    expect(nonceOf(second)).not.toBe(nonceOf(first))
  })

  test('is refreshed by the token route, too', async () => {
    const project = await testProject()
    const { key, refresh_token, nonce } = await openBound(project)
    const fields = { client_id: project.id, client_secret: project.keys.publishableClientKey, refresh_token }
    const body = { ...fields, grant_type: 'refresh_token' as const }
    const ask = (session_proof: string) => project.send('POST /auth/oauth/token', { body: { ...body, session_proof } })
    expect(await ask(key.prove({ htu: path, nonce }))).toMatchObject(sessionEnded)
    const answer = await ask(key.prove({ htu: '/auth/oauth/token', nonce }))
    expect(answer).toMatchObject({ status: 200, body: { session_nonce: expect.any(String), token_type: 'Bearer' } })
  })

  test('tells a client whose nonce is not the latest one what to sign, and nobody else', async () => {
    const project = await testProject()
    const { key, refresh_token, nonce } = await openBound(project)
    const latest = nonceOf(await key.refresh(project, refresh_token, nonce))
    // A response that was lost, another tab that was faster, or a proof that was copied.
    expect(await key.refresh(project, refresh_token, nonce)).toMatchObject({
      status: 400,
      body: { code: 'SESSION_PROOF_OUTDATED', details: { nonce: latest } },
    })
    expect(await new TestSessionKey().refresh(project, refresh_token, nonce)).toMatchObject(sessionEnded)
    expect((await key.refresh(project, refresh_token, latest)).status).toBe(200)
  })

  test('accepts no proof that was signed in advance: each one needs what the server said last', async () => {
    const project = await testProject()
    const { key, refresh_token, nonce } = await openBound(project)
    // A script on the page can sign as long as it is open, for any time it likes.
    const carriedOff = Array.from({ length: 10 }, (_, day) =>
      key.prove({ htu: path, nonce, iat: Math.floor(Date.now() / 1000) + day * 86_400, jti: `${day}` }),
    )
    await key.refresh(project, refresh_token, nonce)
    for (const proof of carriedOff) {
      expect(await refreshWith(project, refresh_token, proof)).toMatchObject({ status: 400 })
    }
  })

  test('counts a nonce once if twenty requests with it arrive at two nodes at once', async () => {
    const project = await testProject()
    const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
    const { key, refresh_token, nonce } = await openBound(project)
    const { succeeded } = await race(20, (index) => key.refresh(index % 2 ? project : secondNode, refresh_token, nonce))
    expect(succeeded.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(succeeded.filter(({ status }) => status === 400)).toHaveLength(19)
  })

  test('is refused to servers without the key as well: a thief could send the token to them', async () => {
    const project = await testProject()
    const { refresh_token } = await openBound(project)
    const headers = { 'x-stack-refresh-token': refresh_token }
    expect(await project.send(`POST ${path}`, { as: 'server', headers })).toMatchObject(sessionEnded)
  })

  test('confirms a command-line login only together with its access token', async () => {
    const project = await testProject()
    const { refresh_token, access_token } = await openBound(project)
    const { login_code } = await project.call('POST /auth/cli')
    const body = { login_code, refresh_token }
    const other = await createPerson(project)
    expect((await project.send('POST /auth/cli/complete', { body })).status).toBe(400)
    expect((await project.send('POST /auth/cli/complete', { user: other, body })).status).toBe(400)
    expect((await project.send('POST /auth/cli/complete', { user: { access_token }, body })).status).toBe(200)
  })
})

describe('a proof is refused', () => {
  const forged: Record<string, (key: TestSessionKey, nonce: string) => string | undefined> = {
    'if it is missing': () => undefined,
    'of another key': (_key, nonce) => new TestSessionKey().prove({ htu: path, nonce }),
    'signed with another key than it names': (key, nonce) =>
      new TestSessionKey().prove({ htu: path, nonce }, { jwk: key.jwk }),
    'for another route': (key, nonce) => key.prove({ htu: '/auth/oauth/token', nonce }),
    'for another method': (key, nonce) => key.prove({ htm: 'GET', htu: path, nonce }),
    'without a signature': (key, nonce) => key.prove({ htu: path, nonce }).replace(/[^.]*$/, ''),
    'with more parts': (key, nonce) => `${key.prove({ htu: path, nonce })}.x`,
    'of another type, such as an access token': (key, nonce) => key.prove({ htu: path, nonce }, { typ: 'JWT' }),
    'with the algorithm none': (key, nonce) => key.prove({ htu: path, nonce }, { alg: 'none' }),
    'with a symmetric key': (key, nonce) => key.prove({ htu: path, nonce }, { jwk: { kty: 'oct', k: 'AAAA' } }),
    'of an RSA key': (_key, nonce) => signWithRsa(nonce),
    'with a point that is not on the curve': (key, nonce) =>
      key.prove({ htu: path, nonce }, { jwk: { ...key.jwk, x: key.jwk.y, y: key.jwk.x } }),
    'that is not JSON': () => 'a.b.c',
    'whose parts are not objects': () => 'bnVsbA.bnVsbA.AAAA',
  }

  test.each(Object.entries(forged))('%s', async (_name, forge) => {
    const project = await testProject()
    const { key, refresh_token, nonce } = await openBound(project)
    expect(await refreshWith(project, refresh_token, forge(key, nonce))).toMatchObject(sessionEnded)
    expect((await key.refresh(project, refresh_token, nonce)).status).toBe(200)
  })
})

function signWithRsa(nonce: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = publicKey.export({ format: 'jwk' })
  const text = [
    { typ: 'dpop+jwt', alg: 'RS256', jwk },
    { htm: 'POST', htu: path, nonce },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}

describe('a copy of a refresh token', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openEmailServer(inject('databaseUrl'))
  })
  afterAll(() => emailServer.close())

  test('is refused and announced once, and does not end the session', async () => {
    const project = await createTestProject(emailServer.server)
    const { key, email, refresh_token, nonce } = await openBound(project)
    const { failed } = await race(8, () => refreshWith(project, refresh_token))
    expect(failed).toEqual([])
    expect(await countCopies(project)).toBe(1)
    const { link } = await emailServer.waitForEmail(email, 'session_copy_refused')
    expect(link).toContain('/api/v1/auth/undo-change#code=')
    const waiting = project.server.platform.db
      .selectFrom('outgoing_emails')
      .select('id')
      .where('project_id', '=', project.id)
      .where('kind', '=', 'session_copy_refused')
    await expect.poll(() => waiting.execute()).toEqual([])
    const announced = emailServer.inbox
      .list()
      .filter(({ to, template }) => to.includes(email) && template === 'session_copy_refused')
    expect(announced).toHaveLength(1)
    expect((await key.refresh(project, refresh_token, nonce)).status).toBe(200)
  })

  test('is not announced for a session that is not bound, has ended, or whose client was late', async () => {
    const project = await testProject()
    const { key, access_token, refresh_token, nonce } = await openBound(project)
    await key.refresh(project, refresh_token, nonce)
    await key.refresh(project, refresh_token, nonce)
    await project.call('DELETE /auth/sessions/current', { user: { access_token } })
    expect(await refreshWith(project, refresh_token)).toMatchObject(sessionEnded)
    const unbound = await project.signUp()
    expect((await refreshWith(project, unbound.refresh_token)).status).toBe(200)
    expect(await countCopies(project)).toBe(0)
  })
})

describe('a session without a key', () => {
  test('goes on as it is, with and without a proof', async () => {
    const project = await testProject()
    const { refresh_token } = await project.signUp()
    expect(refresh_token).toMatch(/^[0-9a-z]{45}$/)
    const key = new TestSessionKey()
    const answer = await key.refresh(project, refresh_token, firstNonceOf(refresh_token))
    expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } })
    expect(answer.body).not.toHaveProperty('session_nonce')
    expect((await refreshWith(project, refresh_token)).status).toBe(200)
  })

  test('cannot be started in a project that requires keys, and leaves no account behind', async () => {
    const project = await testProject({ ...required, 'auth.otp.allowSignIn': true })
    const email = newEmail()
    const body = { email, password: goodPassword, verification_callback_url: 'http://localhost:3000/verify' }
    const key = new TestSessionKey()
    expect(await project.send('POST /auth/password/sign-up', { body })).toMatchObject(keyRequired)
    expect(await project.send('POST /auth/anonymous/sign-up')).toMatchObject(keyRequired)
    const tokens = await project.call('POST /auth/password/sign-up', { headers: key.headers, body })
    expect(tokens.refresh_token).toMatch(/^bound-[0-9a-z]{45}$/)
    const signIn = (headers = {}) =>
      project.send('POST /auth/password/sign-in', { headers, body: { email, password: goodPassword } })
    expect(await signIn()).toMatchObject(keyRequired)
    expect(await signIn({ 'x-stack-session-key': 'short' })).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    expect((await signIn(key.headers)).status).toBe(200)
  })

  test('is refused once the project requires keys, and works again if it does not', async () => {
    const project = await testProject()
    const person = await project.signUp()
    const anonymous = await project.call('POST /auth/anonymous/sign-up')
    const body = { user_id: person.user_id }
    const ofServer = await project.call('POST /auth/sessions', { as: 'server', body })
    const require = (session_keys_required: boolean) =>
      project.call('PATCH /internal/projects/current', { as: 'admin', body: { config: { session_keys_required } } })
    const refreshAll = async () => {
      const answers = [person, anonymous, ofServer].map((tokens) => refreshWith(project, tokens.refresh_token))
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    await require(true)
    // Nobody has authenticated in the others.
    expect(await refreshAll()).toEqual([401, 200, 200])
    expect(await countCopies(project)).toBe(0)
    await require(false)
    expect(await refreshAll()).toEqual([200, 200, 200])
  })
})
