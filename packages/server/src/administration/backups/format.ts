import { StartError } from '../../platform/start/error.ts'
import type { BackedUpTable, Waiting } from './queries.ts'

/**
 * A backup is a sequence of frames, compressed with gzip and followed by a digest: a header, then for every table its
 * name and columns, its rows as PostgreSQL's COPY writes them, in pieces, and their number.
 */
export type Frame =
  | { type: 'header'; value: BackupHeader }
  | { type: 'table'; value: BackedUpTable }
  | { type: 'rows'; value: Buffer }
  | { type: 'table-end'; value: { rows: number } }

export interface BackupHeader {
  formatVersion: 1
  /** Of the server that made it. */
  version: string
  createdAt: string
  migrations: { name: string; checksum: string }[]
  /** Can only be decrypted with the secret that the rows are encrypted with. */
  secretCheck: string
  waiting: Waiting
}

export class BackupError extends StartError {
  override name = 'BackupError'
}

const types: Frame['type'][] = ['header', 'table', 'rows', 'table-end']
const prefixLength = 5

export function encodeFrame(frame: Frame): Buffer {
  const content = frame.type === 'rows' ? frame.value : Buffer.from(JSON.stringify(frame.value))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt8(types.indexOf(frame.type), 0)
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}

export async function* decodeFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= prefixLength) {
      const end = prefixLength + rest.readUInt32BE(1)
      if (rest.length < end) break
      yield toFrame(rest.readUInt8(0), rest.subarray(prefixLength, end))
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new Error('it stops in the middle')
}

function toFrame(number: number, content: Buffer): Frame {
  const type = types[number]
  if (!type) throw new Error('it has a part of an unknown kind')
  return { type, value: type === 'rows' ? content : JSON.parse(content.toString()) } as Frame
}
