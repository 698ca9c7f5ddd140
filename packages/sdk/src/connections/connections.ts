import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { loadWholeList } from '../transport/lists.ts'
import type { ConnectionDomain, ConnectionDomainJson } from './domains.ts'
import { toCamelCase } from './names.ts'

/**
 * How a company's identity provider is reached with OpenID Connect.
 * @example
 * const oidc: OidcSettings = { issuer: 'https://acme.okta.com', clientId, clientSecret, scopes: ['email', 'profile', 'groups'] }
 * const byHand: OidcSettings = { ...oidc, clientAuthentication: 'post', endpoints: { authorizationUrl: url, tokenUrl: url, jwksUrl: url } }
 */
export interface OidcSettings {
  /** As in the ID tokens. Everything else is discovered, unless there are endpoints. */
  issuer: string
  /** Instead of the discovery document. */
  endpoints?:
    | { authorizationUrl: string; tokenUrl: string; jwksUrl: string; userInfoUrl?: string | null | undefined }
    | null
    | undefined
  /** The ID of the app at the provider. */
  clientId: string
  /** Never returned. When it is left out of a change, the stored one stays. */
  clientSecret?: string | undefined
  /** How the secret is sent. Null: as the discovery document says. */
  clientAuthentication?: 'basic' | 'post' | null | undefined
  /** Requested besides `openid`. By default `email` and `profile`. */
  scopes?: string[] | undefined
}

/**
 * How a company's identity provider is reached with OAuth 2.0.
 * @example
 * const oauth2: OAuth2Settings = { authorizationUrl: url, tokenUrl: url, userInfoUrl: url, clientId, clientSecret, clientAuthentication: 'post', scopes: ['read:user'] }
 */
export interface OAuth2Settings {
  /** Where people sign in. */
  authorizationUrl: string
  /** Where codes are exchanged. */
  tokenUrl: string
  /** Answers with a JSON object about the user. */
  userInfoUrl: string
  /** The ID of the app at the provider. */
  clientId: string
  /** Never returned. When it is left out of a change, the stored one stays. */
  clientSecret?: string | undefined
  /** How the secret is sent. Null: `basic`. */
  clientAuthentication?: 'basic' | 'post' | null | undefined
  /** None by default. */
  scopes?: string[] | undefined
}

/**
 * How a company's identity provider is reached with SAML: by the URL of its metadata, by the metadata, or by hand.
 * @example
 * const saml: SamlSettings = { metadataUrl: 'https://acme.example.com/metadata', isIdpInitiatedAllowed: true }
 * const byFile: SamlSettings = { metadata: '<EntityDescriptor>…</EntityDescriptor>' }
 * const byHand: SamlSettings = { provider: { entityId: 'acme', signInUrl: url, certificates: ['MIIC…'] } }
 */
export interface SamlSettings {
  /** Read now, and again every day. */
  metadataUrl?: string | undefined
  /** XML. */
  metadata?: string | undefined
  /** What metadata would say. */
  provider?: { entityId: string; signInUrl: string; certificates: string[] } | undefined
  /** Whether sign-ins may begin at the provider. They lead to the sign-in page of the app. */
  isIdpInitiatedAllowed?: boolean | undefined
}

/**
 * The claims or attributes that users are made of, if they are not the usual ones.
 * @example
 * const attributes: ConnectionAttributes = { id: 'user.id', email: 'mail', displayName: 'cn', profileImageUrl: null, groups: 'memberOf' }
 */
export interface ConnectionAttributes {
  /** What identifies somebody; not for OpenID Connect. */
  id?: string | null | undefined
  /** The email address. */
  email?: string | null | undefined
  /** The name. */
  displayName?: string | null | undefined
  /** The picture. */
  profileImageUrl?: string | null | undefined
  /** The groups, which decide on the roles. */
  groups?: string | null | undefined
}

/**
 * What people get when they join the team with their first sign-in.
 * @example
 * const roles: ConnectionRoles = { defaultPermissionId: 'reader', groups: [{ group: 'Admins', permissionId: 'team_admin' }] }
 */
export interface ConnectionRoles {
  /** Granted if no group matches. */
  defaultPermissionId?: string | null | undefined
  /** The permissions of groups. */
  groups?: { group: string; permissionId: string }[] | undefined
}

/**
 * A change of a connection. The settings of its type, `attributes` and `roles` are replaced as a whole.
 * @example
 * await company.update({ isActive: true, displayName: 'Okta', oidc: { issuer, clientId } })
 * await company.update({ saml: { metadataUrl: url }, attributes: { groups: 'groups' }, roles: { groups: [] } })
 * await company.update({ oauth2: { authorizationUrl: url, tokenUrl: url, userInfoUrl: url, clientId } })
 */
export interface ConnectionUpdateOptions {
  /** What people read on the button. */
  displayName?: string | undefined
  /** Whether anybody can sign in with it. When it ends, so do the sessions that began with it. */
  isActive?: boolean | undefined
  /** For a connection of this type. */
  oidc?: OidcSettings | undefined
  /** For a connection of this type. */
  oauth2?: OAuth2Settings | undefined
  /** For a connection of this type. */
  saml?: SamlSettings | undefined
  /** How claims become users. */
  attributes?: ConnectionAttributes | undefined
  /** How groups become permissions in the team. */
  roles?: ConnectionRoles | undefined
}

