import { z } from 'zod'
import { listOf, millis, success, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { sessionKeyHeader } from './sessions.ts'

/** How long a device is trusted, whether or not it is used. */
export const trustedDeviceDays = 30

/** Of a user. The one that was trusted first makes room for another. */
export const maxTrustedDevices = 20

/** As many people may share a browser: it does not know who signs in next, so it sends all their tokens. */
export const maxSentTrustedDevices = 5

/** The header of sign-ins that a trusted device completes without the second factor. */
export const trustedDeviceHeader = z.object({
  'x-stack-trusted-device': z
    .string()
    .optional()
    .meta({
      description:
        `The \`trusted_device\` of an earlier sign-in; with spaces between them, those of up to ${maxSentTrustedDevices} users. ` +
        'If one is of the user who signs in, no second factor is asked for. Others are ignored.',
    }),
})

/** The headers of sign-ins of users who may have a second factor. */
export const signInHeaders = sessionKeyHeader.extend(trustedDeviceHeader.shape)

const trustedDevice = z.object({
  id: z.string(),
  user_id: z.string(),
  user_agent: z.string().nullable().meta({ description: 'The `User-Agent` of the browser that last used it.' }),
  created_at_millis: millis,
  expires_at_millis: millis,
  last_used_at_millis: millis.nullable().meta({ description: 'When it last completed a sign-in.' }),
})

const user = { user_id: userIdOrMe }

export const trustedDeviceRoutes = defineRoutes('accounts', {
  'GET /auth/trusted-devices': {
    summary: 'List the trusted devices of a user, newest first',
    description: 'Devices that sign the user in without the second factor. Clients list their own.',
    access: everyone,
    ownerNeeds: 'read',
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query: z.strictObject(user),
    response: listOf(trustedDevice),
    errors: [],
  },
  'DELETE /auth/trusted-devices/{user_id}': {
    summary: 'Forget all trusted devices of a user',
    description: 'The next sign-in on each of them asks for the second factor. Sessions go on.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params: z.strictObject(user),
    response: success,
    errors: [],
  },
  'DELETE /auth/trusted-devices/{user_id}/{id}': {
    summary: 'Forget a trusted device',
    description: 'The next sign-in on it asks for the second factor. Its session goes on.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params: z.strictObject({ ...user, id: uuid }),
    response: success,
    errors: [],
  },
})
