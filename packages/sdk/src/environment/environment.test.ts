import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClientApp, ServerApp } from '../index.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { openFakePage } from '../testing/fake-page.ts'
import { getBaseUrl } from './environment.ts'

const names = ['PROJECT_ID', 'PUBLISHABLE_CLIENT_KEY', 'SECRET_SERVER_KEY', 'API_URL', 'EXTRA_REQUEST_HEADERS']

beforeEach(() => {
  for (const name of names) vi.stubEnv(`LATCHKEY_${name}`, '')
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('project id and key', () => {
  test('are named in the error when they are missing', () => {
    expect(() => new ClientApp({ tokenStore: 'memory' })).toThrow(
      'Latchkey is missing projectId. Pass `projectId` to the constructor or set the environment variable LATCHKEY_PROJECT_ID (NEXT_PUBLIC_LATCHKEY_PROJECT_ID in Next.js, VITE_LATCHKEY_PROJECT_ID in Vite).',
    )
    expect(() => new ClientApp({ tokenStore: 'memory', projectId: 'p1' })).toThrow('LATCHKEY_PUBLISHABLE_CLIENT_KEY')
  })

  test('never suggest a public variable for the secret key', () => {
    const options = { tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k' } as const
    expect(() => new ServerApp(options)).toThrow('LATCHKEY_SECRET_SERVER_KEY.')
  })

  test.each([
    ['option', {}, 'option'],
    ['NEXT_PUBLIC_LATCHKEY_PROJECT_ID', {}, 'NEXT_PUBLIC_LATCHKEY_PROJECT_ID'],
    ['LATCHKEY_PROJECT_ID', {}, 'LATCHKEY_PROJECT_ID'],
    ['NEXT_PUBLIC_STACK_PROJECT_ID', {}, 'NEXT_PUBLIC_STACK_PROJECT_ID'],
    ['STACK_PROJECT_ID', {}, 'STACK_PROJECT_ID'],
    ['the first of several variables', { LATCHKEY_PROJECT_ID: 'a', STACK_PROJECT_ID: 'b' }, 'a'],
    ['the next variable if one is empty', { LATCHKEY_PROJECT_ID: '', STACK_PROJECT_ID: 'b' }, 'b'],
  ])('are read from: %s', (name, env, expected) => {
    if (name.endsWith('PROJECT_ID')) vi.stubEnv(name, name)
    for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value as string)
    const projectId = name === 'option' ? 'option' : undefined
    expect(new ClientApp({ tokenStore: 'memory', projectId, publishableClientKey: 'k' }).projectId).toBe(expected)
  })

  test('do not require `process`', () => {
    vi.stubGlobal('process', undefined)
    expect(new ClientApp({ tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k' }).projectId).toBe('p1')
  })
})

describe('base URL', () => {
  test('defaults to localhost in development and is required in production', () => {
    expect(getBaseUrl(undefined, true)).toBe('http://localhost:8102')
    vi.stubEnv('NODE_ENV', 'production')
    const options = { tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k' } as const
    expect(() => new ClientApp(options)).toThrow(/`baseUrl`.*LATCHKEY_API_URL/)
    expect(new ClientApp({ ...options, baseUrl: 'https://auth.example.com' }).projectId).toBe('p1')
  })

  test('may differ for browser and server', () => {
    const both = { browser: 'https://public/', server: 'http://internal' }
    expect(getBaseUrl(both, true)).toBe('https://public')
    expect(getBaseUrl(both, false)).toBe('http://internal')

    vi.stubEnv('LATCHKEY_API_URL', 'http://shared')
    vi.stubEnv('STACK_API_URL_BROWSER', 'http://browser')
    expect(getBaseUrl(undefined, true)).toBe('http://browser')
    expect(getBaseUrl(undefined, false)).toBe('http://shared')
  })

  test('is read for every request', async () => {
    const { fetch, sent } = createFakeApi({
      'GET /projects/current': { id: 'p1', config: { enabled_oauth_providers: [] } },
    })
    vi.stubGlobal('fetch', fetch)
    const baseUrl = { browser: 'https://public', server: 'http://internal' }
    const app = new ClientApp({ tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k', baseUrl })
    await app.getProject()
    openFakePage('https://app.example.com/')
    await app.getProject()
    expect(sent.map((request) => new URL(request.url).origin)).toEqual(['http://internal', 'https://public'])
  })
})

test('extra headers can come from the environment as JSON', async () => {
  vi.stubEnv('LATCHKEY_EXTRA_REQUEST_HEADERS', '{"X-Tunnel":"1"}')
  const { fetch, sent } = createFakeApi({
    'GET /projects/current': { id: 'p1', config: { enabled_oauth_providers: [] } },
  })
  vi.stubGlobal('fetch', fetch)
  await new ClientApp({ tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k' }).getProject()
  expect(sent[0]!.headers.get('x-tunnel')).toBe('1')

  vi.stubEnv('LATCHKEY_EXTRA_REQUEST_HEADERS', 'X-Tunnel: 1')
  expect(() => new ClientApp({ tokenStore: 'memory', projectId: 'p1', publishableClientKey: 'k' })).toThrow(
    'JSON object',
  )
})

test('constructing an app uses no random numbers, starts no timer and sends no request', () => {
  vi.useFakeTimers()
  const random = vi.spyOn(Math, 'random')
  const values = vi.spyOn(crypto, 'getRandomValues')
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  openFakePage('https://app.example.com/')
  new ClientApp({ tokenStore: 'cookie', projectId: 'p1', publishableClientKey: 'k' })
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  for (const used of [random, values, fetch]) expect(used).not.toHaveBeenCalled()
})
