import { insertChannel } from '../accounts/contact-channels/queries.ts'
import { accessTokens } from '../accounts/sessions/access-tokens.ts'
import { marketing } from '../emails/notifications/categories.ts'
import { insertBulkEmails } from '../emails/outbox/queries.ts'
import { insertSentEmails } from '../emails/outbox/sent-log.ts'
import { insertDraft } from '../emails/queries.ts'
import { type ApiKeyOwner, insertApiKey } from '../identity/api-keys/queries.ts'
import { createApiKeyValue } from '../identity/api-keys/value.ts'
import { insertConnection, type NewConnection } from '../identity/connections/queries.ts'
import { sealSecrets } from '../identity/connections/secrets.ts'
import { noAttributes, noRoles } from '../identity/connections/settings.ts'
import { replaceSetup } from '../identity/connections/setups/queries.ts'
import { insertDirectory } from '../identity/directories/queries.ts'
import { insertPasskey } from '../identity/passkey/queries.ts'
import { passwordHasher } from '../identity/password/hash.ts'
import { insertLink } from '../identity/provider-links/queries.ts'
import { insertUser } from '../identity/users/create.ts'
import { inTransaction } from '../platform/db/database.ts'
import { randomCode } from '../platform/random-code.ts'
import { hashToken } from '../platform/secrets.ts'
import { projectCache } from '../projects/cache.ts'
import { insertKeySet } from '../projects/project-keys/queries.ts'
import { insertTrustedDevice } from '../records/trusted-devices/queries.ts'
import { insertVerificationCode } from '../records/verification-codes/queries.ts'
import { insertProjectGrants } from '../teams/permissions/queries.ts'
import { insertMembership, insertTeam } from '../teams/queries.ts'
import { recordTestEvent } from '../webhooks/event-queries.ts'
import { insertEndpoint } from '../webhooks/queries.ts'
import { createSigningSecret, sealSecret } from '../webhooks/signing.ts'
import { giveAccess } from './oauth-grants.ts'
import { createTestProject, goodPassword, newEmail, projectWithKeys, type TestProject } from './project.ts'
import { internalKeys, type TestServer } from './server.ts'

export interface Person {
  id: string
  email: string
  access_token: string
  refresh_token: string
}

/** A project in which every route finds what a minimal request refers to. */
export interface World {
  project: TestProject
  /** Has `goodPassword`, two sessions, is an admin of the team and has the project permission `reader`. */
  person: Person
  anonymous: Person
  /** The other session of the user. */
  otherSessionId: string
  teamId: string
  /** An open invitation to the team. */
  invitationId: string
  /** Another, unverified email of the user. */
  channelId: string
  passkeyId: string
  trustedDeviceId: string
  /** The user's access for an app. */
  grantId: string
  /** The user's account at the only provider. */
  linkId: string
  userKey: { id: string; value: string }
  teamKey: { id: string; value: string }
  /** Of the team: a provider whose endpoints are all given, and a domain that nobody has proven. */
  connectionId: string
  domainId: string
  /** Of a link for another connection of the team, which is off and has not been tested. */
  setupCode: string
  themeId: string
  templateId: string
  /** A former source of the template. */
  templateVersionId: string
  draftId: string
  /** An attempt in the log of a failed email. */
  failedEmailId: string
  /** Of a bulk email to the user, for tomorrow. */
  emailSendId: string
  /** Of an email to the user. */
  unsubscribeCode: string
  /** Sells `membership` to a custom customer. */
  purchaseCode: string
  /** Listens only to deleted teams. */
  webhookEndpointId: string
  /** A test message to it. */
  webhookDeliveryId: string
  /** The directory of the team. */
  directoryId: string
  /** A web client, and its only secret. */
  oauthClientId: string
  oauthSecretId: string
  keySetId: string
  /** Key sets that are no longer valid. */
  revokedKeys: TestProject['keys']
  expiredKeys: TestProject['keys']
}

const day = 24 * 3600 * 1000

