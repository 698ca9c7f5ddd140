import { z } from 'zod'
import { byAccess } from './access.ts'
import { listCursor, listOf, millis, noQuery, success, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'

export const connectionDomain = z.object({
  id: z.string(),
  team_id: z.string().nullable().meta({ description: 'Null: for the connections of the project itself.' }),
  domain: z.string().meta({ description: 'In lower case and ASCII.' }),
  is_proven: z.boolean(),
  record: z
    .object({ type: z.literal('TXT'), name: z.string(), value: z.string() })
    .meta({ description: 'The DNS record that proves the domain. It has to stay: it is checked again every week.' }),
  created_at_millis: millis,
  proven_at_millis: millis.nullable(),
  checked_at_millis: millis.nullable(),
  failing_since_millis: millis.nullable().meta({
    description: 'Since when the record of a proven domain is missing. After a week the domain is no longer proven.',
  }),
})

/** What a check of a record has found. */
export const domainCheckResults = ['found', 'missing', 'unreachable', 'proven_elsewhere'] as const

const params = z.strictObject({ domain_id: uuid })
const accessErrors = ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'CONNECTION_DOMAIN_NOT_FOUND'] as const
const managed = { access: everyone, clientUser: 'USER_AUTHENTICATION_REQUIRED', query: noQuery } as const

/** The name of a domain as people type it; the server says what is wrong with it. */
const domain = z.string().min(1).max(300)

export const connectionDomainRoutes = defineRoutes('settings', {
  'GET /connection-domains': {
    summary: 'List the email domains of companies',
    description:
      'Oldest first. For all routes about domains, clients need the permission `$manage_connections` in the team. ' +
      'Servers list those of a team, or all of the project.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: byAccess({
      client: z.strictObject({ team_id: uuid, cursor: listCursor.optional() }),
      server: z.strictObject({ team_id: uuid.optional(), cursor: listCursor.optional() }),
    }),
    response: listOf(connectionDomain),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
  },
  'POST /connection-domains': {
    summary: 'Add an email domain',
    description:
      'It is proven with the TXT record in the response, and counts only then: people with an address of it are led to ' +
      'the connection. Subdomains do not count. Adding a domain again returns the same one.',
    ...managed,
    stepUp: true,
    body: byAccess({
      client: z.strictObject({ team_id: uuid, domain }),
      server: z.strictObject({ team_id: uuid.nullable().optional(), domain }),
    }),
    status: 201,
    response: connectionDomain,
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND', 'CONNECTION_DOMAIN_REFUSED'],
  },
  'POST /connection-domains/{domain_id}/check': {
    summary: 'Check the record of a domain now',
    description:
      'Asks the name servers of the domain. In a project, a domain is proven by at most one team, or by the project ' +
      'itself: the others get the result `proven_elsewhere`.',
    ...managed,
    handlerLimits: ['connectionChecksByTeam'],
    params,
    body: z.strictObject({}),
    bodyOptional: true,
    response: connectionDomain.extend({ result: z.enum(domainCheckResults) }),
    errors: accessErrors,
  },
  'DELETE /connection-domains/{domain_id}': {
    summary: 'Remove a domain',
    description:
      'Nobody is led to the connection any more, and addresses of the domain no longer count as verified by it.',
    ...managed,
    stepUp: true,
    params,
    response: success,
    errors: accessErrors,
  },
})
