import { inTransaction } from '../db/database.ts'
import { insertKeySet } from '../project-keys/queries.ts'
import { randomCode } from '../random-code.ts'
import { insertMembership, insertTeam } from '../teams/queries.ts'
import { insertUser } from '../users/create.ts'
import { createTestProject, goodPassword, newEmail, projectWithKeys, type TestProject } from './project.ts'
import { internalKeys, type TestServer } from './server.ts'

export interface Person {
  id: string
  email: string
  access_token: string
  refresh_token: string
}

/** A project in which every route finds what a minimal request names. */
export interface World {
  project: TestProject
  /** Has `goodPassword`, is signed in twice, and is a member of the team. */
  person: Person
  anonymous: Person
  /** The other session of the person. */
  otherSessionId: string
  teamId: string
  keySetId: string
  /** Key sets that do not open the project any more. */
  revokedKeys: TestProject['keys']
  expiredKeys: TestProject['keys']
}

const day = 24 * 3600 * 1000

export async function createWorld(server: TestServer, ownerTeamId: string | null = null): Promise<World> {
  const { db, projects, now } = server.services
  const project = await createTestProject(server, {
    'users.allowClientUserDeletion': true,
    'auth.oauth.providers.github': {
      type: 'github',
      isShared: false,
      clientId: 'id-at-github',
      clientSecret: 'secret-of-github',
      allowSignIn: true,
      allowConnectedAccounts: true,
    },
  })
  const revokedKeys = newKeys()
  const expiredKeys = newKeys()
  const keySetId = crypto.randomUUID()
  await inTransaction(db, async (trx) => {
    await trx.updateTable('projects').set({ owner_team_id: ownerTeamId }).where('id', '=', project.id).execute()
    const past = { now: new Date(now().getTime() - day), expiresAt: new Date(now().getTime() - 1) }
    const valid = { now: past.now, expiresAt: new Date(now().getTime() + day) }
    const revoked = await insertKeySet(trx, project.id, { description: 'revoked', ...valid, keys: revokedKeys })
    await trx.updateTable('project_key_sets').set({ revoked_at: now() }).where('id', '=', revoked.id).execute()
    await insertKeySet(trx, project.id, { description: 'expired', ...past, keys: expiredKeys })
    await insertKeySet(trx, project.id, { id: keySetId, description: 'spare', ...valid, keys: newKeys() })
  })
  projects.forget(project.id)

  const person = await createPerson(project, { password: goodPassword })
  const anonymous = await createPerson(project, { isAnonymous: true })
  const teamId = crypto.randomUUID()
  await inTransaction(db, async (trx) => {
    await insertTeam(trx, project.id, { id: teamId, displayName: 'Team', now: now() })
    await insertMembership(trx, project.id, { teamId, userId: person.id, permissionIds: [], now: now() })
  })
  const otherSession = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
  const otherSessionId = sessionIdOf(otherSession)
  return { project, person, anonymous, otherSessionId, teamId, keySetId, revokedKeys, expiredKeys }
}

let hashOfGoodPassword: Promise<string> | undefined

/** A user with a session, without the time that a sign-up takes. */
export async function createPerson(
  { id: projectId, server, call }: TestProject,
  options: { password?: typeof goodPassword; isAnonymous?: boolean } = {},
): Promise<Person> {
  const { services } = server
  const email = newEmail()
  if (options.password) hashOfGoodPassword ??= services.passwords.hash(goodPassword)
  const user = {
    primaryEmail: options.isAnonymous ? null : { value: email, isVerified: true, usedForAuth: true },
    passwordHash: options.password ? await hashOfGoodPassword! : null,
    isAnonymous: options.isAnonymous ?? false,
  }
  const project = (await services.projects.find(projectId))!
  const id = await inTransaction(services.db, (trx) => insertUser(trx, project, user, services.now()))
  const tokens = await call('POST /auth/sessions', { as: 'server', body: { user_id: id } })
  return { id, email, ...tokens }
}

/** A user of the internal project with a team that can own projects. */
export async function createOwner(server: TestServer): Promise<Person & { teamId: string }> {
  const person = await createPerson(projectWithKeys(server, 'internal', internalKeys))
  const { selected_team_id } = await server.services.db
    .selectFrom('users')
    .select('selected_team_id')
    .where('project_id', '=', 'internal')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return { ...person, teamId: selected_team_id! }
}

export function sessionIdOf({ access_token }: { access_token: string }): string {
  return readClaims(access_token).refresh_token_id as string
}

export function readClaims(accessToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString('utf8'))
}

/** The same token as it was signed a while ago. */
export async function signLongAgo(server: TestServer, { access_token }: { access_token: string }): Promise<string> {
  const { iss, aud, iat, exp, ...claims } = readClaims(access_token)
  return server.services.accessTokens.sign(claims as never, server.services.now().getTime() - day)
}

function newKeys(): TestProject['keys'] {
  return {
    publishableClientKey: `pck_${randomCode()}`,
    secretServerKey: `ssk_${randomCode()}`,
    superSecretAdminKey: `sak_${randomCode()}`,
  }
}
