import { z } from 'zod'
import type { ProviderDefinition } from '../oauth/providers/definition.ts'
import { failure } from '../oauth/providers/failures.ts'
import { findClaim, mapProfile } from './profile.ts'
import type { ConnectionRow } from './queries.ts'
import type { StoredSettings } from './settings.ts'

type Way = ProviderDefinition['clientAuthentication']

const ways: Record<'basic' | 'post', Way> = { basic: 'openid', post: 'form' }
const signatures = ['RS256', 'PS256', 'ES256', 'RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512', 'EdDSA']

/** Providers of companies ask their users by themselves whether they consent. */
const asksNothing = { access_type: undefined, prompt: undefined }

export function oidcDefinition(row: ConnectionRow, settings: NonNullable<StoredSettings['oidc']>): ProviderDefinition {
  const { issuer, endpoints, client_authentication } = settings
  const title = row.display_name
  return {
    title,
    baseScopes: ['openid', ...settings.scopes.filter((scope) => scope !== 'openid')],
    server: endpoints
      ? {
          issuer,
          authorization_endpoint: endpoints.authorization_url,
          token_endpoint: endpoints.token_url,
          jwks_uri: endpoints.jwks_url,
          ...(endpoints.user_info_url && { userinfo_endpoint: endpoints.user_info_url }),
          id_token_signing_alg_values_supported: signatures,
        }
      : (environment) => environment.openIdServers.discover(issuer, environment),
    clientAuthentication: client_authentication ? ways[client_authentication] : 'openid',
    idToken: {},
    authorizationParameters: asksNothing,
    readProfile: async ({ server, claims, get }) => {
      const more = server.userinfo_endpoint ? await get(server.userinfo_endpoint, userInfo) : { sub: claims.sub }
      if (more.sub !== claims.sub) throw failure('invalid-answer', title, 'the user info is for another account')
      return mapProfile(joinClaims(claims, more), String(claims.sub), row.settings.attributes)
    },
  }
}

/** An address counts as unverified if one of the two says so. */
function joinClaims(claims: Record<string, unknown>, more: Record<string, unknown>) {
  const isDenied = [claims, more].some(({ email_verified }) => email_verified !== undefined && email_verified !== true)
  return { ...claims, ...more, ...(isDenied && { email_verified: false }) }
}

const userInfo = z.looseObject({ sub: z.string() })

export function oauth2Definition(
  row: ConnectionRow,
  settings: NonNullable<StoredSettings['oauth2']>,
): ProviderDefinition {
  const { authorization_url, token_url, user_info_url, client_authentication, scopes } = settings
  const title = row.display_name
  return {
    title,
    baseScopes: scopes,
    server: { issuer: new URL(token_url).origin, authorization_endpoint: authorization_url, token_endpoint: token_url },
    clientAuthentication: ways[client_authentication ?? 'basic'],
    authorizationParameters: asksNothing,
    readProfile: async ({ get }) => {
      const claims = await get(user_info_url, z.looseObject({}))
      const { attributes } = row.settings
      return mapProfile(claims, readId(claims, attributes.id ? [attributes.id] : ['sub', 'id']), attributes)
    },
  }
}

/** Without one, the sign-in is refused later. */
function readId(claims: Record<string, unknown>, names: string[]): string {
  const id = names.map((name) => findClaim(claims, name)).find((found) => found !== undefined)
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? String(id) : ''
}
