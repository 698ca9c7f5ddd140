import { setImmediate as nextTurn } from 'node:timers/promises'
import { KnownError } from '@latchkey/contract'
import { PlainError } from '../platform/http/plain-error.ts'
import type { RequestHeaders } from './context.ts'
import { JsonError, parseJson } from './json.ts'

export const maxBodyBytes = 1_500_000

/** The parsed body, or undefined if there is none. A missing content type means no body, as in the existing API. */
export async function readBody(request: Request, headers: RequestHeaders, maxBytes: number): Promise<unknown> {
  if (request.method === 'GET') return undefined
  const header = headers.get('content-type')
  if (!header) return undefined
  if (headers.get('content-encoding')) throw new PlainError(415, 'Compressed request bodies are not supported.')

  const { type, charset } = parseContentType(header)
  if (!knownTypes.has(type) || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    throw cannotParse(`The content type ${JSON.stringify(header)} is not supported. Send application/json in UTF-8.`)
  }
  const bytes = await readBytes(request, headers, maxBytes)
  if (bytes.byteLength > largeBytes) await waitForTurn()
  if (type === 'application/octet-stream') return bytes.byteLength === 0 ? undefined : bytes

  const text = decodeUtf8(bytes)
  if (type === 'text/plain') return text === '' ? undefined : text
  if (type === 'application/x-www-form-urlencoded') return parseForm(text)
  try {
    return parseJson(text)
  } catch (error) {
    throw error instanceof JsonError ? cannotParse(error.message) : error
  }
}

/** Larger bodies are parsed one per turn of the event loop, so that many at once do not delay other requests. */
const largeBytes = 50_000
let lastTurn: Promise<void> = Promise.resolve()

function waitForTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  return lastTurn
}

/** The unparsed body, for verifying signatures. */
export async function readText(request: Request, headers: RequestHeaders, maxBytes: number): Promise<string> {
  return decodeUtf8(await readBytes(request, headers, maxBytes))
}

const knownTypes = new Set([
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
])

function parseContentType(header: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = header.split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(parameter)?.[1])
    .find(Boolean)
  return { type: type.trim().toLowerCase(), charset: charset?.toLowerCase() }
}

async function readBytes(request: Request, headers: RequestHeaders, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readAll(request, headers, maxBytes)
  } catch (error) {
    // Its connection was lost, which looks like that of a database.
    throw error instanceof PlainError ? error : new PlainError(400, 'The body was not sent completely.')
  }
}

async function readAll(request: Request, headers: RequestHeaders, maxBytes: number): Promise<Uint8Array> {
  const announced = Number(headers.get('content-length') ?? Number.NaN)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  if (!Number.isNaN(announced)) return new Uint8Array(await request.arrayBuffer())
  if (!request.body) return new Uint8Array()

  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw cannotParse('The body is not valid UTF-8.')
  }
}

const maxFormFields = 1_000

function parseForm(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const pairs = text.split('&', maxFormFields + 1).filter(Boolean)
  if (pairs.length > maxFormFields) throw cannotParse(`The form has more than ${maxFormFields} fields.`)
  for (const pair of pairs) {
    const separator = pair.includes('=') ? pair.indexOf('=') : pair.length
    const name = decodeFormText(pair.slice(0, separator))
    if (name === '__proto__') throw cannotParse('The form has a field named __proto__.')
    if (Object.hasOwn(fields, name)) throw cannotParse(`The form has the field ${JSON.stringify(name)} twice.`)
    fields[name] = decodeFormText(pair.slice(separator + 1))
  }
  return fields
}

/** `URLSearchParams` would repair invalid encodings, so that two parsers could disagree. */
function decodeFormText(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    if (!decoded.includes('\0')) return decoded
  } catch {
    // Rejected below, like a form with characters that cannot be stored.
  }
  throw cannotParse('The form cannot be decoded.')
}

function cannotParse(message: string): KnownError<'BODY_PARSING_ERROR'> {
  return new KnownError('BODY_PARSING_ERROR', { message })
}

function tooLarge(maxBytes: number): PlainError {
  return new PlainError(413, `The body is larger than ${maxBytes} bytes.`, { connection: 'close' })
}
