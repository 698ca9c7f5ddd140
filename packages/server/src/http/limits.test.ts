import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { outageWarning } from '../platform/repeated-warning.ts'
import { testServer } from '../testing/index.ts'
import { createWorld } from '../testing/world.ts'
import { type ConnectionLimits, type HttpListener, listen } from './listen.ts'

const listeners: HttpListener[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(listeners.splice(0).map((listener) => listener.close()))
})

/** The server on a real port, with limits that a test need not wait for. */
async function start(limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const { platform } = await testServer()
  const listener = await listen(createApp(platform).fetch, { port: 0, log: platform.log, limits })
  listeners.push(listener)
  return listener.port
}

class Client {
  readonly socket: Socket
  received = ''

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    sockets.push(this.socket)
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.received += text
    })
    // The server may cut the connection while we write, which is just what some tests want.
    this.socket.on('error', () => undefined)
  }

  send(text: string | Buffer): boolean {
    return this.socket.write(text)
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1])
  }

  async answered(): Promise<number> {
    while (!this.received.includes('\r\n\r\n')) await once(this.socket, 'data')
    return this.status
  }

  async drainedOrClosed(): Promise<void> {
    await new Promise((resolve) => this.socket.once('drain', resolve).once('close', resolve))
  }

  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }
}

const head = (path: string, headers: Record<string, string | number>, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map((header) => header.join(': ')),
    '',
    '',
  ].join('\r\n')

const json = { 'Content-Type': 'application/json' }
const version = '/api/v1/check-version'
const megabyte = 1_000_000

// ASVS 5.2.1, 15.2.2
describe('a body that is too large', () => {
  test('is refused before it is sent, when its length is announced', async () => {
    const client = new Client(await start())
    client.send(head(version, { ...json, 'Content-Length': 100 * megabyte }))
    expect(await client.answered()).toBe(413)
    expect(client.received.toLowerCase()).toContain('connection: close')
    await client.closed()
  })

  test('is refused on the way, when it is not', async () => {
    const client = new Client(await start())
    client.send(head(version, { ...json, 'Transfer-Encoding': 'chunked' }))
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    let sent = 0
    while (!client.received.includes('\r\n\r\n') && !client.socket.closed && sent < 100 * megabyte) {
      const isFlushed = client.send(chunk)
      sent += chunk.byteLength
      if (!isFlushed) await client.drainedOrClosed()
    }
    expect(client.status).toBe(413)
    expect(sent).toBeLessThan(50 * megabyte)
    await client.closed()
  })

  test('does not block other requests', async () => {
    const port = await start()
    const clients = Array.from({ length: 50 }, () => new Client(port))
    for (const client of clients) client.send(head(version, { ...json, 'Content-Length': 100 * megabyte }))
    const health = await fetch(`http://127.0.0.1:${port}/health`)
    expect(health.status).toBe(200)
    expect(await Promise.all(clients.map((client) => client.answered()))).toEqual(Array(50).fill(413))
  })
})

