import { z } from 'zod'
import { byAccess } from './access.ts'
import { listCursor, listOf, maxDateMillis, millis, noQuery, permissionId, success, uuid } from './fields.ts'
import { revision, saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'

/** What happened in a directory. The dashboard has a sentence for each. */
export const directoryActions = [
  'user.created',
  'user.joined',
  'user.updated',
  'user.deactivated',
  'user.reactivated',
  'user.deleted',
  'group.created',
  'group.updated',
  'group.deleted',
  'request.refused',
] as const

/** Roles of a directory, and what it remembers. */
export const maxDirectoryRoles = 100
export const maxDirectoryOperations = 100

const role = z.strictObject({
  group: z.string().min(1).max(256).meta({
    description: 'The name of a group, in any case, or its ID in this directory. The group need not exist yet.',
  }),
  permission_id: permissionId,
})

const token = z.object({
  last_four: z.string(),
  created_at_millis: millis,
  expires_at_millis: millis.nullable().meta({ description: 'Set for the earlier token after a rotation.' }),
  last_used_at_millis: millis.nullable().meta({ description: 'To the minute. Null: never used.' }),
})

const directory = z.object({
  id: z.string(),
  team_id: z.string(),
  url: z.string().meta({
    description: 'The SCIM address, which the administrator enters at the identity provider together with the token.',
  }),
  created_at_millis: millis,
  last_used_at_millis: millis.nullable(),
  tokens: z.array(token).meta({ description: 'The tokens that work, newest first.' }),
  roles: z.array(role).meta({ description: 'Members of these groups have these permissions in the team.' }),
  user_count: z.number().int().meta({ description: 'Active users of the directory.' }),
  deactivated_user_count: z.number().int(),
  group_count: z.number().int(),
  revision,
})

const newToken = {
  token: z.string().meta({ description: 'The bearer token for the identity provider. It is not shown again.' }),
}

const operation = z.object({
  id: z.string(),
  happened_at_millis: millis,
  action: z.enum(directoryActions),
  subject: z.string().nullable().meta({ description: 'The user name, or the name of the group.' }),
  user_id: z.string().nullable().meta({ description: 'The user of the project, as long as they exist.' }),
  details: z.string().nullable().meta({
    description: 'Which attributes changed, how many members came and went, or why the request was refused.',
  }),
})

const group = z.object({
  id: z.string(),
  display_name: z.string(),
  member_count: z.number().int(),
  permission_ids: z.array(z.string()).meta({ description: 'What its members are given by the roles.' }),
})

const params = z.strictObject({ directory_id: uuid })
const accessErrors = ['DIRECTORY_NOT_FOUND'] as const

/** Clients need the permission `$manage_connections` in the team. */
const managed = { access: everyone, clientUser: 'USER_AUTHENTICATION_REQUIRED', query: noQuery } as const

export const directoryRoutes = defineRoutes('teams', {
  'GET /directories': {
    summary: 'List directories',
    description:
      'A directory is how a company’s identity provider adds and removes the members of a team, by SCIM 2.0. A team has ' +
      'at most one. For all routes about directories, clients need the permission `$manage_connections` in the team. ' +
      'Servers list the directory of a team, or those of all teams.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: byAccess({
      client: z.strictObject({ team_id: uuid, cursor: listCursor.optional() }),
      server: z.strictObject({ team_id: uuid.optional(), cursor: listCursor.optional() }),
    }),
    response: listOf(directory),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED'],
  },
  'POST /directories': {
    summary: 'Create the directory of a team',
    description:
      'This is the only response with its token. Only people whose addresses are in a domain that the team has proven ' +
      'can be added. A team that has a directory gets a plain-text 409.',
    ...managed,
    stepUp: true,
    body: z.strictObject({ team_id: uuid }),
    status: 201,
    response: directory.extend(newToken),
    errors: ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'],
  },
  'GET /directories/{directory_id}': {
    summary: 'Read a directory',
    ...managed,
    params,
    response: directory,
    errors: accessErrors,
  },
  'PATCH /directories/{directory_id}': {
    summary: 'Change which groups give which permissions',
    description:
      'Replaces all roles. Members get and lose permissions at once. A permission that somebody was granted by hand is ' +
      'never taken away. Clients can only add permissions that their user has.',
    ...managed,
    stepUp: true,
    headers: saveHeaders,
    params,
    body: z.strictObject({ roles: z.array(role).max(maxDirectoryRoles) }),
    response: directory,
    errors: [...accessErrors, 'PERMISSION_NOT_FOUND'],
  },
  'POST /directories/{directory_id}/rotate-token': {
    summary: 'Replace the token of a directory, while the earlier one stays valid for some time',
    description:
      'This is the only response with the new token. The earlier one stops working at the given time; one from before ' +
      'it stops working at once.',
    ...managed,
    stepUp: true,
    params,
    body: z.strictObject({
      old_token_expires_at_millis: millis
        .min(0)
        .max(maxDateMillis)
        .meta({ description: 'When the earlier token stops working. A time in the past ends it at once.' }),
    }),
    response: directory.extend(newToken),
    errors: accessErrors,
  },
  'DELETE /directories/{directory_id}': {
    summary: 'Delete a directory',
    description:
      'Its token stops working at once. Its users stay members of the team, with the permissions that they have, and ' +
      'people whom it had deactivated are no longer kept from joining.',
    ...managed,
    stepUp: true,
    params,
    response: success,
    errors: accessErrors,
  },
  'GET /directories/{directory_id}/operations': {
    summary: 'List the last hundred operations of a directory, newest first',
    ...managed,
    params,
    response: z.object({ items: z.array(operation), is_paginated: z.literal(false) }),
    errors: accessErrors,
  },
  'GET /directories/{directory_id}/groups': {
    summary: 'List the groups of a directory, by name',
    ...managed,
    params,
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(group),
    errors: accessErrors,
  },
})
