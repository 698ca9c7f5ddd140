import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { accessTypes, byAccess, isByAccess, schemaFor } from './access.ts'
import { errors } from './errors.ts'
import {
  apiKeyRoutes,
  connectedAccountRoutes,
  contactChannelRoutes,
  notificationRoutes,
  permissionDefinitionRoutes,
  permissionRoutes,
  providerLinkRoutes,
  type RouteDefinition,
  type Routes,
  routes,
  teamInvitationRoutes,
  teamMemberProfileRoutes,
  teamMembershipRoutes,
  teamRoutes,
  userRoutes,
} from './index.ts'

const all = Object.entries(routes) as [string, RouteDefinition][]

describe.each(all)('%s', (id, route) => {
  test('is named by a method and a path', () => {
    expect(id).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/(?:[a-z{.][a-z0-9_.{}-]*(?:\/(?=.))?)*$/)
  })

  test('has a summary without a full stop', () => {
    expect(route.summary).toMatch(/^[A-Z].*[^.\s]$/)
    if (route.description) expect(route.description).toMatch(/^[A-Z`].*\.$/)
  })

  test('declares a parameter for every placeholder of its path', () => {
    const placeholders = [...id.matchAll(/\{(\w+)\}/g)].map((match) => match[1])

    expect(Object.keys(route.params?.shape ?? {})).toEqual(placeholders)
  })

  test('names errors of the table, each once', () => {
    for (const code of route.errors) expect(errors).toHaveProperty(code)
    expect(new Set(route.errors).size).toBe(route.errors.length)
  })

  test('lists access levels in order', () => {
    if (route.access === 'open') return
    expect(route.access.length).toBeGreaterThan(0)
    expect(route.access).toEqual(accessTypes.filter((level) => route.access.includes(level)))
  })

  test('rejects unknown members', () => {
    for (const part of [route.params, route.query, route.body]) {
      for (const level of accessTypes) {
        const schema = schemaFor(part, level)
        if (!(schema instanceof z.ZodObject)) continue
        const codes = schema.safeParse({ surprise: true }).error?.issues.map((issue) => issue.code)
        expect(codes).toContain('unrecognized_keys')
      }
    }
  })

  test('declares no body where a body is ignored', () => {
    if (id.startsWith('GET ')) expect(route.body).toBeUndefined()
  })
})

test.each(
  Object.entries<RouteDefinition>({
    ...userRoutes,
    ...teamRoutes,
    ...teamMembershipRoutes,
    ...teamMemberProfileRoutes,
    ...teamInvitationRoutes,
    ...permissionRoutes,
    ...permissionDefinitionRoutes,
    ...contactChannelRoutes,
    ...notificationRoutes,
    ...providerLinkRoutes,
    ...connectedAccountRoutes,
    ...apiKeyRoutes,
  }),
)('%s says which query keys it takes, so that no other is accepted', (_, route) => {
  expect(route.query).toBeDefined()
})

describe('a part that differs by access level', () => {
  const part = byAccess({ client: z.object({ a: z.string() }), server: z.object({ b: z.string() }) })

  test('is the server schema for servers and admins, the client schema otherwise', () => {
    expect(schemaFor(part, 'client')).toBe(part.client)
    expect(schemaFor(part, null)).toBe(part.client)
    expect(schemaFor(part, 'server')).toBe(part.server)
    expect(schemaFor(part, 'admin')).toBe(part.server)
    expect(schemaFor(undefined, 'admin')).toBeUndefined()
  })

  test('is distinguished from a plain schema', () => {
    expect(isByAccess(part)).toBe(true)
    expect(isByAccess(z.object({ byAccess: z.string() }))).toBe(false)
  })
})

describe('the request and response types', () => {
  test('name every route', () => {
    expectTypeOf<keyof Routes>().toEqualTypeOf<keyof typeof routes>()
  })

  test('differ by access level where the responses do', () => {
    type Me = Routes['GET /users/me']['response']

    expectTypeOf<Me['server']>().toHaveProperty('server_metadata')
    expectTypeOf<Me['admin']>().toEqualTypeOf<Me['server']>()
    expectTypeOf<'server_metadata'>().not.toExtend<keyof Me['client']>()
  })

  test('let a caller omit what has a default or is optional', () => {
    expectTypeOf<{ body: { user_id: string } }>().toExtend<Routes['POST /auth/sessions']['request']>()
    expectTypeOf<object>().toExtend<Routes['GET /users']['request']>()
    expectTypeOf<object>().not.toExtend<Routes['POST /auth/sessions']['request']>()
  })
})

test('every step of signing in and signing up leaves a trace of its failures', () => {
  const steps = all.filter(([id]) => /^POST \/auth\/.*\/(sign-in|sign-up|initiate-passkey)(\/|$)/.test(id))
  expect(steps.length).toBeGreaterThan(8)
  expect(steps.filter(([, { trace }]) => trace === undefined).map(([id]) => id)).toEqual([])
})