/**
 * A new connection, with the settings of its type: one of `oidc`, `oauth2` and `saml`, or its `type` if they follow.
 * @example
 * await team.createConnection({ displayName: 'Okta', oidc: { issuer, clientId, clientSecret } })
 * await team.createConnection({ displayName: 'Entra ID', type: 'saml' })
 */
export interface ConnectionCreateOptions extends ConnectionUpdateOptions {
  /** What people read on the button. */
  displayName: string
  /** A provider needs the callback URL of a connection before it tells its own settings. */
  type?: 'oidc' | 'oauth2' | 'saml' | undefined
}

/**
 * What the last test sign-in has shown.
 * @example
 * const test: ConnectionTest | null = company.lastTest
 * if (test?.status === 'succeeded') console.log(test.happenedAt, test.user.email, test.user.permissionIds)
 * else console.log(test?.message)
 */
export type ConnectionTest =
  | { status: 'failed'; happenedAt: Date; message: string }
  | {
      status: 'succeeded'
      happenedAt: Date
      user: {
        accountId: string
        email: string | null
        isEmailVerified: boolean
        displayName: string | null
        profileImageUrl: string | null
        groups: string[]
        permissionIds: string[]
      }
    }

/**
 * How far a link for setting up a connection has come. The link itself is only known to whoever made it.
 * @example
 * const link: ConnectionSetupLink | null = company.setupLink
 * if (link?.state === 'opened') console.log('in progress since', link.openedAt)
 * console.log(link?.createdAt, link?.expiresAt, link?.finishedAt)
 */
export interface ConnectionSetupLink {
  /** Whether it was opened, finished, or has expired. */
  readonly state: 'sent' | 'opened' | 'finished' | 'expired'
  /** When it was made. */
  readonly createdAt: Date
  /** When it ends by itself. */
  readonly expiresAt: Date
  /** When it was first opened. */
  readonly openedAt: Date | null
  /** When the connection was turned on with it. */
  readonly finishedAt: Date | null
}

/**
 * An identity provider of a company, with which its people sign in.
 * @example
 * const [first]: CompanyConnection[] = await team.listConnections()
 * console.log(first?.id, first?.teamId, first?.teamDisplayName, first?.type, first?.displayName, first?.isActive)
 * console.log(first?.providerId, first?.callbackUrl, first?.attributes, first?.roles)
 * console.log(first?.oidc, first?.oauth2, first?.saml)
 * console.log(first?.createdAt, first?.updatedAt, first?.lastSignInAt, first?.lastTest, first?.setupLink?.state)
 */
export interface CompanyConnection {
  /** The id of the connection. */
  readonly id: string
  /** The team whose people sign in with it. Null: everybody in the project. */
  readonly teamId: string | null
  /** The name of the team. */
  readonly teamDisplayName: string | null
  /** How the provider is reached. */
  readonly type: 'oidc' | 'oauth2' | 'saml'
  /** What people read on the button. */
  readonly displayName: string
  /** Whether anybody can sign in with it. */
  readonly isActive: boolean
  /** What the connection is called among the OAuth providers. */
  readonly providerId: string
  /** To be registered at the provider. */
  readonly callbackUrl: string
  /** The settings of OpenID Connect, without the secret. */
  readonly oidc: (Required<Omit<OidcSettings, 'clientSecret'>> & { hasClientSecret: boolean }) | undefined
  /** The settings of OAuth 2.0, without the secret. */
  readonly oauth2: (Required<Omit<OAuth2Settings, 'clientSecret'>> & { hasClientSecret: boolean }) | undefined
  /** The settings of SAML, and what to enter at the provider. */
  readonly saml:
    | {
        provider: {
          entityId: string
          signInUrl: string
          certificates: { fingerprint: string; expiresAt: Date }[]
        } | null
        metadataUrl: string | null
        metadataReadAt: Date | null
        metadataFailingSince: Date | null
        isIdpInitiatedAllowed: boolean
        serviceProvider: { entityId: string; acsUrl: string; metadataUrl: string; certificate: string }
      }
    | undefined
  /** How claims become users. */
  readonly attributes: Required<ConnectionAttributes>
  /** How groups become permissions in the team. */
  readonly roles: Required<ConnectionRoles>
  /** When it was created. */
  readonly createdAt: Date
  /** When it was changed last. */
  readonly updatedAt: Date
  /** When somebody last signed in with it, to the minute. */
  readonly lastSignInAt: Date | null
  /** What the last test sign-in has shown. */
  readonly lastTest: ConnectionTest | null
  /** The last link for setting it up, unless it was withdrawn. */
  readonly setupLink: ConnectionSetupLink | null
  /**
   * Changes the connection.
   * @example await company.update({ isActive: true })
   */
  update(options: ConnectionUpdateOptions): Promise<void>
  /**
   * Starts a test sign-in. Open the URL in a browser; what comes of it is then the `lastTest` of the connection.
   * @example
   * const test = await company.test()
   * window.open(test.url)
   */
  test(): Promise<{ url: string }>
  /**
   * Makes a link with which the administrator of the company sets up the connection, without an account: the provider, its
   * settings, a test, the domain, and turning it on. It works for seven days, until the set-up is finished, and ends any
   * earlier one. The connection must be off. For servers and admins.
   * @example
   * const { url, expiresAt } = await company.createSetupLink()
   */
  createSetupLink(): Promise<{ url: string; expiresAt: Date }>
  /**
   * Ends the link. What was entered with it stays. For servers and admins.
   * @example await company.withdrawSetupLink()
   */
  withdrawSetupLink(): Promise<void>
  /**
   * Deletes the connection and ends the sessions that began with it.
   * @example await company.delete()
   */
  delete(): Promise<void>
}

