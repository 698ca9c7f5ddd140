/**
 * What libraries for browsers expect of their surroundings and QuickJS does not have. Nothing here reaches out of the
 * sandbox: there is no network, no file, no environment, and time does not pass.
 */

/** All of a stream at once: whoever renders an email wants all of it. */
class WholeStream {
  #chunks: Uint8Array[] = []
  #pull: () => void

  constructor(source: { pull: (controller: unknown) => void }) {
    this.#pull = () => source.pull(controller)
    const controller = {
      desiredSize: Number.POSITIVE_INFINITY,
      enqueue: (chunk: Uint8Array) => void this.#chunks.push(chunk),
      close: () => undefined,
      error: (error: unknown) => {
        throw error
      },
    }
  }

  readAll(): string {
    this.#pull()
    return this.#chunks.map(decodeUtf8).join('')
  }
}

class Utf8Encoder {
  encode(text = ''): Uint8Array {
    const bytes: number[] = []
    for (const character of text) {
      const code = character.codePointAt(0)!
      if (code < 0x80) bytes.push(code)
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }
    return Uint8Array.from(bytes)
  }
  encodeInto(text: string, target: Uint8Array) {
    const bytes = this.encode(text)
    target.set(bytes)
    return { read: text.length, written: bytes.length }
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  let escaped = ''
  for (const byte of bytes)
    escaped += byte < 0x80 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`
  return decodeURIComponent(escaped)
}

class Utf8Decoder {
  decode(bytes?: Uint8Array): string {
    return bytes ? decodeUtf8(bytes) : ''
  }
}

class Channel {
  readonly port1: { onmessage?: (event: { data: unknown }) => void } = {}
  readonly port2 = {
    postMessage: (data: unknown) => void Promise.resolve().then(() => this.port1.onmessage?.({ data })),
  }
}

class Abort {
  readonly signal = { aborted: false, addEventListener: () => undefined, removeEventListener: () => undefined }
  abort() {}
}

/** Plain data only, which is all that the libraries clone. */
function clone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(clone) as T
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [clone(key), clone(item)])) as T
  if (value instanceof Set) return new Set([...value].map(clone)) as T
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clone(item)])) as T
}

const soon = (work: () => void) => {
  void Promise.resolve().then(work)
  return 0
}
const nothing = () => undefined

Object.assign(globalThis, {
  ReadableStream: WholeStream,
  TextEncoder: Utf8Encoder,
  TextDecoder: Utf8Decoder,
  MessageChannel: Channel,
  AbortController: Abort,
  setTimeout: soon,
  setImmediate: soon,
  clearTimeout: nothing,
  clearImmediate: nothing,
  structuredClone: clone,
  queueMicrotask: (work: () => void) => void Promise.resolve().then(work),
  performance: { now: () => 0 },
  console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing, trace: nothing },
  process: { env: { NODE_ENV: 'production' } },
  // Validators ask whether a value is one of these; nothing in a template can be.
  Blob: class {},
  File: class {},
  FormData: class {},
  Headers: class {},
  Request: class {},
  Response: class {},
  URL: class {},
})
