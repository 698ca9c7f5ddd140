import { z } from 'zod'
import {
  customPermissionId,
  listCursor,
  listOf,
  maxListItems,
  pageOf,
  permissionId,
  queryBoolean,
  success,
  userIdOrMe,
  uuid,
} from './fields.ts'
import { saveHeaders } from './revisions.ts'
import { defineRoutes, everyone } from './route.ts'

const servers = ['server', 'admin'] as const
const admins = ['admin'] as const

export const teamPermission = z.object({ id: z.string(), user_id: z.string(), team_id: z.string() })
export const projectPermission = z.object({ id: z.string(), user_id: z.string() })

/** All methods of a resource accept the same query parameters, even those that ignore them. */
const projectQuery = z.strictObject({
  user_id: userIdOrMe.optional(),
  permission_id: permissionId.optional(),
  recursive: queryBoolean.optional(),
  cursor: listCursor.optional(),
})
const teamQuery = projectQuery.extend({ team_id: uuid.optional() })

const projectParams = z.strictObject({ user_id: userIdOrMe, permission_id: permissionId })
const teamParams = z.strictObject({ team_id: uuid, ...projectParams.shape })
const nothing = z.strictObject({})

const listDescription =
  'Lists granted permissions and, with `recursive=true`, the permissions that they contain. Clients can only list ' +
  'those of the signed-in user.'

const permissionHolder = z.object({
  user: z.object({
    id: z.string(),
    display_name: z.string().nullable(),
    primary_email: z.string().nullable(),
    profile_image_url: z.string().nullable(),
    is_anonymous: z.boolean(),
  }),
  team: z
    .object({ id: z.string(), display_name: z.string() })
    .nullable()
    .meta({ description: 'The team in which the user has the permission; null for permissions in the project.' }),
  granted_permission_ids: z
    .array(z.string())
    .meta({ description: 'What was granted: the permission itself, or permissions that contain it.' }),
})

export const permissionRoutes = defineRoutes('teams', {
  'GET /internal/permission-holders': {
    summary: 'List who has a permission',
    description:
      'Whether it was granted itself or as part of another permission. For permissions in teams, one entry for each ' +
      'team in which the user has it.',
    access: admins,
    heavyRead: true,
    query: z.strictObject({
      permission_id: permissionId,
      limit: z.number().int().min(1).max(200).optional(),
      cursor: listCursor.optional(),
    }),
    response: pageOf(permissionHolder),
    errors: ['PERMISSION_NOT_FOUND'],
  },
  'GET /internal/permission-usage': {
    summary: 'Count who has each permission',
    description:
      'Whether it was granted itself or as part of another permission. For permissions in teams, a user counts once ' +
      'for each team in which they have it.',
    access: admins,
    heavyRead: true,
    query: z.strictObject({ scope: z.enum(['team', 'project']) }),
    response: listOf(z.object({ id: z.string(), holder_count: z.number() })),
    errors: [],
  },
  'GET /team-permissions': {
    summary: 'List permissions in teams',
    description: listDescription,
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query: teamQuery,
    response: listOf(teamPermission),
    errors: [],
  },
  'POST /team-permissions/{team_id}/{user_id}/{permission_id}': {
    summary: 'Grant a member a permission in a team',
    description: 'Has no effect if the permission is already granted.',
    access: servers,
    params: teamParams,
    query: teamQuery,
    body: nothing,
    status: 201,
    response: teamPermission,
    errors: [
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
      'USER_NOT_FOUND',
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'PERMISSION_NOT_FOUND',
      'WRONG_PERMISSION_SCOPE',
    ],
  },
  'DELETE /team-permissions/{team_id}/{user_id}/{permission_id}': {
    summary: 'Revoke a permission in a team',
    description: 'Only directly granted permissions can be revoked, not those contained in another permission.',
    access: servers,
    params: teamParams,
    query: teamQuery,
    response: success,
    errors: [
      'CANNOT_GET_OWN_USER_WITHOUT_USER',
      'USER_NOT_FOUND',
      'TEAM_MEMBERSHIP_NOT_FOUND',
      'TEAM_PERMISSION_NOT_FOUND',
    ],
  },
  'GET /project-permissions': {
    summary: 'List permissions in the project',
    description: listDescription,
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query: projectQuery,
    response: listOf(projectPermission),
    errors: [],
  },
  'POST /project-permissions/{user_id}/{permission_id}': {
    summary: 'Grant a user a permission in the project',
    description: 'Has no effect if the permission is already granted.',
    access: servers,
    params: projectParams,
    query: projectQuery,
    body: nothing,
    status: 201,
    response: projectPermission,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND', 'PERMISSION_NOT_FOUND', 'WRONG_PERMISSION_SCOPE'],
  },
  'DELETE /project-permissions/{user_id}/{permission_id}': {
    summary: 'Revoke a permission in the project',
    description: 'Only directly granted permissions can be revoked, not those contained in another permission.',
    access: servers,
    params: projectParams,
    query: projectQuery,
    response: success,
    errors: ['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_NOT_FOUND', 'PERMISSION_NOT_FOUND'],
  },
})

export const permissionDefinition = z.object({
  id: z.string(),
  description: z.string().optional(),
  contained_permission_ids: z.array(z.string()),
})
const definitionContent = {
  description: z.string().optional(),
  contained_permission_ids: z.array(permissionId).max(maxListItems).default([]),
}

const listing = {
  access: admins,
  query: nothing,
  response: listOf(permissionDefinition),
  errors: [],
} as const

const creation = {
  description: 'The contained permissions must be defined in the same scope. IDs are unique across both scopes.',
  access: admins,
  headers: saveHeaders,
  query: nothing,
  body: z.strictObject({ id: customPermissionId, ...definitionContent }),
  status: 201,
  response: permissionDefinition,
  errors: ['PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
} as const

const update = {
  description:
    'Replaces the description and the contained permissions; omitted fields are cleared. If the ID changes, grants, ' +
    'default permissions and definitions that contain it are updated.',
  access: admins,
  headers: saveHeaders,
  params: z.strictObject({ id: permissionId }),
  query: nothing,
  body: z.strictObject({ id: customPermissionId.optional(), ...definitionContent }),
  response: permissionDefinition,
  errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ID_ALREADY_EXISTS', 'CONTAINED_PERMISSION_NOT_FOUND'],
} as const

const deletion = {
  description: 'Also removes its grants, and removes it from default permissions and from definitions that contain it.',
  access: admins,
  headers: saveHeaders,
  params: z.strictObject({ id: permissionId }),
  query: nothing,
  response: success,
  errors: ['PERMISSION_NOT_FOUND'],
} as const

export const permissionDefinitionRoutes = defineRoutes('settings', {
  'GET /team-permission-definitions': { summary: 'List the permissions for teams', ...listing },
  'POST /team-permission-definitions': { summary: 'Define a permission for teams', ...creation },
  'PATCH /team-permission-definitions/{id}': { summary: 'Change a permission for teams', ...update },
  'DELETE /team-permission-definitions/{id}': { summary: 'Delete a permission for teams', ...deletion },
  'GET /project-permission-definitions': { summary: 'List the permissions for the project', ...listing },
  'POST /project-permission-definitions': { summary: 'Define a permission for the project', ...creation },
  'PATCH /project-permission-definitions/{id}': { summary: 'Change a permission for the project', ...update },
  'DELETE /project-permission-definitions/{id}': {
    summary: 'Delete a permission for the project',
    ...deletion,
  },
})
