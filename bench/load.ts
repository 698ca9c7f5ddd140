import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface LoadRequest {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  /** A function if it is another one each time. */
  body?: string | (() => string)
}

const endOfHead = '\r\n\r\n'
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * The number of requests per second when each connection sends its own request repeatedly. It writes prepared bytes to
 * bare sockets and reads only as much of a response as needed to find its end: it shares the cores with the server, so
 * its own work would distort the result.
 */
export async function requestsPerSecond(requests: LoadRequest[], seconds: number): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  const counts = await Promise.all(requests.map((request) => repeat(request, end)))
  const took = (performance.now() - started) / 1000
  return counts.reduce((sum, count) => sum + count, 0) / took
}

async function repeat(request: LoadRequest, end: number): Promise<number> {
  const { hostname, port } = new URL(request.url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay()
  await once(socket, 'connect')
  const bytes = toBytes(request)
  const nextBytes = typeof request.body === 'function' ? () => toBytes(request) : () => bytes
  try {
    return await countResponses(socket, nextBytes, end)
  } finally {
    socket.destroy()
  }
}

function countResponses(socket: Socket, nextBytes: () => Buffer, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let received: Buffer | undefined
    socket.once('error', reject).once('close', () => reject(new Error('The server closed the connection.')))
    socket.on('data', (chunk: Buffer) => {
      received = received ? Buffer.concat([received, chunk]) : chunk
      const length = responseLength(received)
      if (length === undefined || received.byteLength < length) return
      if (!received.toString('latin1', 9, 10).startsWith('2')) return reject(new Error(received.toString()))
      received = undefined
      count++
      if (performance.now() < end) socket.write(nextBytes())
      else resolve(count)
    })
    socket.write(nextBytes())
  })
}

/** Undefined until it is known. */
function responseLength(received: Buffer): number | undefined {
  const headLength = received.indexOf(endOfHead)
  if (headLength < 0) return undefined
  const head = received.toString('latin1', 0, headLength)
  if (/\r\ntransfer-encoding: chunked/i.test(head))
    return received.subarray(-lastChunk.length).equals(lastChunk) ? received.length : undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('A response without Content-Length cannot be separated from the next one.')
  return headLength + endOfHead.length + Number(length)
}

function toBytes({ method, url, headers = {}, body: content = '' }: LoadRequest): Buffer {
  const body = typeof content === 'function' ? content() : content
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const head = [`${method} ${pathname}${search} HTTP/1.1`, ...lines.map((line) => line.join(': '))]
  return Buffer.from(head.join('\r\n') + endOfHead + body)
}
