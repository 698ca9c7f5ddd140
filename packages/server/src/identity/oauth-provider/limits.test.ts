import { type RateLimit, rateLimits } from '@latchkey/contract'
import { beforeAll, expect, test } from 'vitest'
import { addressBucket } from '../../platform/http/client-address.ts'
import { separateServer, type TestServer } from '../../testing/index.ts'
import { openProvider, type TestClient, type TestProvider } from '../../testing/oauth-provider.ts'

let server: TestServer
let provider: TestProvider
beforeAll(async () => {
  server = await separateServer({ config: { rateLimits: true } })
  provider = await openProvider(server)
})

async function useUp(limit: RateLimit, key: string, { but }: { but: number }): Promise<void> {
  const { points } = rateLimits[limit]
  for (let used = but; used < points; used++) await server.platform.limiter.consume({ [limit]: key })
}

function introspect({ id, secret }: TestClient, by = provider): Promise<Response> {
  const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
  return by.fetch(`${by.issuer}/introspect`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ token: 'unknown' }),
  })
}

test('only wrong secrets of a client with a server count for the address that it shares with others', async () => {
  const other = await openProvider(server)
  const client = await provider.addClient({ type: 'machine' })
  const wrong = { ...client, secret: 'wrong' }
  for (const address of ['127.0.0.1', '::1']) {
    await useUp('oauthProviderByAddress', `${provider.project.id}:${addressBucket(address)}`, { but: 1 })
  }
  for (let round = 0; round < 5; round++) expect(await (await introspect(client)).json()).toEqual({ active: false })
  expect((await introspect(wrong)).status).toBe(401)
  expect((await introspect(wrong)).status).toBe(429)

  for (const path of ['/.well-known/openid-configuration', '/jwks']) {
    expect((await provider.fetch(`${provider.issuer}${path}`)).status).toBe(200)
  }
  expect((await introspect(wrong, other)).status).toBe(401)
})

test('a client may ask so often in a minute and no more', async () => {
  const other = await openProvider(server)
  const [busy, quiet] = [await other.addClient({ type: 'machine' }), await other.addClient({ type: 'machine' })]
  await useUp('oauthProviderByClient', `${other.project.id}:${busy.id}`, { but: 1 })
  expect((await introspect(busy, other)).status).toBe(200)
  const refused = await introspect(busy, other)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
  expect((await introspect(quiet, other)).status).toBe(200)
})
