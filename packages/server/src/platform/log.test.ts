import { expect, test } from 'vitest'
import type { LogLevel } from './config/values.ts'
import { createLog } from './log.ts'

// ASVS 1.2.3, 16.2.2, 16.2.4, 16.4.1
test('writes one JSON line per entry in production', () => {
  const { log, lines } = record({ isProduction: true })
  log.info('Signed in\nforged', { request_id: 'r1', millis: 12, level: 'forged' })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^\{[^\n]*\}\n$/)
  expect(JSON.parse(lines[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    message: 'Signed in\nforged',
    request_id: 'r1',
    millis: 12,
  })
})

// ASVS 16.4.1
test('writes lines for people in development', () => {
  const { log, lines } = record()
  log.warn('Slow\u001b[2J request', { request_id: 'r1', path: '/a b' })
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}Slow\\u001b\[2J request request_id=r1 path="\/a b"\n$/)
})

test('omits entries below the level', () => {
  const { log, lines } = record({ level: 'warn' })
  log.debug('a')
  log.info('b')
  log.warn('c')
  log.error('d')
  expect(lines).toHaveLength(2)
  const silent = record({ level: 'silent' })
  silent.log.error('e')
  expect(silent.lines).toHaveLength(0)
})

// ASVS 16.2.5
test('hides what looks secret at any depth', () => {
  const { log, lines } = record({ isProduction: true })
  const leak = 'leaked-value'
  log.info('x', {
    password: leak,
    newPassword: leak,
    clientSecret: leak,
    refresh_token: leak,
    accesstoken: leak,
    'x-latchkey-secret-server-key': leak,
    apiKey: leak,
    keys: { a: leak },
    code: leak,
    login_code: 123456,
    headers: { Authorization: leak, 'set-cookie': [leak], accept: 'shown' },
    list: [{ otp: leak }, new Map([['token', leak]])],
    url: `postgres://latchkey:${leak}@127.0.0.1/latchkey`,
    error: Object.assign(new Error(`cannot reach smtp://user:${leak}@mail`), { token: leak, body: { secret: leak } }),
  })
  expect(lines[0]).not.toContain(leak)
  expect(lines[0]).not.toContain('123456')
  expect(lines[0]).toContain('shown')
})

test('shows what only resembles a secret', () => {
  const { log, lines } = record({ isProduction: true })
  const fields = { monkey: 'm', status_code: 200, errorCode: 'X', hasPassword: true, decoded: 'd', keyboard: 'k' }
  log.info('x', fields)
  expect(JSON.parse(lines[0]!)).toMatchObject(fields)
})

test('serialises errors with code, stack and cause', () => {
  const { log, lines } = record({ isProduction: true })
  const cause = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' })
  log.error('Failed', { error: new TypeError('outer', { cause }) })
  const { error } = JSON.parse(lines[0]!)
  expect(error).toMatchObject({
    name: 'TypeError',
    message: 'outer',
    cause: { message: 'inner', code: 'ECONNREFUSED' },
  })
  expect(error.stack).toContain('log.test.ts')

  const readable = record()
  readable.log.error('Failed', { error: new TypeError('outer', { cause }) })
  expect(readable.lines[0]).toMatch(/error=outer\n {4}TypeError: outer\n[\s\S]*caused by\n {4}Error: inner/)
})

test('never throws, whatever it is given', () => {
  const { log, lines } = record({ isProduction: true })
  const circle: Record<string, unknown> = {
    big: 1n,
    bad: new Date(Number.NaN),
    bytes: Buffer.alloc(3),
    nothing: undefined,
  }
  circle.self = circle
  Object.defineProperty(circle, 'getter', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })
  log.info('x', circle)
  log.info('y', JSON.parse('{"__proto__": {"polluted": 1}}'))
  expect(JSON.parse(lines[0]!)).toMatchObject({ big: '1', bytes: '[3 bytes]', getter: '[unreadable]' })
  expect(lines).toHaveLength(2)
})

function record({ level = 'debug' as LogLevel, isProduction = false } = {}) {
  const lines: string[] = []
  return { log: createLog({ level, isProduction, write: (line) => void lines.push(line) }), lines }
}
