import { type AccessType, type OwnerRole, ownerRoles } from '@latchkey/contract'
import { insertMembership } from '../../teams/queries.ts'
import { projectWithKeys } from '../project.ts'
import { internalKeys, type TestServer } from '../server.ts'
import { createOwner, createWorld, type Person, signLongAgo, type World } from '../world.ts'
import type { Outcome, Row } from './rows.ts'

type Headers = Record<string, string>

export type OtherRole = Exclude<OwnerRole, 'owner'>
export const otherRoles = ownerRoles.filter((role): role is OtherRole => role !== 'owner')

/** Everyone outside the requested project. */
export interface Cast {
  owner: Person & { teamId: string }
  /** Their colleagues in the same team. */
  colleagues: Record<OtherRole, Person>
  /** A user of the internal project whose team owns other projects. */
  stranger: Person
  /** Was the owner's team mate; the account is gone, the token is not. */
  deletedOwner: Person
  /** Another project with its own keys and person. */
  elsewhere: World
}

export async function createCast(server: TestServer): Promise<Cast> {
  const owner = await createOwner(server)
  const deletedOwner = await createOwner(server)
  const internal = projectWithKeys(server, 'internal', internalKeys)
  await internal.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: deletedOwner.id } })
  const stranger = await createOwner(server)
  const colleagues = Object.fromEntries(
    await Promise.all(otherRoles.map(async (role) => [role, await createColleague(server, owner.teamId, role)])),
  )
  return { owner, colleagues, stranger, deletedOwner, elsewhere: await createWorld(server) }
}

async function createColleague(server: TestServer, teamId: string, ownerRole: OwnerRole): Promise<Person> {
  const person = await createOwner(server)
  const membership = { teamId, userId: person.id, permissionIds: [], ownerRole, now: server.platform.now() }
  await insertMembership(server.platform.db, 'internal', membership)
  return person
}

const accessTypes = ['client', 'server', 'admin'] as const
const keyHeaders = {
  client: ['x-stack-publishable-client-key', 'publishableClientKey'],
  server: ['x-stack-secret-server-key', 'secretServerKey'],
  admin: ['x-stack-super-secret-admin-key', 'superSecretAdminKey'],
} as const

type Keys = World['project']['keys']

/** The headers of one level with nothing but the key of that level. */
function withKey({ project }: World, access: AccessType, keys: Keys = project.keys): Headers {
  const [header, key] = keyHeaders[access]
  return { 'x-stack-project-id': project.id, 'x-stack-access-type': access, [header]: keys[key] }
}

function withToken(world: World, accessToken: string, access: AccessType = 'client'): Headers {
  return { ...withKey(world, access), 'x-stack-access-token': accessToken }
}

export function withAdminToken({ project }: World, adminToken: string, access: AccessType = 'admin'): Headers {
  return {
    'x-stack-project-id': project.id,
    'x-stack-access-type': access,
    'x-stack-admin-access-token': adminToken,
  }
}

/** Credentials that are good, and which column of the route's row they are judged by. */
export const goodCredentials: Record<
  string,
  { column: Exclude<keyof Row, 'prepare'>; headers: (world: World, cast: Cast) => Headers }
> = {
  'no headers': { column: 'nobody', headers: () => ({}) },
  'a project id alone': { column: 'nobody', headers: ({ project }) => ({ 'x-stack-project-id': project.id }) },
  'an access token alone': {
    column: 'nobody',
    headers: ({ project, person }) => ({
      'x-stack-project-id': project.id,
      'x-stack-access-token': person.access_token,
    }),
  },
  'client key': { column: 'client', headers: (world) => withKey(world, 'client') },
  'client key and user': { column: 'clientUser', headers: (world) => withToken(world, world.person.access_token) },
  'server key': { column: 'server', headers: (world) => withKey(world, 'server') },
  'server key and user': {
    column: 'serverUser',
    headers: (world) => withToken(world, world.person.access_token, 'server'),
  },
  'admin key': { column: 'admin', headers: (world) => withKey(world, 'admin') },
  'admin key and user': {
    column: 'adminUser',
    headers: (world) => withToken(world, world.person.access_token, 'admin'),
  },
  'client key and wrong keys of other levels': {
    column: 'client',
    headers: (world) => ({
      ...withKey(world, 'client'),
      'x-stack-secret-server-key': 'ssk_wrong',
      'x-stack-super-secret-admin-key': 'sak_wrong',
    }),
  },
  ...Object.fromEntries(
    accessTypes.map((access) => [
      `owner's admin token with ${access} access`,
      {
        column: access === 'admin' ? 'owner' : access,
        headers: (world: World, cast: Cast) => withAdminToken(world, cast.owner.access_token, access),
      },
    ]),
  ),
}

