import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { isUnavailable } from '../index.ts'
import {
  askResource as ask,
  createIssuer,
  issuerUrl,
  metadataUrl,
  openResource as open,
  resourceUrl,
} from '../testing/oauth-issuer.ts'
import { protectResource } from './mcp.ts'

describe('a handler', () => {
  test('serves the metadata to everybody, in browsers too', async () => {
    await createIssuer()
    const resource = open({ name: 'Fieldnotes', scopes: ['notes:read', 'notes:write'] })
    expect(resource.metadataUrl).toBe(metadataUrl)
    const serve = resource.protect(() => new Response('secret'))
    const response = await serve(ask(undefined, metadataUrl, 'GET'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await response.json()).toEqual({
      resource: resourceUrl,
      authorization_servers: [issuerUrl],
      bearer_methods_supported: ['header'],
      resource_name: 'Fieldnotes',
      scopes_supported: ['notes:read', 'notes:write'],
    })
    const preflight = await serve(ask(undefined, metadataUrl, 'OPTIONS'))
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*')
    expect((await serve(ask(undefined, metadataUrl, 'HEAD'))).status).toBe(200)
    expect((await serve(ask(undefined, metadataUrl, 'DELETE'))).status).toBe(405)
    expect((await serve(ask(undefined, `${metadataUrl}/more`, 'GET'))).status).toBe(401)
  })

  test.each([
    ['https://mcp.example.com/', '/.well-known/oauth-protected-resource'],
    ['https://mcp.example.com/a/b/', '/.well-known/oauth-protected-resource/a/b'],
    ['https://mcp.example.com/mcp?team=1', '/.well-known/oauth-protected-resource/mcp?team=1'],
  ])('of %s has its metadata where RFC 9728 says', (resource, path) => {
    expect(open({ resource }).metadataUrl).toBe(`https://mcp.example.com${path}`)
  })

  test('tells clients without a token where to sign in', async () => {
    await createIssuer()
    const response = await open().protect(() => new Response(), { scopes: ['notes:read'] })(ask())
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer scope="notes:read", resource_metadata="${metadataUrl}"`,
    )
    expect(response.headers.get('access-control-expose-headers')).toBe('WWW-Authenticate')
  })

  test('says so if a token is not valid', async () => {
    const issuer = await createIssuer()
    const response = await open().protect(() => new Response())(ask(await issuer.sign({ exp: 1 })))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", .*resource_metadata="/)
    expect(await response.json()).toMatchObject({ error: 'invalid_token' })
  })

  test('names the scopes that a token lacks', async () => {
    const issuer = await createIssuer()
    const resource = open()
    const serve = resource.protect(() => new Response('done'), { scopes: ['notes:read', 'notes:write'] })
    expect(await (await serve(ask(await issuer.sign()))).text()).toBe('done')
    const reading = await issuer.sign({ scope: 'notes:read' })
    const response = await serve(ask(reading))
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*, scope="notes:read notes:write", resource_metadata="/,
    )
    const access = (await resource.verifyToken(reading))!
    expect(resource.requireScopes(access, ['notes:read'])).toBeUndefined()
    expect(resource.requireScopes(access, ['notes:write'])?.status).toBe(403)
    expect(resource.requireScopes(access, ['notes:rea'])?.status).toBe(403)
    expect(resource.unauthorized(ask(reading), { scopes: ['notes:write'] }).status).toBe(401)
  })

  test('passes requests on with what they need', async () => {
    const issuer = await createIssuer()
    const serve = open().protect(async (request, { userId }) => new Response(`${userId} ${await request.text()}`))
    const headers = { authorization: `bearer ${await issuer.sign()}` }
    const response = await serve(new Request(resourceUrl, { method: 'POST', headers, body: 'hello' }))
    expect(await response.text()).toBe('user-1 hello')
  })
})

describe('a middleware', () => {
  /** As Express mounts it: `url` begins after the path. */
  async function listen(isMounted: boolean) {
    const resource = open()
    const protect = resource.middleware({ scopes: ['notes:read'] })
    const server = createServer((request: Parameters<typeof protect>[0] & { originalUrl?: string }, response) => {
      if (isMounted) Object.assign(request, { originalUrl: request.url, url: '/' })
      return protect(request, response, (error) => response.end(error ? 'failed' : request.auth?.userId))
    })
    await new Promise<void>((resolve) => server.listen(0, resolve))
    const url = `http://localhost:${(server.address() as AddressInfo).port}`
    return { resource, url, stop: () => server.close() }
  }

  test.each([false, true])('protects a server of Node (mounted: %s)', async (isMounted) => {
    const issuer = await createIssuer()
    const { resource, url, stop } = await listen(isMounted)
    try {
      const refused = await fetch(`${url}/mcp`, { method: 'POST' })
      expect(refused.status).toBe(401)
      expect(refused.headers.get('www-authenticate')).toContain(metadataUrl)
      const found = await fetch(`${url}${resource.metadataPath}?x=1`)
      expect(await found.json()).toMatchObject({ resource: resourceUrl })
      const send = async (token: string) => fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${token}` } })
      expect(await (await send(await issuer.sign())).text()).toBe('user-1')
      expect((await send(await issuer.sign({ scope: 'notes:write' }))).status).toBe(403)
      expect((await send('%')).status).toBe(401)
    } finally {
      stop()
    }
  })

  test('leaves errors to the server', async () => {
    const issuer = await createIssuer()
    const token = await issuer.sign()
    issuer.respond = async () => new Response(null, { status: 404 })
    const { url, stop } = await listen(false)
    try {
      const response = await fetch(`${url}/mcp`, { headers: { authorization: `Bearer ${token}` } })
      expect(await response.text()).toBe('failed')
    } finally {
      stop()
    }
  })
})

describe('confirming access', () => {
  const client = { id: 'notes server', secret: 'a:b/c' }

  async function openAccess(options: object = { client }) {
    const issuer = await createIssuer()
    const resource = open(options)
    const access = (await resource.verifyToken(await issuer.sign()))!
    issuer.requests.length = 0
    return { issuer, resource, access }
  }

  test('asks as the client of the resource, and returns what is left', async () => {
    const { issuer, resource, access } = await openAccess()
    issuer.respond = async (_, init) => {
      expect(new Headers(init?.headers).get('authorization')).toBe(`Basic ${btoa('notes%20server:a%3Ab%2Fc')}`)
      expect(Object.fromEntries(init?.body as URLSearchParams)).toMatchObject({ token: access.token })
      return Response.json({ active: issuer.requests.length === 1, scope: 'notes:read admin' })
    }
    expect(await resource.confirm(access)).toEqual({ ...access, scopes: ['notes:read'] })
    expect(await resource.confirm(access)).toBeNull()
    expect(issuer.requests[0]).toBe(`POST ${issuerUrl}/introspect`)
  })

  test('fails rather than lets anybody through', async () => {
    const { issuer, resource, access } = await openAccess()
    await expect(open().confirm(access)).rejects.toThrow('`client`')
    issuer.respond = async () => Response.json({ active: 'true', scope: 'notes:read' })
    expect(await resource.confirm(access)).toBeNull()
    issuer.respond = async () => new Response(null, { status: 503 })
    await expect(resource.confirm(access)).rejects.toSatisfy(isUnavailable)
    issuer.respond = async () => new Response(null, { status: 401 })
    await expect(resource.confirm(access)).rejects.toThrow('401')
  })
})

test.each([
  'mcp.example.com',
  '/mcp',
  'urn:notes',
  'https://mcp.example.com/mcp#a',
  'https://me@mcp.example.com/mcp',
  'https://MCP.example.com/mcp',
  'https://mcp.example.com',
  'https://mcp.example.com:443/mcp',
])('%s is not a resource that clients could name', (resource) => {
  expect(() => open({ resource })).toThrow('Latchkey: ')
})

test.each(['a b', '', 'a"', 'a\\', 'ä', 'a\r\nx: y'])('%j is not a scope that could be sent in a header', (scope) => {
  expect(() => open({ scopes: [scope] })).toThrow('not the name of a scope')
  expect(() => open().protect(() => new Response(), { scopes: [scope] })).toThrow('not the name of a scope')
})

test('the project and the server come from the environment, if they are not named', () => {
  vi.stubEnv('LATCHKEY_PROJECT_ID', 'p9')
  vi.stubEnv('LATCHKEY_API_URL', 'https://id.example.com/')
  try {
    expect(protectResource({ resource: resourceUrl }).issuer).toBe('https://id.example.com/oauth/p9')
  } finally {
    vi.unstubAllEnvs()
  }
})
