import { connect, createServer, type Socket } from 'node:net'

const sslRequest = 80_877_103
/** The parameters that PgBouncer tracks; it rejects all others unless configured to ignore them. */
const knownParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
  'application_name',
])

/** A proxy to the database that is as strict about startup parameters as PgBouncer. */
export async function openPoolerTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => {})
    near.once('data', (first) => {
      if (first.readInt32BE(4) === sslRequest) {
        near.write('N')
        return void near.once('data', (start) => open(near, start))
      }
      open(near, first)
    })
  })

  function open(near: Socket, start: Buffer): void {
    const refused = listParameters(start).find((name) => !knownParameters.has(name))
    if (refused) return void near.end(renderRefusal(`unsupported startup parameter: ${refused}`))
    const far = connect(Number(target.port), target.hostname)
    sockets.add(far)
    far.on('error', () => {})
    far.write(start)
    near.pipe(far).pipe(near)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The names in a message of length, protocol version and pairs of zero-terminated strings. */
function listParameters(start: Buffer): string[] {
  const texts = start.subarray(8, -1).toString().split('\0')
  return texts.filter((text, index) => index % 2 === 0 && text !== '')
}

function renderRefusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
