import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { KnownErrors } from '../index.ts'
import { eventually } from '../testing/eventually.ts'
import { createFakeApi, plainRefusal, refusal } from '../testing/fake-api.ts'
import { createClient, openProject } from '../testing/open-project.ts'

const appUrl = 'https://app.example.com/'
const start = 'POST /auth/cli'
const poll = 'POST /auth/cli/poll'
const started = { polling_code: 'polling', login_code: 'log/in', expires_at: '2030-01-01T00:00:00Z' }

let waits: number[] = []
beforeEach(() => {
  waits = []
  vi.spyOn(clock, 'wait').mockImplementation(async (millis) => void waits.push(millis))
})

/** Starts a command-line login and returns it with the link that it shows. */
async function startLogin(options: object = {}) {
  const { project } = await openProject()
  const links: string[] = []
  const login = createClient(project, { tokenStore: null }).promptCliLogin({
    appUrl,
    promptLink: (url) => links.push(url),
    ...options,
  })
  await eventually(() => expect(links).toHaveLength(1))
  const confirm = async (person: { refresh_token: string }) => {
    const login_code = new URL(links[0]!).searchParams.get('login_code')!
    await project.call('POST /auth/cli/complete', { body: { login_code, refresh_token: person.refresh_token } })
  }
  return { project, login, links, confirm }
}

describe('with the real server', () => {
  test("the link opens the app's page, and confirming there signs in the command line", async () => {
    const { project, login, links, confirm } = await startLogin()
    expect(links[0]).toMatch(/^https:\/\/app\.example\.com\/handler\/cli-auth-confirm\?login_code=\w+$/)
    const person = await project.signUp()
    await confirm(person)
    const result = await login
    if (result.status === 'error') throw result.error

    expect(result.data).not.toBe(person.refresh_token)
    const tokenStore = { accessToken: '', refreshToken: result.data }
    const user = await createClient(project, { tokenStore }).getUser({ or: 'throw' })
    expect(user.primaryEmail).toBe(person.email)
  })

  test('polls every 2 seconds until the confirmation', async () => {
    const { project, login, confirm } = await startLogin()
    await eventually(() => expect(waits.length).toBeGreaterThan(2))
    await confirm(await project.signUp())
    expect((await login).status).toBe('ok')
    expect(new Set(waits)).toEqual(new Set([2000]))
  })

  test('gives up after the given number of attempts', async () => {
    const timedOut = 'Timed out waiting for CLI authentication.'
    const { login } = await startLogin({ maxAttempts: 3, waitTimeMillis: 10 })
    const result = await login
    expect(result).toMatchObject({
      status: 'error',
      error: { errorCode: 'CLI_AUTH_ERROR', message: timedOut, details: { message: timedOut } },
    })
    expect(waits).toEqual([10, 10, 10])
  })

  test('an expired link is an expected error', async () => {
    const { login } = await startLogin({ expiresInMillis: 1 })
    const result = await login
    if (result.status === 'ok') throw new Error('signed in by nobody')
    expect(KnownErrors.CliAuthExpiredError.isInstance(result.error)).toBe(true)
    expect(result.error.message).toBe('CLI authentication request expired. Please try again.')
  })

  test('a lifetime that the server rejects is an expected error with its reason', async () => {
    const { project } = await openProject()
    const result = await createClient(project).promptCliLogin({ appUrl, expiresInMillis: 1e12 })
    if (result.status === 'ok') throw new Error('signed in by nobody')
    expect(KnownErrors.CliAuthError.isInstance(result.error)).toBe(true)
    expect(result.error.message).toContain('400 SCHEMA_ERROR')
  })

  test('stops when the signal aborts', async () => {
    const controller = new AbortController()
    const { login } = await startLogin({ signal: controller.signal })
    controller.abort(new Error('Ctrl-C'))
    await expect(login).rejects.toThrow('Ctrl-C')
  })
})

describe('when the server responds differently', () => {
  const promptWith = (routes: Parameters<typeof createFakeApi>[0], options: object = {}) => {
    const api = createFakeApi({ [start]: started, ...routes })
    vi.stubGlobal('fetch', api.fetch)
    const app = createClient({ id: 'p1', keys: { publishableClientKey: 'k' } } as never, { baseUrl: 'http://api' })
    return { ...api, login: app.promptCliLogin({ appUrl, promptLink: () => {}, ...options }) }
  }

  test('a token that was already used is an expected error', async () => {
    const { login } = promptWith({ [poll]: [{ status: 'waiting' }, { status: 'used' }] })
    const result = await login
    if (result.status === 'ok') throw new Error('got a token twice')
    expect(KnownErrors.CliAuthUsedError.isInstance(result.error)).toBe(true)
    expect(result.error.message).toBe('This authentication token has already been used.')
  })

  test.each([
    ['a known error', refusal(400, 'INVALID_POLLING_CODE'), '400 INVALID_POLLING_CODE text of INVALID_POLLING_CODE'],
    ['a plain text error', plainRefusal(503, 'Back soon.'), '503 Back soon.'],
    ['a status of another version', { status: 'dreaming' }, '{"status":"dreaming"}'],
  ])('%s becomes a CliAuthError with its message', async (_name, answer, text) => {
    const result = await promptWith({ [poll]: answer }).login
    if (result.status === 'ok') throw new Error('signed in by nobody')
    expect(KnownErrors.CliAuthError.isInstance(result.error)).toBe(true)
    expect(result.error.message).toContain(text)
  })

  test('a short network outage does not end the login', async () => {
    const offline = new TypeError('fetch failed')
    const { login } = promptWith({ [poll]: [offline, offline, { status: 'success', refresh_token: 'r1' }] })
    expect(await login).toEqual({ status: 'ok', data: 'r1' })
  })

  test('the link is printed by default, with an encoded code', async () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const { login } = promptWith({ [poll]: { status: 'success', refresh_token: 'r1' } }, { promptLink: undefined })
    await login
    expect(print.mock.calls[0]![0]).toContain('https://app.example.com/handler/cli-auth-confirm?login_code=log%2Fin')
  })
})