const worldSettings = {
  'users.allowClientUserDeletion': true,
  'teams.allowClientTeamCreation': true,
  'teams.allowClientRoleChanges': true,
  'rbac.permissions.reader': { scope: 'project' },
  'dataVault.stores.secrets': { displayName: 'Secrets' },
  'payments.items.credits': { displayName: 'Credits' },
  'payments.offers.membership': {
    customerType: 'custom',
    prices: { monthly: { USD: '10', interval: [1, 'month'] } },
  },
  'apiKeys.enabled': { user: true, team: true },
  'auth.oauth.providers': {
    github: {
      type: 'github',
      isShared: false,
      clientId: 'id-at-github',
      clientSecret: 'secret-of-github',
      allowSignIn: true,
      allowConnectedAccounts: true,
    },
  },
}

export async function createWorld(server: TestServer, ownerTeamId: string | null = null): Promise<World> {
  const { db, now } = server.platform
  const projects = projectCache(server.platform)
  const themeId = crypto.randomUUID()
  const templateId = crypto.randomUUID()
  const project = await createTestProject(server, {
    ...worldSettings,
    [`emails.themes.${themeId}`]: { displayName: 'Theme', tsxSource: '' },
    [`emails.templates.${templateId}`]: { displayName: 'Template', tsxSource: '' },
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
  const invitationId = crypto.randomUUID()
  const directoryId = crypto.randomUUID()
  await inTransaction(db, async (trx) => {
    await insertTeam(trx, project.id, { id: teamId, displayName: 'Team', now: now() })
    const permissionIds = ['team_admin', '$manage_connections']
    await insertMembership(trx, project.id, { teamId, userId: person.id, permissionIds, now: now() })
    await insertDirectory(trx, project.id, { id: directoryId, teamId, now: now() })
    await insertProjectGrants(trx, project.id, person.id, ['reader'])
    const data = { email: newEmail(), team_id: teamId, invitation_id: invitationId }
    await insertVerificationCode(trx, project.id, { kind: 'team-invitation', userId: null, data, now: now() })
  })
  const userResources = await createResources(project, person.id, teamId)
  const companyResources = await createCompany(project, teamId)
  const templateVersionId = await createVersion(project, templateId)
  const grantId = await giveAccess(project, person.id)
  const emailSendId = await createSend(project, person.id)
  const webhook = await createWebhook(project)
  const oauthClient = await createOAuthClient(project)
  const otherSession = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
  const otherSessionId = sessionIdOf(otherSession)
  const { url } = await project.call('POST /payments/purchases/create-purchase-url', {
    as: 'server',
    body: { customer_type: 'custom', customer_id: 'customer-1', offer_id: 'membership' },
  })
  return {
    project,
    person,
    anonymous,
    otherSessionId,
    teamId,
    invitationId,
    themeId,
    templateId,
    templateVersionId,
    grantId,
    emailSendId,
    ...userResources,
    ...companyResources,
    purchaseCode: url.split('/').at(-1)!,
    ...webhook,
    directoryId,
    ...oauthClient,
    keySetId,
    revokedKeys,
    expiredKeys,
  }
}

async function createOAuthClient(project: TestProject) {
  const { id, secrets } = await project.call('POST /oauth-clients', {
    as: 'server',
    body: { type: 'web', display_name: 'Calendar', redirect_uris: ['https://calendar.example.com/callback'] },
  })
  return { oauthClientId: id, oauthSecretId: secrets[0]!.id }
}

const noSender = { type: 'shared', host: '', port: 0, username: '', sender_name: '', sender_email: '' } as const

async function createResources(
  { id: projectId, server }: TestProject,
  userId: string,
  teamId: string,
): Promise<
  Pick<
    World,
    | 'channelId'
    | 'passkeyId'
    | 'trustedDeviceId'
    | 'linkId'
    | 'userKey'
    | 'teamKey'
    | 'unsubscribeCode'
    | 'draftId'
    | 'failedEmailId'
  >
> {
  const now = server.platform.now()
  return inTransaction(server.platform.db, async (trx) => {
    const flags = { isPrimary: false, isVerified: false, usedForAuth: false }
    const channel = await insertChannel(trx, projectId, { userId, value: newEmail(), ...flags, now })
    const passkeyId = await insertPasskey(trx, projectId, {
      user_id: userId,
      credential_id: crypto.randomUUID(),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      device_type: 'multiDevice',
      device_name: null,
      created_at: now,
    })
    const trustedDeviceId = crypto.randomUUID()
    const trusted = { created_at: now, expires_at: new Date(now.getTime() + day), user_agent: null }
    const device = { user_id: userId, id: trustedDeviceId, token_hash: Buffer.alloc(32), ...trusted }
    await insertTrustedDevice(trx, projectId, device, [])
    const link = await insertLink(trx, projectId, {
      userId,
      providerConfigId: 'github',
      accountId: 'account-1',
      email: null,
      allowSignIn: true,
      allowConnectedAccounts: true,
      now,
    })
    const createKey = async (owner: ApiKeyOwner) => {
      const id = crypto.randomUUID()
      const value = createApiKeyValue({ id, type: owner.type, isPublic: false })
      await insertApiKey(trx, projectId, { id, owner, value, description: '', isPublic: false, expiresAt: null, now })
      return { id, value }
    }
    const data = { category_id: marketing.id }
    const unsubscribe = await insertVerificationCode(trx, projectId, { kind: 'unsubscribe', userId, data, now })
    const draftId = crypto.randomUUID()
    await insertDraft(trx, projectId, { id: draftId, displayName: 'News', source: '', themeId: null, now })
    const [emailId, failedEmailId] = [crypto.randomUUID(), crypto.randomUUID()]
    const email = {
      project_id: projectId,
      id: emailId,
      kind: 'password_changed',
      content_encrypted: '',
      created_at: now,
    }
    const gone = { discard_after: new Date(now.getTime() + 3_600_000), next_attempt_at: null, given_up_at: now }
    await trx
      .insertInto('outgoing_emails')
      .values({ ...email, ...gone })
      .execute()
    const failure = 'The email server rejected the email.'
    const sent = { id: failedEmailId, emailId, kind: email.kind, subject: 'News', to: newEmail(), failure, now }
    await insertSentEmails(trx, projectId, [{ ...sent, sender: noSender }])
    return {
      draftId,
      failedEmailId,
      channelId: channel.id,
      passkeyId,
      trustedDeviceId,
      linkId: link.id,
      userKey: await createKey({ type: 'user', id: userId }),
      teamKey: await createKey({ type: 'team', id: teamId }),
      unsubscribeCode: unsubscribe.code,
    }
  })
}

/** Not with the API, whose limits other tests count. */
async function createCompany(project: TestProject, team_id: string) {
  const { platform } = project.server
  const origin = 'https://login.example.com'
  const id = crypto.randomUUID()
  const endpoints = {
    authorization_url: `${origin}/authorize`,
    token_url: `${origin}/token`,
    jwks_url: `${origin}/keys`,
    user_info_url: null,
  }
  const client = { client_id: 'client', client_authentication: null, scopes: ['email'] }
  const connection = {
    id,
    teamId: team_id,
    type: 'oidc' as const,
    displayName: 'Example',
    isActive: true,
    settings: { oidc: { issuer: origin, endpoints, ...client }, attributes: noAttributes, roles: noRoles },
    sealedSecrets: sealSecrets(platform, { project_id: project.id, id }, { client_secret: 'the secret of a client' }),
    readMetadataAt: null,
    now: platform.now(),
  }
  await insertConnection(platform.db, project.id, connection)
  const domain = await project.call('POST /connection-domains', {
    as: 'server',
    body: { team_id, domain: 'company.example.com' },
  })
  // A link that can be withdrawn.
  await createSetupCode(project, id)
  return { connectionId: id, domainId: domain.id, setupCode: await createSetup(project, connection) }
}

async function createSetup(project: TestProject, like: NewConnection): Promise<string> {
  const { id: projectId } = project
  const { platform } = project.server
  const connectionId = crypto.randomUUID()
  const owner = { project_id: projectId, id: connectionId }
  const sealedSecrets = sealSecrets(platform, owner, { client_secret: 'the secret of a client' })
  await insertConnection(platform.db, projectId, { ...like, id: connectionId, isActive: false, sealedSecrets })
  return createSetupCode(project, connectionId)
}

async function createSetupCode({ id: projectId, server }: TestProject, connectionId: string): Promise<string> {
  const { db, now } = server.platform
  const code = randomCode()
  await replaceSetup(db, projectId, {
    connectionId,
    codeHash: hashToken(code),
    ownerId: null,
    keySetId: null,
    now: now(),
    expiresAt: new Date(now().getTime() + day),
  })
  return code
}

async function createVersion({ id: project_id, server }: TestProject, source_id: string): Promise<string> {
  const { db, now } = server.platform
  const id = crypto.randomUUID()
  const version = { project_id, source_id, id, tsx_source: '', replaced_at: now() }
  await db.insertInto('email_source_versions').values(version).execute()
  return id
}

async function createSend({ id: project_id, server }: TestProject, user_id: string): Promise<string> {
  const { db, now } = server.platform
  const id = crypto.randomUUID()
  const tomorrow = new Date(now().getTime() + day)
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('email_sends')
      .values({
        project_id,
        id,
        content_encrypted: '',
        title: 'News',
        draft_id: null,
        created_at: now(),
        scheduled_at: tomorrow,
        stopped_at: null,
        recipient_count: 1,
      })
      .execute()
    await insertBulkEmails(trx, project_id, { id, recipients: [user_id], scheduledAt: tomorrow, now: now() })
  })
  return id
}