type ConnectionJson = Routes['GET /connections/{connection_id}']['response']['client']
type Body = Routes['POST /connections']['request']['body']

/** Of a team, or all of the project. */
type TeamId = string | null
/** Only servers may ask without a team. */
const queryOf = (teamId: TeamId) => (teamId === null ? {} : { team_id: teamId }) as { team_id: string }

export async function loadConnections(actor: Actor, teamId: TeamId) {
  const { core, as } = actor
  const items = await loadWholeList((cursor) =>
    core.call('GET /connections', { ...as, query: { ...queryOf(teamId), cursor } }),
  )
  return { items, create: (json: ConnectionJson) => createConnectionObject(actor, json) }
}

export async function createConnection(
  actor: Actor,
  teamId: TeamId,
  options: ConnectionCreateOptions,
): Promise<CompanyConnection> {
  const { core, as } = actor
  const body = { ...(snakeCase(options) as object), team_id: teamId } as Body
  const created = await core.call('POST /connections', { ...as, body })
  await refresh(actor, teamId)
  return createConnectionObject(actor, created)
}

export async function loadConnectionDomains(actor: Actor, teamId: TeamId) {
  const { core, as } = actor
  const items = await loadWholeList((cursor) =>
    core.call('GET /connection-domains', { ...as, query: { ...queryOf(teamId), cursor } }),
  )
  return { items, create: (json: ConnectionDomainJson) => createDomainObject(actor, json) }
}

export async function addConnectionDomain(actor: Actor, teamId: TeamId, domain: string): Promise<ConnectionDomain> {
  const { core, as } = actor
  const body = { domain, team_id: teamId } as { domain: string; team_id: string }
  const added = await core.call('POST /connection-domains', { ...as, body })
  await refresh(actor, teamId)
  return createDomainObject(actor, added)
}

/** Who could sign in with a connection depends on connections and domains. */
const refresh = ({ cache }: Actor, teamId: TeamId) =>
  cache.refresh(`connections/${teamId}`, `connection-domains/${teamId}`, `required-connection/${teamId}`)

function createConnectionObject(actor: Actor, json: ConnectionJson): CompanyConnection {
  const { core, as } = actor
  const params = { connection_id: json.id }
  const connection = {
    oidc: undefined,
    oauth2: undefined,
    saml: undefined,
    ...camelCase(json),
    update: async (options: ConnectionUpdateOptions) => {
      const body = snakeCase(options) as NonNullable<Routes['PATCH /connections/{connection_id}']['request']['body']>
      await core.call('PATCH /connections/{connection_id}', { ...as, params, body })
      await refresh(actor, json.team_id)
    },
    createSetupLink: async () => {
      const made = await core.call('POST /connections/{connection_id}/setup-link', { ...as, params, body: {} })
      return { url: made.url, expiresAt: new Date(made.expires_at_millis) }
    },
    withdrawSetupLink: async () => {
      await core.call('DELETE /connections/{connection_id}/setup-link', { ...as, params })
    },
    test: () => core.call('POST /connections/{connection_id}/test', { ...as, params, body: {} }),
    delete: async () => {
      await core.call('DELETE /connections/{connection_id}', { ...as, params })
      await refresh(actor, json.team_id)
    },
  }
  return Object.freeze(connection) as unknown as CompanyConnection
}

function createDomainObject(actor: Actor, json: ConnectionDomainJson): ConnectionDomain {
  const { core, as } = actor
  const params = { domain_id: json.id }
  const domain = {
    ...camelCase(json),
    check: async () => {
      const { result } = await core.call('POST /connection-domains/{domain_id}/check', { ...as, params, body: {} })
      await refresh(actor, json.team_id)
      return result
    },
    delete: async () => {
      await core.call('DELETE /connection-domains/{domain_id}', { ...as, params })
      await refresh(actor, json.team_id)
    },
  }
  return Object.freeze(domain) as unknown as ConnectionDomain
}

function camelCase<T>(json: T): T {
  return toCamelCase(json) as T
}

function snakeCase(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(snakeCase)
  if (typeof options !== 'object' || options === null) return options
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeCase(value),
    ]),
  )
}
