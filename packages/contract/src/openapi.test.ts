import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commonErrors } from './common-errors.ts'
import { errors } from './errors.ts'
import { type RouteDefinition, routes } from './index.ts'
import { describeApi, features } from './openapi.ts'

const api = describeApi() as unknown as z.output<typeof document>
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ id: `${method.toUpperCase()} ${path}`, path, ...operation })),
)

test('docs/openapi.json is up to date (run npm run openapi)', () => {
  const file = readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')

  expect(file.replaceAll('\r\n', '\n') === `${JSON.stringify(describeApi(), null, 2)}\n`).toBe(true)
})

describe('the description', () => {
  test('is an OpenAPI 3.1 document', () => {
    expect(document.safeParse(api).error?.issues ?? []).toEqual([])
  })

  test('has every route once, under its feature', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(routes).sort())
    expect(features.flatMap((feature) => Object.keys(feature.routes)).sort()).toEqual(Object.keys(routes).sort())
    for (const feature of features) expect(Object.keys(feature.routes), feature.name).not.toEqual([])
    for (const operation of operations) {
      expect(operation['x-route']).toBe(operation.id)
      expect(api.tags.map(({ name }) => name)).toContain(operation.tags[0])
    }
  })

  test('has operation ids that are unique identifiers', () => {
    const ids = operations.map(({ operationId }) => operationId)

    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^(get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/)
    expect(ids).toEqual(expect.arrayContaining(['postAuthPasswordSignIn', 'getUsersByUserId', 'getUsersMe', 'getRoot']))
  })

  test('refers only to what exists', () => {
    const references = JSON.stringify(api).match(/"\$ref":"[^"]*"/g) ?? []
    for (const reference of references) {
      const [, kind, name] = /#\/components\/(\w+)\/(\w+)"/.exec(reference) ?? []
      expect(api.components).toHaveProperty([kind!, name!])
    }
    for (const name of operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)))) {
      expect(api.components.securitySchemes).toHaveProperty(name)
    }
  })

  test('has a required parameter for every placeholder', () => {
    for (const { path, parameters } of operations) {
      const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(names).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  test('says how many items every list in a request may have', () => {
    const lists: { id: string; list: { maxItems?: number } }[] = []
    for (const { id, requestBody } of operations) {
      JSON.stringify(requestBody ?? null, (_, value) => {
        if (value?.type === 'array') lists.push({ id, list: value })
        return value
      })
    }
    expect(lists).not.toEqual([])
    expect(lists.filter(({ list }) => list.maxItems === undefined)).toEqual([])
  })

  test('has schemas that can be parsed', () => {
    const schemas = operations.flatMap((operation) => [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap((response) =>
        'content' in response ? Object.values(response.content ?? {}) : [],
      ),
    ])
    // All of them at once, because each reading goes through every schema that they share.
    const text = JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(schemas.map(({ schema }, index) => [index, schema])),
      $defs: api.components.schemas,
    }).replaceAll('#/components/schemas/', '#/$defs/')
    expect(() => z.fromJSONSchema(JSON.parse(text))).not.toThrow()
  })
})

describe('access', () => {
  const securityOf = (id: string) => operations.find((operation) => operation.id === id)!.security

  test('requires project, level and a key of one of the levels, or an owner instead of the key', () => {
    expect(securityOf('GET /users')).toEqual([
      { project: [], accessType: [], serverKey: [] },
      { project: [], accessType: [], adminKey: [] },
      { project: [], accessType: [], adminAccessToken: [] },
    ])
  })

  test('is open where the route is', () => {
    expect(securityOf('POST /check-version')).toEqual([{}])
  })

  test('requires the user if the route does', () => {
    for (const one of securityOf('POST /auth/password/update')) expect(one).toHaveProperty('accessToken')
    for (const one of securityOf('GET /users/me')) expect(one).toHaveProperty('accessToken')
    expect(securityOf('GET /auth/sessions').map((one) => 'accessToken' in one)).toEqual([true, false, false, false])
    for (const one of securityOf('POST /auth/password/sign-in')) expect(one).not.toHaveProperty('accessToken')
  })

  test('documents in text and in `security` that a user is required', () => {
    for (const [id, route] of Object.entries(routes) as [string, RouteDefinition][]) {
      const { description = '', security } = operations.find((operation) => operation.id === id)!
      const [first] = security
      if (route.user) for (const one of security) expect(one, id).toHaveProperty('accessToken')
      if (route.user) expect(description).toMatch(/Requires a signed-in user( of the project `internal`)?\./)
      if (route.clientUser) expect(first, id).toMatchObject({ clientKey: [], accessToken: [] })
      if (route.clientUser) expect(description).toContain('With client access, requires a signed-in user.')
    }
  })

  test('describes body and response per access level where they differ', () => {
    const { requestBody, responses } = operations.find(({ id }) => id === 'PATCH /users/me')!
    const body = requestBody!.content['application/json']!.schema as { anyOf: Record<string, object>[] }

    expect(body.anyOf.map((variant) => variant['x-access'])).toEqual([['client'], ['server', 'admin']])
    expect(body.anyOf[0]!.properties).not.toHaveProperty('server_metadata')
    expect(body.anyOf[1]!.properties).toHaveProperty('server_metadata')
    expect(JSON.stringify(responses['200'])).toMatch(/ClientUser.*ServerUser/)
  })

  test('marks a parameter that only some levels must send', () => {
    const { parameters } = operations.find(({ id }) => id === 'DELETE /auth/sessions/{id}')!

    expect(parameters.find(({ name }) => name === 'user_id')).toMatchObject({
      required: false,
      description: 'Required for client access.',
    })
  })
})

