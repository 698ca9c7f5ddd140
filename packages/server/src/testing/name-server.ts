import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

export interface NameServer {
  /** As Node.js takes it. */
  address: string
  /** The TXT records by their names. */
  records: Map<string, string[]>
  /** From now on it answers no question. */
  isSilent: boolean
  /** The names that were asked for. */
  readonly asked: string[]
  close(): Promise<void>
}

/** A name server on a real socket that knows nothing but TXT records (RFC 1035). */
export async function openNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4')
  const server = { records: new Map<string, string[]>(), isSilent: false, asked: [] as string[] }
  socket.on('message', (question, peer) => {
    const { name, end } = readName(question)
    server.asked.push(name)
    if (server.isSilent) return
    const records = server.records.get(name.toLowerCase())
    socket.send(answer(question, end, records), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return Object.assign(server, {
    address: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  })
}

const headerLength = 12

function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let place = headerLength
  while (question[place]! > 0) {
    labels.push(question.toString('latin1', place + 1, place + 1 + question[place]!))
    place += question[place]! + 1
  }
  // After the name come type and class.
  return { name: labels.join('.'), end: place + 5 }
}

/** Without records, the name does not exist. */
function answer(question: Buffer, end: number, records: string[] | undefined): Buffer {
  const header = Buffer.alloc(headerLength)
  question.copy(header, 0, 0, 2)
  // An authoritative answer to a question that asked for recursion; code 3 is an unknown name.
  header.writeUInt16BE(0x8500 | (records ? 0 : 3), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records?.length ?? 0, 6)
  return Buffer.concat([header, question.subarray(headerLength, end), ...(records ?? []).map(toRecord)])
}

/** The name is that of the question; texts are in pieces of at most 255 bytes. */
function toRecord(text: string): Buffer {
  const bytes = Buffer.from(text)
  const pieces: Buffer[] = []
  for (let start = 0; start === 0 || start < bytes.length; start += 255) {
    const piece = bytes.subarray(start, start + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  const data = Buffer.concat(pieces)
  const fixed = Buffer.from([0xc0, headerLength, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}
