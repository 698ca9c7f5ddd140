import { createSocket, type Socket } from 'node:dgram'
import { afterEach, expect, test } from 'vitest'
import { createNameQuery } from './resolve.ts'

const types = { 1: 'A', 28: 'AAAA' } as const
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A name server that knows what the test says, and is silent about every name that begins with "silent". */
async function openNameServer(records: Record<string, { A?: number[][]; AAAA?: number[][] }>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (query, sender) => {
    const { name, end } = readName(query, 12)
    const type = types[query.readUInt16BE(end) as 1 | 28]
    asked.push(`${type} ${name}`)
    if (name.startsWith('silent')) return
    const responses = records[name]?.[type] ?? []
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(records[name] ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(responses.length, 6)
    const rows = responses.map((address) => {
      const fixed = Buffer.from([0xc0, 12, 0, query.readUInt16BE(end), 0, 1, 0, 0, 0, 60, 0, address.length])
      return Buffer.concat([fixed, Buffer.from(address)])
    })
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...rows]), sender.port, sender.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
}

function readName(packet: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let place = start
  for (let length = packet[place]!; length > 0; length = packet[place]!) {
    labels.push(packet.toString('latin1', place + 1, place + 1 + length))
    place += 1 + length
  }
  return { name: labels.join('.'), end: place + 1 }
}

test('a name has the addresses of both kinds that its server knows', async () => {
  const { servers, asked } = await openNameServer({
    'both.example.com': { A: [[192, 0, 2, 1]], AAAA: [[0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 1]] },
    'one.example.com': { A: [[192, 0, 2, 2]] },
  })
  const resolve = createNameQuery({ servers })
  expect(await resolve('both.example.com')).toEqual([
    { address: '192.0.2.1', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  expect(await resolve('one.example.com')).toEqual([{ address: '192.0.2.2', family: 4 }])
  expect([...new Set(asked)].sort()).toEqual([
    'A both.example.com',
    'A one.example.com',
    'AAAA both.example.com',
    'AAAA one.example.com',
  ])
})

test('a name that nobody has is an error', async () => {
  const { servers } = await openNameServer({})
  await expect(createNameQuery({ servers })('nobody.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('a name whose server is silent is an error after a while', async () => {
  const { servers } = await openNameServer({})
  const resolve = createNameQuery({ servers, timeoutMillis: 50 })
  await expect(resolve('silent.example.com')).rejects.toMatchObject({ code: 'ETIMEOUT' })
})

test('any number of names whose servers are silent holds up no other', async () => {
  const { servers, asked } = await openNameServer({ 'good.example.com': { A: [[192, 0, 2, 1]] } })
  const resolve = createNameQuery({ servers, timeoutMillis: 20_000 })
  const over: string[] = []
  for (let n = 0; n < 50; n++) {
    const name = `silent${n}.example.com`
    resolve(name).catch(() => over.push(name))
  }
  await expect.poll(() => new Set(asked).size).toBe(100)
  expect(await resolve('good.example.com')).toHaveLength(1)
  expect(over).toEqual([])
})

test('this machine and IP addresses need no lookup', async () => {
  const { servers, asked } = await openNameServer({})
  const resolve = createNameQuery({ servers })
  for (const name of ['localhost', 'LOCALHOST.', 'sub.localhost']) {
    expect((await resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  }
  expect(await resolve('192.0.2.7')).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(await resolve('2001:db8::7')).toEqual([{ address: '2001:db8::7', family: 6 }])
  expect(asked).toEqual([])
})
