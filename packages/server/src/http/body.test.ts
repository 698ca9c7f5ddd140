import { describe, expect, test } from 'vitest'
import { testProject, testServer } from '../testing/index.ts'
import { readResponse } from '../testing/project.ts'
import { takeSnapshot } from '../testing/snapshot.ts'
import { createPerson } from '../testing/world.ts'
import { maxBodyBytes } from './body.ts'

const good = '{"clientVersion":"1.0.0"}'

/** As bytes, because `fetch` would make up a content type for a text. */
async function post(type: string | undefined, body: string | Uint8Array = good, headers: Record<string, string> = {}) {
  const { fetch } = await testServer()
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const response = await fetch('/api/v1/check-version', {
    method: 'POST',
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    body: bytes as BodyInit,
  })
  return readResponse(response)
}

const cannotParse = {
  status: 400,
  body: { code: 'BODY_PARSING_ERROR', details: { message: expect.any(String) }, error: expect.any(String) },
}
const schemaError = (text: string) => ({
  status: 400,
  body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining(text) } },
})

describe('the content type', () => {
  test.each([
    'application/json',
    ' application/json',
    'Application/Json ;',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; profile=x; charset=utf8',
  ])('%j is JSON, and its body is validated', async (type) => {
    expect(await post(type)).toMatchObject({ status: 200 })
    expect(await post(type, '{"clientVersion":"1.0.0","x":1}')).toMatchObject(schemaError('unknown property "x"'))
  })

  test.each([
    'application/json\ta',
    'application/jsonx',
    'application/ld+json',
    'json',
    'text/html',
    'text/json',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=latin1',
    '*/*',
    ';',
  ])('%j is refused', async (type) => expect(await post(type)).toMatchObject(cannotParse))

  test('that is missing means that there is no body', async () => {
    expect(await post(undefined)).toMatchObject(schemaError('body is required'))
    expect(await post('')).toMatchObject(schemaError('body is required'))
  })

  test('of plain text and bytes gives no object, even when the text is JSON', async () => {
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/octet-stream']) {
      expect(await post(type)).toMatchObject(schemaError('body must be of type object'))
      expect(await post(type, '')).toMatchObject(schemaError('body is required'))
    }
  })

  test('of a form gives an object of texts', async () => {
    const form = 'application/x-www-form-urlencoded'
    expect(await post(form, 'clientVersion=1.0.0')).toMatchObject({ status: 200 })
    expect(await post(form, 'clientVersion=1%2E0.0&x=')).toMatchObject(schemaError('unknown property "x"'))
    expect(await post(form, '')).toMatchObject(schemaError('body.clientVersion is required'))
    expect(await post(form, 'clientVersion=1&clientVersion=2')).toMatchObject(cannotParse)
    expect(await post(form, 'clientVersion=%ff')).toMatchObject(cannotParse)
  })

  test('of a GET plays no role', async () => {
    const { fetch } = await testServer()
    const response = await fetch('/api/v1', { headers: { 'content-type': 'application/nonsense' } })
    expect(response.status).toBe(200)
  })
})