describe('a request that is not as it should be', () => {
  test('is refused when its headers are larger than 16 KB', async () => {
    const port = await start()
    const oneLarge = new Client(port)
    oneLarge.send(head('/api/v1', { 'X-Large': 'x'.repeat(17 * 1024) }, 'GET'))
    expect(await oneLarge.answered()).toBe(431)
    const manySmall = new Client(port)
    const names = Array.from({ length: 1000 }, (_, index) => [`X-Small-${index}`, 'x'.repeat(20)])
    manySmall.send(head('/api/v1', Object.fromEntries(names), 'GET'))
    expect(await manySmall.answered()).toBe(431)
  })

  test('is refused when its body is compressed', async () => {
    const port = await start()
    const body = gzipSync(JSON.stringify({ clientVersion: 'x'.repeat(10 * megabyte) }))
    const response = await fetch(`http://127.0.0.1:${port}${version}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    })
    expect(response.status).toBe(415)
  })

  // ASVS 4.2.1
  test.each([
    ['two lengths', 'Content-Length: 4\r\nContent-Length: 5'],
    ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked'],
    ['two transfer encodings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
    ['a length that is no number', 'Content-Length: 4x'],
    ['a folded header', 'X-Folded: a\r\n b'],
    ['a space before the colon', 'X-Space : a'],
    ['a control character in a value', 'X-Control: a\u0000b'],
  ])('is refused when it has %s', async (_, lines) => {
    const client = new Client(await start())
    client.send(`POST ${version} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n\r\n0\r\n\r\n`)
    expect(await client.answered()).toBe(400)
    await client.closed()
    expect(client.received.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })

  test('by HTTP/1.0 needs no host', async () => {
    const client = new Client(await start())
    client.send('GET /health HTTP/1.0\r\n\r\n')
    expect(await client.answered()).toBe(200)
  })

  // ASVS 13.4.4
  test('with the method TRACE is refused and not echoed', async () => {
    const client = new Client(await start())
    client.send(head('/api/v1/users/me', { 'X-Stack-Access-Token': 'secret' }, 'TRACE'))
    expect(await client.answered()).toBe(405)
    expect(client.received).not.toContain('secret')
  })
})

// ASVS 15.2.2
describe('a slow sender', () => {
  test('of headers is dropped', async () => {
    const client = new Client(await start({ headersMillis: 50, requestMillis: 60, checkMillis: 10 }))
    client.send('GET /api/v1 HTTP/1.1\r\nHost: localhost\r\nX-Drip: ')
    await client.closed()
    expect(client.status).toBe(408)
  })

  test('of a body is dropped', async () => {
    const client = new Client(await start({ headersMillis: 50, requestMillis: 60, checkMillis: 10 }))
    client.send(`${head(version, { ...json, 'Content-Length': 100 })}{`)
    await client.closed()
    expect(client.status).not.toBe(200)
  })

  test('that falls silent after a response is dropped', async () => {
    const client = new Client(await start({ keepAliveMillis: 20 }))
    client.send(head('/health', {}, 'GET'))
    expect(await client.answered()).toBe(200)
    await client.closed()
  })
})

describe('on a real connection', () => {
  // ASVS 14.2.2, 14.3.2
  test('headers, bodies and responses match the contract', async () => {
    const port = await start()
    const { project, person } = await createWorld(await testServer())
    const headers = { ...project.headers('client'), 'X-Stack-Access-Token': person.access_token }
    const me = await fetch(`http://127.0.0.1:${port}/api/latest/users/me`, { headers })
    expect(await me.json()).toMatchObject({ id: person.id })
    expect(me.headers.get('x-stack-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(me.headers.get('cache-control')).toBe('no-store, max-age=0')

    const init = { method: 'PATCH', headers: { ...headers, 'Content-Type': 'application/json' } }
    const changed = await fetch(`http://127.0.0.1:${port}/api/v1/users/me`, { ...init, body: '{"display_name":"Ada"}' })
    expect(await changed.json()).toMatchObject({ display_name: 'Ada' })
  })

  // ASVS 15.3.7
  test('a header that comes twice is not read as one of the two', async () => {
    const port = await start()
    const { project } = await createWorld(await testServer())
    const send = async (name: string, second: string) => {
      const client = new Client(port)
      const request = head('/api/v1/projects/current', project.headers('client'), 'GET')
      client.send(request.replace('\r\n\r\n', `\r\n${name}: ${second}\r\nConnection: close\r\n\r\n`))
      await client.closed()
      return /x-stack-known-error: (\w+)/i.exec(client.received)?.[1]
    }
    expect(await send('x-stack-random-nonce', '1')).toBeUndefined()
    expect(await send('X-Stack-Project-Id', project.id)).toBe('CURRENT_PROJECT_NOT_FOUND')
    expect(await send('x-stack-access-type', 'client')).toBe('INVALID_ACCESS_TYPE')
    expect(await send('x-stack-publishable-client-key', 'pck_other')).toBe('INVALID_PUBLISHABLE_CLIENT_KEY')
  })

  test('the body of a GET and the host of the request play no role', async () => {
    const client = new Client(await start())
    const request = head('http://evil.example/api/v1', { ...json, 'Content-Length': 1, Connection: 'close' }, 'GET')
    client.send(`${request.replace('Host: localhost', 'Host: evil.example')}{`)
    await client.closed()
    expect(client.status).toBe(200)
    expect(client.received).not.toContain('evil.example')
  })
})

describe('a server that stops', () => {
  test('finishes requests in flight with `Connection: close`, and closes idle connections', async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', isProduction: false, write: (line) => void lines.push(line) })
    const { platform } = await testServer()
    const listener = await listen(createApp(platform).fetch, { port: 0, log })
    const idle = new Client(listener.port)
    idle.send(head('/health', {}, 'GET'))
    expect(await idle.answered()).toBe(200)
    const fresh = new Client(listener.port)
    await once(fresh.socket, 'connect')
    const body = '{"clientVersion":"1"}'
    const busy = new Client(listener.port)
    busy.send(head(version, { ...json, 'Content-Length': body.length }))
    busy.send(body.slice(0, 5))
    // Once this is answered, what was sent before on the other connections has arrived as well.
    expect((await fetch(`http://127.0.0.1:${listener.port}/health`)).status).toBe(200)

    const closed = listener.close()
    await Promise.all([idle.closed(), fresh.closed()])
    busy.send(body.slice(5))
    await closed
    await busy.closed()
    expect(busy.received).toMatch(/^HTTP\/1\.1 \d+.*\r\nconnection: close\r\n/is)
    expect(lines).toEqual([])
  })
})

test('a client that breaks off its body is not logged as a database that is away', async () => {
  const lines: string[] = []
  const { platform } = await testServer()
  const write = (line: string) => void lines.push(line)
  const log = createLog({ level: 'info', isProduction: false, write })
  const logging = { ...platform, log }
  outageWarning.replace(logging, () => write('outage'))
  const app = createApp(logging)
  const statuses: number[] = []
  const listener = await listen(
    async (request, env) => {
      const response = await app.fetch(request, env)
      statuses.push(response.status)
      return response
    },
    { port: 0, log },
  )
  listeners.push(listener)
  const announced = new Client(listener.port)
  announced.send(`${head(version, { ...json, 'Content-Length': 1_000 })}{"clientVersion":`)
  const chunked = new Client(listener.port)
  chunked.send(`${head(version, { ...json, 'Transfer-Encoding': 'chunked' })}4\r\n{"cl\r\n`)
  for (const { socket } of [announced, chunked]) {
    if (socket.connecting) await once(socket, 'connect')
    await new Promise((resolve) => socket.write('', resolve))
    socket.resetAndDestroy()
  }
  await expect.poll(() => statuses).toEqual([400, 400])
  expect(lines).toEqual([])
})