interface Refused {
  outcome: Outcome
  headers: (world: World, cast: Cast) => Headers | Promise<Headers>
}

/** Credentials that no route accepts, not even one that needs none. */
export const refusedCredentials: Record<string, Refused> = {
  ...forEveryLevel('key without access type', {
    outcomes: '400 PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    headers: (world, access) => without('x-stack-access-type', withKey(world, access)),
  }),
  'admin token without access type': {
    outcome: '400 PROJECT_KEY_WITHOUT_ACCESS_TYPE',
    headers: (world, cast) => without('x-stack-access-type', withAdminToken(world, cast.owner.access_token)),
  },
  'unknown access type': {
    outcome: '400 INVALID_ACCESS_TYPE',
    headers: (world) => ({ ...withKey(world, 'admin'), 'x-stack-access-type': 'root' }),
  },
  'access type in capitals': {
    outcome: '400 INVALID_ACCESS_TYPE',
    headers: (world) => ({ ...withKey(world, 'admin'), 'x-stack-access-type': 'ADMIN' }),
  },
  ...forEveryLevel('access without project id', {
    outcomes: '400 ACCESS_TYPE_WITHOUT_PROJECT_ID',
    headers: (world, access) => without('x-stack-project-id', withKey(world, access)),
  }),
  ...forEveryLevel('key of an unknown project', {
    outcomes: '400 CURRENT_PROJECT_NOT_FOUND',
    headers: (world, access) => ({ ...withKey(world, access), 'x-stack-project-id': crypto.randomUUID() }),
  }),
  'project id that is no id': {
    outcome: '400 CURRENT_PROJECT_NOT_FOUND',
    headers: (world) => ({ ...withKey(world, 'client'), 'x-stack-project-id': "'; DROP TABLE projects; --" }),
  },
  'two project ids': {
    outcome: '400 CURRENT_PROJECT_NOT_FOUND',
    headers: (world, { elsewhere }) => ({
      ...withKey(world, 'client'),
      'x-stack-project-id': `${elsewhere.project.id}, ${world.project.id}`,
    }),
  },
  ...forEveryLevel('access without key', {
    outcomes: {
      client: '401 CLIENT_AUTHENTICATION_REQUIRED',
      server: '401 SERVER_AUTHENTICATION_REQUIRED',
      admin: '401 ADMIN_AUTHENTICATION_REQUIRED',
    },
    headers: (world, access) => without(keyHeaders[access][0], withKey(world, access)),
  }),
  ...forEveryLevel('access with an empty key and the keys of the other levels', {
    outcomes: {
      client: '401 CLIENT_AUTHENTICATION_REQUIRED',
      server: '401 SERVER_AUTHENTICATION_REQUIRED',
      admin: '401 ADMIN_AUTHENTICATION_REQUIRED',
    },
    headers: (world, access) => ({ ...allKeys(world, access), [keyHeaders[access][0]]: '' }),
  }),
  ...withInvalidKey('key of another project', (_world, { elsewhere }) => elsewhere.project.keys),
  ...withInvalidKey('revoked key', ({ revokedKeys }) => revokedKeys),
  ...withInvalidKey('expired key', ({ expiredKeys }) => expiredKeys),
  ...withInvalidKey('key of another level', ({ project: { keys } }) => ({
    publishableClientKey: keys.superSecretAdminKey,
    secretServerKey: keys.publishableClientKey,
    superSecretAdminKey: keys.secretServerKey,
  })),
  "stranger's admin token": {
    outcome: '401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    headers: (world, { stranger }) => withAdminToken(world, stranger.access_token),
  },
  "stranger's admin token with client access": {
    outcome: '401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    headers: (world, { stranger }) => withAdminToken(world, stranger.access_token, 'client'),
  },
  "stranger's admin token beside a good key": {
    outcome: '401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    headers: (world, { stranger }) => ({ ...withKey(world, 'admin'), ...withAdminToken(world, stranger.access_token) }),
  },
  "admin token of the project's own user": {
    outcome: '401 ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
    headers: (world) => withAdminToken(world, world.person.access_token),
  },
  'expired admin token': {
    outcome: '401 ADMIN_ACCESS_TOKEN_EXPIRED',
    headers: async (world, { owner }) => withAdminToken(world, await signLongAgo(world.project.server, owner)),
  },
  'admin token that is none': {
    outcome: '401 UNPARSABLE_ADMIN_ACCESS_TOKEN',
    headers: (world) => ({ ...withKey(world, 'admin'), ...withAdminToken(world, 'garbage') }),
  },
  'admin token of a deleted owner': {
    outcome: '401',
    headers: (world, { deletedOwner }) => withAdminToken(world, deletedOwner.access_token),
  },
  'refresh token as admin token': {
    outcome: '401 UNPARSABLE_ADMIN_ACCESS_TOKEN',
    headers: (world, { owner }) => withAdminToken(world, owner.refresh_token),
  },
  'access token that is none': {
    outcome: '401 UNPARSABLE_ACCESS_TOKEN',
    headers: (world) => withToken(world, 'garbage'),
  },
  'access token that is none, with the admin key': {
    outcome: '401 UNPARSABLE_ACCESS_TOKEN',
    headers: (world) => withToken(world, 'garbage', 'admin'),
  },
  'expired access token': {
    outcome: '401 ACCESS_TOKEN_EXPIRED',
    headers: async (world) => withToken(world, await signLongAgo(world.project.server, world.person)),
  },
  'access token of another project': {
    outcome: '401 INVALID_PROJECT_FOR_ACCESS_TOKEN',
    headers: (world, { elsewhere }) => withToken(world, elsewhere.person.access_token),
  },
  'access token of an anonymous user': {
    outcome: '401 ANONYMOUS_AUTHENTICATION_NOT_ALLOWED',
    headers: (world) => withToken(world, world.anonymous.access_token),
  },
  'unknown branch': {
    outcome: '400 BRANCH_DOES_NOT_EXIST',
    headers: (world) => ({ ...withKey(world, 'admin'), 'x-stack-branch-id': 'other' }),
  },
  ...forEveryLevel('workflow token instead of a key', {
    outcomes: {
      client: '400 WORKFLOW_TOKEN_DOES_NOT_EXIST',
      server: '400 WORKFLOW_TOKEN_DOES_NOT_EXIST',
      admin: '401 ADMIN_AUTHENTICATION_REQUIRED',
    },
    headers: (world, access) => ({ ...withKey(world, access), 'x-stack-workflow-token': 'wft_unknown' }),
  }),
  'wrong development override key': {
    outcome: '401',
    headers: (world) => ({ ...withKey(world, 'admin'), 'x-stack-development-override-key': 'wrong' }),
  },
}