describe('a body', () => {
  test.each([
    ['', 'empty'],
    ['{', 'cut off'],
    ['{"clientVersion":"1.0.0"}x', 'with something behind it'],
    ['{"clientVersion":"1.0.0","clientVersion":"2"}', 'with a member twice'],
    ['undefined', 'not JSON'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'not UTF-8'],
    [new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), 'with an overlong character'],
    [new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'in UTF-16'],
  ])('%j is refused: %s', async (body, _why) => expect(await post('application/json', body)).toMatchObject(cannotParse))

  // ASVS 5.2.3
  test('that is compressed is not supported', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip']) {
      expect(await post('application/json', good, { 'content-encoding': encoding })).toMatchObject({
        status: 415,
        body: expect.any(String),
      })
    }
  })

  test('may have as many bytes as the limit says and not one more', async () => {
    const filling = (bytes: number) => `{"clientVersion":"${'x'.repeat(bytes - 20)}"}`
    expect(await post('application/json', filling(maxBodyBytes))).toMatchObject({ status: 200 })
    const tooLarge = await post('application/json', filling(maxBodyBytes + 1))
    expect(tooLarge).toMatchObject({ status: 413, body: expect.any(String) })
    expect(tooLarge.headers.get('connection')).toBe('close')
  })

  test('is parsed before any credential is looked at', async () => {
    const { send, server, headers } = await testProject()
    const wrongKey = { ...headers('client'), 'x-stack-publishable-client-key': 'pck_wrong' }
    const init = { method: 'POST', headers: { ...wrongKey, 'content-type': 'application/json' }, body: '{' }
    const answer = await readResponse(await server.fetch('/api/v1/auth/password/sign-in', init))
    expect(answer).toMatchObject(cannotParse)
    expect(await send('POST /auth/password/sign-in', { headers: wrongKey, body: {} })).toMatchObject({
      body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' },
    })
  })

  test('is ignored by routes that declare none, as long as it can be parsed', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const remove = (body: string) =>
      project.server.fetch('/api/v1/auth/sessions/current', {
        method: 'DELETE',
        headers: {
          ...project.headers('client'),
          'x-stack-access-token': person.access_token,
          'content-type': 'application/json',
        },
        body,
      })
    expect((await remove('')).status).toBe(400)
    expect((await remove('{')).status).toBe(400)
    expect((await remove('{"anything":["goes"]}')).status).toBe(200)
  })
})

// ASVS 1.5.2
describe('a hostile JSON value', () => {
  test.each([
    ['{"__proto__":{"polluted":1}}', 'the prototype'],
    ['{"a":{"constructor":{"prototype":{"polluted":1}}}}', 'the prototype by its constructor'],
    ['"\\u0000"', 'U+0000'],
    ['{"a\\u0000":1}', 'U+0000 in a name'],
    ['"\\ud800"', 'half a character'],
    [`${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'depth'],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'depth of objects'],
    ['1e400', 'a number too large'],
    ['{"a":1,"a":2}', 'a member twice'],
  ])('%.40s is refused wherever it stands: %s', async (json) => {
    const project = await testProject()
    const person = await createPerson(project)
    const before = await takeSnapshot(project.server.platform.db, project.id)
    const patch = (body: string) =>
      project.server.fetch('/api/v1/users/me', {
        method: 'PATCH',
        headers: {
          ...project.headers('client'),
          'x-stack-access-token': person.access_token,
          'content-type': 'application/json',
        },
        body,
      })
    for (const body of [json, `{"client_metadata":${json}}`, `{"display_name":"Eve","client_metadata":[${json}]}`]) {
      expect(await readResponse(await patch(body))).toMatchObject({ status: 400, body: { code: expect.any(String) } })
    }
    expect(await takeSnapshot(project.server.platform.db, project.id)).toEqual(before)
    expect({}).not.toHaveProperty('polluted')
  })

  test('of two megabytes is refused', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const body = { client_metadata: 'x'.repeat(2_000_000) }
    expect(await project.send('PATCH /users/me', { user, body })).toMatchObject({ status: 413 })
  })

  test('of two megabytes is accepted for settings, but not from strangers', async () => {
    const project = await testProject()
    const send = (request: object) =>
      project.send('PATCH /internal/config/override', {
        body: { config_override_string: 'x'.repeat(2_000_000) },
        ...request,
      })
    expect(await send({ as: 'admin' })).toMatchObject({ status: 400, body: expect.stringContaining('characters') })
    for (const as of ['client', 'server'] as const) expect(await send({ as })).toMatchObject({ status: 413 })
    const wrongKey = { 'x-stack-super-secret-admin-key': 'wrong' }
    expect(await send({ as: 'admin', headers: wrongKey })).toMatchObject({ status: 413 })
    const noAccess = { 'x-stack-access-type': '' }
    expect(await send({ as: 'admin', headers: noAccess })).toMatchObject({ status: 413 })
  })
})
