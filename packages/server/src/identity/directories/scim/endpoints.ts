import { listResourceTypes, listSchemas, readResourceType, readSchema, readServiceProviderConfig } from './discovery.ts'
import { createGroup, deleteGroup, listGroups, patchGroup, readGroup, replaceGroup } from './groups.ts'
import type { ScimHandler } from './request.ts'
import { createUser, deleteUser, listUsers, patchUser, readUser, replaceUser } from './users.ts'

/** The endpoints of RFC 7644, below the address of a directory. */
export const scimEndpoints: Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, ScimHandler> = {
  'GET /ServiceProviderConfig': readServiceProviderConfig,
  'GET /ResourceTypes': listResourceTypes,
  'GET /ResourceTypes/{id}': readResourceType,
  'GET /Schemas': listSchemas,
  'GET /Schemas/{id}': readSchema,

  'GET /Users': listUsers,
  'POST /Users': createUser,
  'GET /Users/{id}': readUser,
  'PUT /Users/{id}': replaceUser,
  'PATCH /Users/{id}': patchUser,
  'DELETE /Users/{id}': deleteUser,

  'GET /Groups': listGroups,
  'POST /Groups': createGroup,
  'GET /Groups/{id}': readGroup,
  'PUT /Groups/{id}': replaceGroup,
  'PATCH /Groups/{id}': patchGroup,
  'DELETE /Groups/{id}': deleteGroup,
}
