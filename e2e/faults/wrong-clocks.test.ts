import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import { killPrograms, removeFolder } from '@latchkey/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpOfKey } from '../totp.ts'
import { ask, startNode } from './node.ts'

const day = 24 * 3_600_000
const wrongClock = new URL('./wrong-clock.mjs', import.meta.url).href

let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
/** The URLs of two nodes, one a day behind and one a day ahead. The database's clock is right. */
let behind: string
let ahead: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-clocks-'))
  postgres = await startEmbeddedPostgres({ folder })
  const start = async (shiftMillis: number) => {
    const env = { NODE_OPTIONS: `--import ${wrongClock}`, TEST_CLOCK_SHIFT_MILLIS: `${shiftMillis}` }
    return (await startNode(postgres.connectionString, env)).url
  }
  behind = await start(-day)
  ahead = await start(day)
})
afterAll(async () => {
  await killPrograms()
  await postgres?.stop()
  await removeFolder(folder)
})

test('sessions and tokens of one node are valid on the other, for as long as they should', async () => {
  const { credentials: person } = await createPerson()
  for (const [here, there] of [
    [behind, ahead],
    [ahead, behind],
  ] as const) {
    const response = await ask(here, 'POST', '/auth/password/sign-in', { body: person })
    expect(response.status).toBe(200)
    const tokens = (await response.json()) as { access_token: string; refresh_token: string }
    const { exp } = JSON.parse(atob(tokens.access_token.split('.')[1]!))
    expect(Math.abs(exp * 1000 - Date.now())).toBeLessThan(day / 12)

    const own = { 'x-stack-access-token': tokens.access_token }
    expect((await ask(there, 'GET', '/users/me', { headers: own })).status).toBe(200)
    const refresh = { 'x-stack-refresh-token': tokens.refresh_token }
    expect((await ask(there, 'POST', '/auth/sessions/current/refresh', { headers: refresh, body: {} })).status).toBe(
      200,
    )
  }
})

test('what is open for hours is open on both, and what has expired has expired on both', async () => {
  for (const [here, there] of [
    [behind, ahead],
    [ahead, behind],
  ] as const) {
    const startLogin = async (expires_in_millis: number) => {
      const response = await ask(here, 'POST', '/auth/cli', { body: { expires_in_millis } })
      return ((await response.json()) as { polling_code: string }).polling_code
    }
    const poll = async (polling_code: string) =>
      (await ask(there, 'POST', '/auth/cli/poll', { body: { polling_code } })).json()
    expect(await poll(await startLogin(7_200_000))).toEqual({ status: 'waiting' })
    expect(await poll(await startLogin(1))).toEqual({ status: 'expired' })
  }
})

test('the code of an authenticator that goes right is right', async () => {
  const { credentials: person, id } = await createPerson()
  const body = { totp_secret_base64: Buffer.alloc(20).toString('base64') }
  expect((await ask(behind, 'PATCH', `/users/${id}`, { body })).status).toBe(200)
  for (const node of [behind, ahead]) {
    const refusal = await ask(node, 'POST', '/auth/password/sign-in', { body: person })
    const { details } = (await refusal.json()) as { details: { attempt_code: string } }
    // Each code can be used once, so the second node gets the code of the next time step.
    const totp = totpOfKey('A'.repeat(32), Date.now() + (node === ahead ? 30_000 : 0))
    const body = { type: 'totp', totp, code: details.attempt_code }
    expect((await ask(node, 'POST', '/auth/mfa/sign-in', { body })).status).toBe(200)
  }
})

test('attempts that are used up on one node are used up on the other', async () => {
  const tryOn = async (node: string) => (await ask(node, 'POST', '/auth/cli', { as: 'client', body: {} })).status
  let tries = 0
  while ((await tryOn(behind)) === 200 && tries < 100) tries++
  expect(tries).toBeLessThan(100)
  expect(await tryOn(ahead)).toBe(429)
})

async function createPerson() {
  const credentials = { email: `${randomUUID()}@example.com`, password: 'a good long password of mine' }
  const { email, password } = credentials
  const body = { primary_email: email, primary_email_auth_enabled: true, password }
  const response = await ask(behind, 'POST', '/users', { body })
  expect(response.status).toBe(201)
  return { credentials, id: ((await response.json()) as { id: string }).id }
}
