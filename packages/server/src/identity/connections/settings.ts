import {
  type ConnectionType,
  type connectionRoutes,
  connectionTypes,
  type HandlerInput,
  KnownError,
} from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { PreparedSaml, SamlSettings } from './saml-settings.ts'
import type { ConnectionSecrets } from './secrets.ts'

type Body = HandlerInput<(typeof connectionRoutes)['PATCH /connections/{connection_id}']>['body']
type OidcBody = NonNullable<Body['oidc']>
type Oauth2Body = NonNullable<Body['oauth2']>

/** How claims become a user. Null: the usual ones. */
export interface Attributes {
  id: string | null
  email: string | null
  display_name: string | null
  profile_image_url: string | null
  groups: string | null
}

export interface Roles {
  default_permission_id: string | null
  groups: { group: string; permission_id: string }[]
}

/** What the column `settings` has. Never secrets. */
export interface StoredSettings {
  oidc?: Omit<OidcBody, 'client_secret'>
  oauth2?: Omit<Oauth2Body, 'client_secret'>
  saml?: SamlSettings
  attributes: Attributes
  roles: Roles
}

export const noAttributes: Attributes = {
  id: null,
  email: null,
  display_name: null,
  profile_image_url: null,
  groups: null,
}
export const noRoles: Roles = { default_permission_id: null, groups: [] }

export function typeOf(body: Pick<Body, ConnectionType>): ConnectionType | undefined {
  return connectionTypes.find((type) => body[type] !== undefined)
}

/** The settings after a change, and the secrets that belong to them. */
export function applySettings(
  ctx: Context,
  type: ConnectionType,
  before: { settings: StoredSettings; secrets: ConnectionSecrets },
  body: Body,
  /** What was read of `body.saml`, and keys for a new connection. */
  saml?: { prepared: PreparedSaml; keys?: { privateKey: string; certificate: string } },
): { settings: StoredSettings; secrets: ConnectionSecrets } {
  const settings: StoredSettings = {
    ...before.settings,
    ...(body.attributes && { attributes: { ...noAttributes, ...withoutUndefined(body.attributes) } }),
    ...(body.roles && { roles: body.roles }),
  }
  const given = typeOf(body)
  if (!given && !saml) return { settings, secrets: before.secrets }
  if (given && given !== type) throw invalid(`body.${given} does not fit: the connection is of type ${type}`)
  if (type === 'saml') {
    const { prepared, keys } = saml!
    const certificate = keys?.certificate ?? before.settings.saml!.certificate
    const secrets = keys ? { private_key: keys.privateKey } : before.secrets
    return { settings: { ...settings, saml: { ...prepared, certificate } }, secrets }
  }
  const { client_secret: secret, ...rest } = body[type]!
  for (const url of listUrls(rest)) assertUsable(ctx, url)
  const isKept = secret === undefined
  // Whoever may change a connection may not read its secret, so it is not sent to another place than before.
  if (isKept && !before.secrets.client_secret) throw invalid('Enter the client secret.')
  if (isKept && recipientsOf(before.settings[type]) !== recipientsOf(rest)) {
    throw invalid('Enter the client secret again, because the addresses of the provider change.')
  }
  const secrets = isKept ? before.secrets : { client_secret: secret }
  return { settings: { ...settings, [type]: rest }, secrets }
}

type Provider = Partial<NonNullable<StoredSettings['oidc']> & NonNullable<StoredSettings['oauth2']>>

function listUrls({ issuer, endpoints, authorization_url, token_url, user_info_url }: Provider): string[] {
  const urls = [issuer, authorization_url, token_url, user_info_url, ...Object.values(endpoints ?? {})]
  return urls.filter((url) => typeof url === 'string')
}

/** Otherwise nobody can sign in with it, or try to. */
export function assertComplete({ oidc, oauth2, saml }: StoredSettings): void {
  if (!oidc && !oauth2 && !saml?.provider) throw invalid('Enter the settings of the identity provider first.')
}

/** Who says who somebody is, and by which attribute. Subjects of another one are other people. */
export function authorityOf({ oidc, oauth2, saml, attributes: { id } }: StoredSettings): string {
  if (oidc) return JSON.stringify([oidc.issuer, oidc.endpoints])
  if (oauth2) return JSON.stringify([oauth2.token_url, oauth2.user_info_url, id])
  return JSON.stringify([saml?.provider?.entity_id, id])
}

/** Where the client secret is sent to, or what says where. */
function recipientsOf(provider: Provider | undefined): string {
  const { issuer, endpoints, token_url } = provider ?? {}
  return JSON.stringify([issuer, endpoints?.token_url ?? token_url])
}

function assertUsable({ platform }: Context, url: string): void {
  const { protocol, username, password } = new URL(url)
  if (username || password) throw invalid('The addresses of the provider must not have user names.')
  if (platform.config.isProduction && protocol !== 'https:')
    throw invalid('The addresses of the provider must begin with https.')
}

function invalid(message: string) {
  return new KnownError('SCHEMA_ERROR', { message })
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
