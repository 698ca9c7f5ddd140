import { type ErrorCode, KnownError } from '@latchkey/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createCall, loadAll, loadFound, nullIf } from './call.ts'

const sendRequest = vi.hoisted(() => vi.fn())
vi.mock('../internal-app.ts', async () => {
  const { appInternalsSymbol: symbol } = await import('@latchkey/react')
  return { internalApp: { [symbol]: { sendRequest } } }
})

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
const refusal = (code: ErrorCode) => new KnownError(code, 400, code, {} as never)

let tokens: string[]
const session = {
  getTokens: async () => ({ accessToken: tokens[0]!, refreshToken: null }),
  dropAccessToken: (token: string) => {
    tokens = tokens.filter((each) => each !== token)
  },
}

beforeEach(() => {
  tokens = ['old', 'new']
  sendRequest.mockReset()
})

test('puts parameters, given query values and the body into the request', async () => {
  sendRequest.mockImplementation(async () => json({ success: true }))
  const query = { user_id: 'u 1' }
  await createCall('p1', session)('DELETE /auth/sessions/{id}', { params: { id: 'a/b' }, query })
  await createCall('p1', session)('GET /users', { query: { limit: 5, query: undefined } })
  await createCall('p1', session)('POST /teams', { body: { display_name: 'Acme' } })
  expect(sendRequest.mock.calls.map(([path, { method, body }]) => [method, path, body])).toEqual([
    ['DELETE', '/auth/sessions/a%2Fb?user_id=u+1', undefined],
    ['GET', '/users?limit=5', undefined],
    ['POST', '/teams', '{"display_name":"Acme"}'],
  ])
})

test('replaces a refused token once', async () => {
  sendRequest.mockRejectedValueOnce(refusal('ADMIN_ACCESS_TOKEN_EXPIRED')).mockResolvedValueOnce(json({ items: [] }))
  await createCall('p1', session)('GET /users')
  expect(sendRequest.mock.calls.map(([, { headers }]) => headers['x-stack-admin-access-token'])).toEqual(['old', 'new'])

  sendRequest.mockReset().mockRejectedValue(refusal('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN'))
  tokens = ['old', 'new', 'newer']
  await expect(createCall('p1', session)('GET /users')).rejects.toMatchObject({
    errorCode: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  })
  expect(sendRequest).toHaveBeenCalledTimes(2)
})

test('loads all pages of a list', async () => {
  const pages: Record<string, { items: number[]; pagination?: { next_cursor: string | null } }> = {
    '': { items: [1, 2], pagination: { next_cursor: 'a' } },
    a: { items: [3], pagination: { next_cursor: null } },
  }
  expect(await loadAll(async (cursor = '') => pages[cursor]!)).toEqual([1, 2, 3])
})

test('something that does not exist is null, other failures stay failures', () => {
  expect(nullIf('USER_NOT_FOUND')(refusal('USER_NOT_FOUND'))).toBeNull()
  expect(() => nullIf('USER_NOT_FOUND')(refusal('TEAM_NOT_FOUND'))).toThrow('TEAM_NOT_FOUND')
})

test('a search goes on until it has found something', async () => {
  const pages: Record<string, { items: string[]; pagination: { next_cursor: string | null } }> = {
    start: { items: [], pagination: { next_cursor: 'b' } },
    b: { items: [], pagination: { next_cursor: 'c' } },
    c: { items: ['Acme'], pagination: { next_cursor: 'd' } },
  }
  const load = async (cursor = 'start') => pages[cursor]!
  expect(await loadFound(load)).toEqual(pages.c)
  expect(await loadFound(async () => ({ items: [], pagination: { next_cursor: null } }))).toMatchObject({ items: [] })
})