async function createWebhook({ id: projectId, server }: TestProject) {
  const { db, secrets, now } = server.platform
  return inTransaction(db, async (trx) => {
    const id = crypto.randomUUID()
    await insertEndpoint(trx, projectId, {
      id,
      // Nothing listens there.
      url: 'http://127.0.0.1:9/webhooks',
      description: '',
      eventTypes: ['team.deleted'],
      isEnabled: true,
      secretEncrypted: sealSecret(createSigningSecret(), { project_id: projectId, id }, secrets),
      now: now(),
    })
    return { webhookEndpointId: id, webhookDeliveryId: await recordTestEvent(trx, projectId, id, now()) }
  })
}

let hashOfGoodPassword: Promise<string> | undefined

/** A user with a session, faster than a sign-up. */
export async function createPerson(
  { id: projectId, server, call }: TestProject,
  options: { password?: typeof goodPassword; isAnonymous?: boolean } = {},
): Promise<Person> {
  const { platform } = server
  const email = newEmail()
  if (options.password) hashOfGoodPassword ??= passwordHasher(platform).hash(goodPassword)
  const user = {
    primaryEmail: options.isAnonymous ? null : { value: email, isVerified: true, usedForAuth: true },
    passwordHash: options.password ? await hashOfGoodPassword! : null,
    isAnonymous: options.isAnonymous ?? false,
  }
  const project = (await projectCache(platform).find(projectId))!
  const id = await inTransaction(platform.db, (trx) => insertUser(trx, project, user, platform.now()))
  const tokens = await call('POST /auth/sessions', { as: 'server', body: { user_id: id } })
  return { id, email, ...tokens }
}

/** A user of the internal project with a team that can own projects. */
export async function createOwner(server: TestServer): Promise<Person & { teamId: string }> {
  const person = await createPerson(projectWithKeys(server, 'internal', internalKeys))
  const { selected_team_id } = await server.platform.db
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

/** The same token, signed a while ago. */
export async function signLongAgo(server: TestServer, { access_token }: { access_token: string }): Promise<string> {
  const { iss, aud, iat, exp, ...claims } = readClaims(access_token)
  return accessTokens(server.platform).sign(claims as never, server.platform.now().getTime() - day)
}

function newKeys(): TestProject['keys'] {
  return {
    publishableClientKey: `pck_${randomCode()}`,
    secretServerKey: `ssk_${randomCode()}`,
    superSecretAdminKey: `sak_${randomCode()}`,
  }
}
