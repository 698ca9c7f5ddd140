import {
  type Attribute,
  type Attributes,
  coreGroup,
  coreUser,
  enterpriseUser,
  groupAttributes,
  userAttributes,
} from './attributes.ts'
import { ScimError } from './errors.ts'
import { baseUrl, type ScimHandler, type ScimRequest, toList } from './request.ts'

/** What this server can do, for identity providers that ask. */
export const readServiceProviderConfig: ScimHandler = async (request) => ({
  status: 200,
  body: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of the directory, as Authorization: Bearer.',
        primary: true,
      },
    ],
    meta: metaOf(request, 'ServiceProviderConfig', 'ServiceProviderConfig'),
  },
})

export const listResourceTypes: ScimHandler = async (request) =>
  listAll(['User', 'Group'].map((id) => typeOf(request, id)))

export const readResourceType: ScimHandler = async (request) => {
  if (request.id !== 'User' && request.id !== 'Group') throw unknown('resource type')
  return { status: 200, body: typeOf(request, request.id) }
}

export const listSchemas: ScimHandler = async (request) =>
  listAll(Object.keys(schemas).map((id) => schemaOf(request, id)))

export const readSchema: ScimHandler = async (request) => {
  if (!Object.hasOwn(schemas, request.id)) throw unknown('schema')
  return { status: 200, body: schemaOf(request, request.id) }
}

const listAll = (resources: Record<string, unknown>[]) =>
  toList(resources, resources.length, { offset: 0, limit: resources.length })

const unknown = (what: string) => new ScimError(404, undefined, `There is no such ${what}.`)

function typeOf(request: ScimRequest, name: string): Record<string, unknown> {
  const isUser = name === 'User'
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: isUser
      ? 'A member of the team, or somebody who was one.'
      : 'A group, which can have a role in the team.',
    schema: isUser ? coreUser : coreGroup,
    ...(isUser ? { schemaExtensions: [{ schema: enterpriseUser, required: false }] } : {}),
    meta: metaOf(request, 'ResourceType', `ResourceTypes/${name}`),
  }
}

const coreUserAttributes: Attributes = new Map([...userAttributes].filter(([, { name }]) => name !== enterpriseUser))

const schemas: Record<string, { name: string; attributes: Attributes }> = {
  [coreUser]: { name: 'User', attributes: coreUserAttributes },
  [enterpriseUser]: { name: 'Enterprise user', attributes: userAttributes.get(enterpriseUser.toLowerCase())!.parts! },
  [coreGroup]: { name: 'Group', attributes: groupAttributes },
}

function schemaOf(request: ScimRequest, id: string): Record<string, unknown> {
  const { name, attributes } = schemas[id]!
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description: `What the server keeps of a ${name.toLowerCase()}.`,
    attributes: [...attributes.values()].map(describe),
    meta: metaOf(request, 'Schema', `Schemas/${id}`),
  }
}

function describe({ name, type, isList, isRequired, isUnique, parts }: Attribute): Record<string, unknown> {
  return {
    name,
    type,
    multiValued: isList === true,
    description: name,
    required: isRequired === true,
    ...(type === 'string' ? { caseExact: name === 'externalId' } : {}),
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: isUnique ? 'server' : 'none',
    ...(parts ? { subAttributes: [...parts.values()].map(describe) } : {}),
  }
}

function metaOf({ ctx, directory }: ScimRequest, resourceType: string, path: string) {
  return { resourceType, location: `${baseUrl(ctx.platform.config, directory.id)}/${path}` }
}