function forEveryLevel(
  name: string,
  options: {
    outcomes: Outcome | Record<AccessType, Outcome>
    headers: (world: World, access: AccessType, cast: Cast) => Headers
  },
): Record<string, Refused> {
  const { outcomes, headers } = options
  return Object.fromEntries(
    accessTypes.map((access) => [
      `${access}: ${name}`,
      {
        outcome: typeof outcomes === 'string' ? outcomes : outcomes[access],
        headers: (world: World, cast: Cast) => headers(world, access, cast),
      },
    ]),
  )
}

function withInvalidKey(name: string, keysOf: (world: World, cast: Cast) => Keys): Record<string, Refused> {
  return forEveryLevel(name, {
    outcomes: {
      client: '401 INVALID_PUBLISHABLE_CLIENT_KEY',
      server: '401 INVALID_SECRET_SERVER_KEY',
      admin: '401 INVALID_SUPER_SECRET_ADMIN_KEY',
    },
    headers: (world, access, cast) => withKey(world, access, keysOf(world, cast)),
  })
}

function allKeys(world: World, access: AccessType): Headers {
  return { ...withKey(world, 'client'), ...withKey(world, 'server'), ...withKey(world, access) }
}

function without(name: string, { [name]: _, ...headers }: Headers): Headers {
  return headers
}