describe('errors', () => {
  const statusOf = (code: keyof typeof errors) => errors[code][0]

  test('of every route are described under their status', () => {
    for (const [id, route] of Object.entries(routes) as [string, RouteDefinition][]) {
      const operation = operations.find((one) => one.id === id)!
      for (const code of route.errors) {
        const response = resolve(operation.responses[String(statusOf(code))]!)
        expect(listCodes(response), `${code} of ${id}`).toContain(code)
      }
    }
  })

  test('that every route may return are described for every route', () => {
    for (const { id, responses } of operations) {
      expect(listCodes(resolve(responses['400']!)), id).toEqual(expect.arrayContaining([...commonErrors[400]]))
      expect(listCodes(resolve(responses['401']!)), id).toEqual(expect.arrayContaining([...commonErrors[401]]))
      expect(responses['429']).toEqual({ $ref: '#/components/responses/TooManyRequests' })
      expect(responses.default).toEqual({ $ref: '#/components/responses/Refused' })
    }
  })

  test('have the status of the table and a valid example', () => {
    for (const status of [400, 401] as const) {
      for (const code of commonErrors[status]) expect(statusOf(code)).toBe(status)
    }
    const short = api.components.schemas.PASSWORD_TOO_SHORT as { examples: unknown[] }
    expect(short.examples).toEqual([
      { code: 'PASSWORD_TOO_SHORT', details: { min_length: 8 }, error: 'Password too short. Minimum length is 8.' },
    ])
    for (const [name, schema] of Object.entries(api.components.schemas)) {
      const { examples } = schema as { examples?: unknown[] }
      if (examples) expect(z.fromJSONSchema(schema as never).safeParse(examples[0]).error, name).toBeUndefined()
    }
  })

  function resolve(response: z.output<typeof reference> | z.output<typeof reply>): z.output<typeof reply> {
    if (!('$ref' in response)) return response
    return api.components.responses[response.$ref.split('/').at(-1)!]!
  }

  function listCodes(part: unknown): string[] {
    const names = [...JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => match[1]!)
    return names.flatMap((name) => (name in errors ? [name] : listCodes(api.components.schemas[name])))
  }
})

test('case-insensitive patterns are left out, because JSON Schema does not support them', () => {
  const { parameters } = operations.find(({ id }) => id === 'GET /users/{user_id}')!

  expect(parameters[0]).toMatchObject({ name: 'user_id', schema: { type: 'string', format: 'uuid' } })
  expect(parameters[0]!.schema).not.toHaveProperty('pattern')
})

test('responses allow additional members, requests do not', () => {
  const { requestBody, responses } = operations.find(({ id }) => id === 'POST /auth/password/sign-in')!

  expect(requestBody!.content['application/json']!.schema).toHaveProperty('additionalProperties', false)
  expect(JSON.stringify(responses['200'])).not.toContain('additionalProperties')
})

// The parts of the OpenAPI 3.1 specification that we use, without anything it does not know.
const schema = z.record(z.string(), z.unknown())
const text = z.string().min(1)
const content = z.record(z.string(), z.strictObject({ schema }))
const reference = z.strictObject({ $ref: z.string().startsWith('#/components/') })
const reply = z.strictObject({
  description: text,
  headers: z.record(z.string(), z.strictObject({ description: text, schema })).optional(),
  content: content.optional(),
})
const operation = z.strictObject({
  operationId: text,
  'x-route': text,
  'x-access': z.array(z.enum(['client', 'server', 'admin'])),
  'x-errors': z.array(text),
  'x-limits': z.array(text).min(1).optional(),
  'x-owner-roles': z
    .array(z.enum(['owner', 'admin', 'developer', 'support', 'viewer']))
    .min(1)
    .optional(),
  tags: z.tuple([text]),
  summary: text,
  description: text.optional(),
  security: z.array(z.record(z.string(), z.tuple([]))).min(1),
  parameters: z.array(
    z.strictObject({
      name: text,
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      description: text.optional(),
      schema,
    }),
  ),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^(?:[1-5]\d\d|default)$/), z.union([reference, reply])),
})
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({
    title: text,
    version: text,
    description: text,
    license: z.strictObject({ name: text, identifier: text }),
  }),
  servers: z.array(z.strictObject({ url: text })),
  tags: z.array(z.strictObject({ name: text, description: text.optional() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operation),
  ),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string().regex(/^[\w.-]+$/),
      z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: text, description: text }),
    ),
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    responses: z.record(z.string().regex(/^[\w.-]+$/), reply),
  }),
})
