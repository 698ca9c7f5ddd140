import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLogExporter, type LogExporter } from './log-exporter.ts'

/** A message of protocol buffers: its fields by number. */
type Message = { [field: number]: [name: string, kind: 'string' | 'varint' | 'fixed64' | 'fixed32' | (() => Message)] }
const wireTypes = { varint: 0, fixed64: 1, string: 2, fixed32: 5 }

/** As published by OpenTelemetry (`opentelemetry/proto/collector/logs/v1`). */
const anyValue: Message = { 1: ['stringValue', 'string'] }
const keyValue: Message = { 1: ['key', 'string'], 2: ['value', () => anyValue] }
const record: Message = {
  1: ['timeUnixNano', 'fixed64'],
  2: ['severityNumber', 'varint'],
  3: ['severityText', 'string'],
  5: ['body', () => anyValue],
  6: ['attributes', () => keyValue],
  7: ['droppedAttributesCount', 'varint'],
  8: ['flags', 'fixed32'],
  11: ['observedTimeUnixNano', 'fixed64'],
  12: ['eventName', 'string'],
}
const scope: Message = { 1: ['name', 'string'], 2: ['version', 'string'], 4: ['droppedAttributesCount', 'varint'] }
const scopeLogs: Message = { 1: ['scope', () => scope], 2: ['logRecords', () => record], 3: ['schemaUrl', 'string'] }
const resource: Message = { 1: ['attributes', () => keyValue], 2: ['droppedAttributesCount', 'varint'] }
const resourceLogs: Message = {
  1: ['resource', () => resource],
  2: ['scopeLogs', () => scopeLogs],
  3: ['schemaUrl', 'string'],
}
const exportRequest: Message = { 1: ['resourceLogs', () => resourceLogs] }

type Decoded = { [name: string]: (string | Decoded)[] }

/** Refuses what the published format does not name, which collectors would ignore. */
function decode(bytes: Buffer, message: Message): Decoded {
  const decoded: Decoded = {}
  let at = 0
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('The message ends within a field.')
    at += length
    return bytes.subarray(at - length, at)
  }
  const readVarint = (): number => {
    const byte = take(1)[0]!
    return byte < 128 ? byte : (byte & 127) + 128 * readVarint()
  }
  const readValue = (kind: Message[number][1]) => {
    if (kind === 'varint') return String(readVarint())
    if (kind === 'fixed64') return String(take(8).readBigUInt64LE())
    if (kind === 'fixed32') return String(take(4).readUInt32LE())
    const content = take(readVarint())
    return kind === 'string' ? new TextDecoder('utf-8', { fatal: true }).decode(content) : decode(content, kind())
  }
  while (at < bytes.length) {
    const tag = readVarint()
    const [name, kind] = message[tag >> 3] ?? []
    if (!name || !kind) throw new Error(`There is no field ${tag >> 3}.`)
    if ((tag & 7) !== (typeof kind === 'string' ? wireTypes[kind] : 2)) throw new Error(`${name} has the wrong type.`)
    decoded[name] = [...(decoded[name] ?? []), readValue(kind)]
  }
  return decoded
}

const received: Decoded[] = []
const collector = createServer(async (request, response) => {
  const body = await buffer(request)
  const isExpected = request.url === '/v1/logs' && request.headers['content-type'] === 'application/x-protobuf'
  try {
    if (!isExpected) throw new Error('The request is not one for logs.')
    received.push(decode(body, exportRequest))
    // All fields of the answer have their defaults, so it is empty.
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
})
let exporter: LogExporter

beforeAll(() => new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => collector.close(resolve)))
beforeEach(async () => {
  const { port } = collector.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  vi.stubEnv('OTEL_SERVICE_NAME', 'sign-in')
  exporter = await createLogExporter(process.env)
})
afterEach(async () => {
  await exporter.close()
  vi.unstubAllEnvs()
  received.length = 0
})

test('without a setting, a strict receiver of protocol buffers takes what is sent', async () => {
  const time = new Date('2030-02-03T04:05:06.789Z')
  const name = 'latchkey.audit.user.created'
  const attributes = {
    'latchkey.audit.id': 'one',
    'latchkey.audit.details': '{"name":"Zoë 🗝"}',
    'client.address': null,
  }
  await exporter.send([
    { time, name, attributes },
    { time, name: 'latchkey.audit.user.deleted', attributes: {} },
  ])
  const text = (value: string) => [{ stringValue: [value] }]
  const created = {
    timeUnixNano: [`${time.getTime()}000000`],
    severityNumber: ['9'],
    severityText: ['INFO'],
    eventName: [name],
    body: text(name),
    attributes: [
      { key: ['latchkey.audit.id'], value: text('one') },
      { key: ['latchkey.audit.details'], value: text(attributes['latchkey.audit.details']) },
    ],
  }
  const service = { key: ['service.name'], value: text('sign-in') }
  expect(received).toMatchObject([
    {
      resourceLogs: [
        {
          resource: [{ attributes: expect.arrayContaining([service]) }],
          scopeLogs: [
            { scope: [{ name: ['latchkey'] }], logRecords: [created, { eventName: ['latchkey.audit.user.deleted'] }] },
          ],
        },
      ],
    },
  ])
})
