import { describe, expect, test } from 'vitest'
import { separateServer } from '../testing/index.ts'
import { createTestProject, type TestProject } from '../testing/project.ts'
import { createPerson } from '../testing/world.ts'

const proxy = '10.0.0.1'
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const located = {
  'cf-connecting-ip': '198.51.100.1',
  'x-vercel-forwarded-for': '198.51.100.2',
  'x-real-ip': '198.51.100.3',
  'x-forwarded-for': '198.51.100.4',
  'cf-ipcountry': 'DE',
  'x-vercel-ip-country-region': 'BY',
  'x-vercel-ip-city': 'M%C3%BCnchen',
  'x-vercel-ip-latitude': '48.137',
  'x-vercel-ip-longitude': '11.575',
  'x-vercel-ip-timezone': 'Europe/Berlin',
}
const nowhere = {
  countryCode: null,
  regionCode: null,
  cityName: null,
  tzIdentifier: null,
  latitude: null,
  longitude: null,
}

async function setUp() {
  const project = await createTestProject(await separateServer({ config: { trustedProxies: [proxy] } }))
  const person = await createPerson(project)
  const refreshFrom = async (address: string, headers: Record<string, string>) => {
    const token = { 'x-stack-refresh-token': person.refresh_token }
    await project.call('POST /auth/sessions/current/refresh', { address, headers: { ...token, ...headers } })
    return (await findSession(project, person.id)).last_used_at_end_user_ip_info
  }
  const findUserAgent = async () => (await findSession(project, person.id)).last_used_user_agent
  return { refreshFrom, findUserAgent }
}

async function findSession(project: TestProject, user_id: string) {
  const { items } = await project.call('GET /auth/sessions', { as: 'server', query: { user_id } })
  return items[0]!
}

describe('where a session was last used', () => {
  test('is told by a configured proxy', async () => {
    const { refreshFrom } = await setUp()
    expect(await refreshFrom(proxy, { ...browser, ...located })).toEqual({
      ip: '198.51.100.1',
      countryCode: 'DE',
      regionCode: 'BY',
      cityName: 'München',
      tzIdentifier: 'Europe/Berlin',
      latitude: 48.137,
      longitude: 11.575,
    })
  })

  test('comes from the first header that holds an address', async () => {
    const { refreshFrom } = await setUp()
    const order = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip', 'x-forwarded-for'] as const
    const headers: Record<string, string> = { ...located }
    for (const name of order) {
      expect(await refreshFrom(proxy, { ...browser, ...headers })).toMatchObject({ ip: located[name] })
      headers[name] = 'unknown'
    }
    expect(await refreshFrom(proxy, { ...browser, ...headers })).toMatchObject({ ip: proxy })
  })

  test('is the address of the connection, and nothing more, when anybody else says so', async () => {
    const { refreshFrom } = await setUp()
    expect(await refreshFrom('203.0.113.9', { ...browser, ...located })).toEqual({ ip: '203.0.113.9', ...nowhere })
  })

  test('is unknown unless a browser asks, and is kept when a server asks later', async () => {
    const { refreshFrom } = await setUp()
    expect(await refreshFrom('203.0.113.9', { 'user-agent': 'node' })).toBeUndefined()
    expect(await refreshFrom('203.0.113.9', {})).toBeUndefined()
    await refreshFrom('203.0.113.9', browser)
    expect(await refreshFrom('203.0.113.10', { 'user-agent': 'node' })).toMatchObject({ ip: '203.0.113.9' })
  })

  test('is not harmed by malformed headers', async () => {
    const { refreshFrom } = await setUp()
    const broken = {
      'x-vercel-ip-city': '%ff',
      'x-vercel-ip-latitude': 'north',
      'x-vercel-ip-longitude': '1e999',
      'x-forwarded-for': '198.51.100.4',
    }
    expect(await refreshFrom(proxy, { ...browser, ...broken })).toEqual({
      ...nowhere,
      ip: '198.51.100.4',
      cityName: '%ff',
    })
  })
})

test('the browser that last used a session is known, and is kept when a server asks later', async () => {
  const { refreshFrom, findUserAgent } = await setUp()
  expect(await findUserAgent()).toBeUndefined()
  await refreshFrom('203.0.113.9', browser)
  expect(await findUserAgent()).toBe(browser['user-agent'])
  await refreshFrom('203.0.113.9', { 'user-agent': 'node' })
  expect(await findUserAgent()).toBe(browser['user-agent'])
  await refreshFrom('203.0.113.9', { 'user-agent': `Mozilla/5.0 ${'x'.repeat(1000)}` })
  expect(await findUserAgent()).toHaveLength(300)
})
