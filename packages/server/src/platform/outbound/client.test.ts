import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { createOutboundClient, type OutboundOptions } from './client.ts'
import type { Resolve } from './resolve.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function openTarget(answer: RequestListener = (_request, response) => void response.end('hello')) {
  const server = createServer(answer)
  let connections = 0
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

function openClient(options: Partial<OutboundOptions> = {}) {
  const client = createOutboundClient({ allowsPrivateAddresses: true, timeoutMillis: 20_000, ...options })
  closers.push(() => client.close())
  return client
}

/** Names become what the test says, one response after the other. */
function resolveTo(...responses: string[][]) {
  let asked = 0
  const resolve: Resolve = async () => {
    const addresses = responses[Math.min(asked++, responses.length - 1)]!
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { resolve, timesAsked: () => asked }
}

// ASVS 13.2.4
describe('ports', () => {
  test.each([
    ['http://example.com:22', []],
    ['https://example.com:22', []],
    ['http://example.com:8443', [9000]],
    ['http://[2001:4860::1]:25', []],
  ])('that are not allowed are not even looked up: %s with %j', async (url, more) => {
    const { resolve, timesAsked } = resolveTo(['127.0.0.1'])
    const client = openClient({ ports: [80, 443, ...more], resolve })
    const refused = await client.fetch(url).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      failure: 'refused-port',
      message: expect.stringContaining('LATCHKEY_OUTBOUND_PORTS'),
    })
    expect(timesAsked()).toBe(0)
  })

  test('of the web are allowed, whether they are named or not', async () => {
    const client = openClient({ ports: [80, 443], resolve: resolveTo([]).resolve })
    for (const url of ['http://a.example', 'https://a.example', 'http://a.example:443', 'https://a.example:80']) {
      // No address is known for the name, which is found out only after the port was allowed.
      await expect(client.fetch(url), url).rejects.toMatchObject({ failure: 'refused-target' })
    }
  })

  test('can be added', async () => {
    const target = await openTarget()
    const client = openClient({ ports: [80, 443, target.port] })
    expect(await (await client.fetch(`http://localhost:${target.port}/`)).text()).toBe('hello')
  })
})

// ASVS 1.3.6, 13.2.5
describe('in production', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://2852039166',
    'http://169.254.169.254',
    'http://10.1.2.3',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://[::1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:a9fe:a9fe]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[fe80::1]',
    'http://[fd00::1]',
    'http://localhost',
    'http://localhost.',
    'http://sub.localhost',
    'https://127.0.0.1',
  ])('%s is not connected to', async (origin) => {
    const target = await openTarget()
    const client = openClient({ allowsPrivateAddresses: false })
    const refused = await client.fetch(`${origin}:${target.port}/`).catch((error: unknown) => error)
    expect(refused).toMatchObject({ failure: expect.stringMatching(/refused-target|unreachable/) })
    expect((refused as Error).message).not.toMatch(/\d/)
    expect(target.connections()).toBe(0)
  })

  test('a name that means a private address is not connected to', async () => {
    const target = await openTarget()
    const { resolve } = resolveTo(['127.0.0.1', '::1', '10.0.0.1'])
    const client = openClient({ allowsPrivateAddresses: false, resolve })
    await expect(client.fetch(`http://innocent.example.com:${target.port}/`)).rejects.toMatchObject({
      failure: 'refused-target',
    })
    expect(target.connections()).toBe(0)
  })
})

// ASVS 1.3.6
test('a host name is resolved once per connection, so the checked address is the one connected to', async () => {
  const target = await openTarget()
  const { resolve, timesAsked } = resolveTo(['127.0.0.1'], ['192.0.2.1'])
  const response = await openClient({ resolve }).fetch(`http://rebinding.example.com:${target.port}/`)
  expect(await response.text()).toBe('hello')
  expect(timesAsked()).toBe(1)
})

test('development may call its own machine', async () => {
  const target = await openTarget((request, response) => void response.end(request.headers['user-agent']))
  const response = await openClient().fetch(`http://localhost:${target.port}/`)
  expect(await response.text()).toMatch(/^Latchkey\//)
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'http://user:secret@example.com/',
])('%s is refused everywhere', async (url) => {
  await expect(openClient().fetch(url)).rejects.toMatchObject({ failure: 'refused-target' })
})

// ASVS 15.3.2
test('redirects are returned like any other response', async () => {
  const inner = await openTarget()
  const target = await openTarget((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/` }).end()
  })
  const response = await openClient().fetch(`http://127.0.0.1:${target.port}/`)
  expect(response.status).toBe(302)
  expect(inner.connections()).toBe(0)
})

test.each([
  ['never answers', () => {}],
  ['never finishes', (_request, response) => void response.write('{')],
] satisfies [string, RequestListener][])('a server that %s is given up', async (_name, answer) => {
  const target = await openTarget(answer)
  const client = openClient({ timeoutMillis: 500 })
  await expect(client.fetch(`http://127.0.0.1:${target.port}/`)).rejects.toMatchObject({ failure: 'timed-out' })
})

test('a response may be as large as the limit and no larger', async () => {
  const target = await openTarget((request, response) => void response.end('x'.repeat(Number(request.url!.slice(1)))))
  const client = openClient({ maxBytes: 1000 })
  const ask = (size: number) => client.fetch(`http://127.0.0.1:${target.port}/${size}`)
  expect(await (await ask(1000)).text()).toHaveLength(1000)
  await expect(ask(1001)).rejects.toMatchObject({ failure: 'too-large' })
})

test('the caller may give up earlier', async () => {
  const target = await openTarget(() => {})
  const signal = AbortSignal.timeout(20)
  const client = openClient()
  await expect(client.fetch(`http://127.0.0.1:${target.port}/`, { signal })).rejects.toMatchObject({
    failure: 'timed-out',
  })
})

test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
