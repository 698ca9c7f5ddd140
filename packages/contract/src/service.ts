import { z } from 'zod'
import { json } from './fields.ts'
import { defineRoutes } from './route.ts'

/** Routes about the service itself rather than a project's data. */
export const serviceRoutes = defineRoutes('none', {
  'GET /': {
    summary: 'Show the access of the current request',
    description: 'Describes in plain text which access the credentials of the request give. For debugging.',
    access: 'open',
    query: z.strictObject({}),
    response: 'text',
    errors: [],
  },
  'POST /check-feature-support': {
    summary: 'Report that a feature is not supported',
    access: 'open',
    body: json,
    bodyOptional: true,
    response: 'text',
    errors: [],
  },
  'POST /check-version': {
    summary: 'Compare a client version with the version of the server',
    access: 'open',
    body: z.strictObject({ clientVersion: z.string() }),
    response: z.union([
      z.object({ upToDate: z.literal(true) }),
      z.object({ upToDate: z.literal(false), error: z.string(), severe: z.boolean() }),
    ]),
    errors: [],
  },
})
