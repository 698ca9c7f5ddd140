import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { locate } from '../../platform/ip-info.ts'
import type { Platform, Settings } from '../../platform/platform.ts'
import { clientKeysFetcher, maxKeysBytes } from '../oauth-clients/documents.ts'
import { claimsByScope, findAccount } from './accounts.ts'
import { createAdapter } from './adapter.ts'
import { consentUrlOf } from './consent-page.ts'
import { issuerOf, providerPath } from './issuer.ts'
import type { ProviderKey } from './keys.ts'
import { acrValues, cookieNames, deviceCodeSeconds, interactionSeconds } from './names.ts'
import { renderLogout, renderProviderError, renderSignedOut } from './pages.ts'
import { createPolicy } from './policy.ts'
import { providerRequest } from './provider-request.ts'
import { createResources, describeGrant } from './resources.ts'
import { listScopes, type ProviderSettings } from './scopes.ts'

const minute = 60
const day = 24 * 3600

const routes = {
  authorization: '/authorize',
  code_verification: '/device',
  device_authorization: '/device_authorization',
  end_session: '/logout',
  introspection: '/introspect',
  jwks: '/jwks',
  registration: '/register',
  revocation: '/revoke',
  token: '/token',
  userinfo: '/userinfo',
}

/** How the protocol's library serves a project. Whatever depends on more than the settings is read for each request. */
export function createConfiguration(
  platform: Platform,
  { projectId, settings, keys }: { projectId: string; settings: ProviderSettings; keys: ProviderKey[] },
): Configuration {
  const { secrets, config } = platform
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    secure: config.isProduction,
    path: providerPath(projectId),
  } as const
  const cookieKeys = secrets.deriveFromAll(`cookies of the OAuth provider ${projectId}`, 32)
  return {
    adapter: createAdapter,
    acrValues,
    claims: claimsByScope(settings.claims),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    // Any origin may ask, because cookies are not used for it.
    clientBasedCORS: () => true,
    cookies: {
      keys: cookieKeys.map((key) => key.toString('base64url')),
      names: cookieNames(projectId),
      long: cookie,
      short: cookie,
    },
    discovery: describeClients(config, projectId, settings),
    extraTokenClaims: describeGrant,
    features: {
      backchannelLogout: { enabled: true },
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      deviceFlow: {
        enabled: true,
        charset: 'base-20',
        mask: '****-****',
        deviceInfo,
        userCodeInputSource: noPage,
        userCodeConfirmSource: noPage,
        successSource: noPage,
      },
      dPoP: { enabled: false },
      introspection: { enabled: true, allowedPolicy: isOwnToken },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: createResources(settings),
      revocation: { enabled: true, allowedPolicy: isOwnToken },
      rpInitiatedLogout: { enabled: true, logoutSource: renderLogout, postLogoutSuccessSource: renderSignedOut },
      rpMetadataChoices: { enabled: true },
    },
    fetch: (url, init) => fetchOutside(platform, String(url), init),
    fetchResponseBodyLimits: { jwks_uri: maxKeysBytes },
    findAccount,
    interactions: {
      policy: createPolicy(),
      url: (_ctx, { uid }) => consentUrlOf(config, projectId, settings, { interaction: uid }),
    },
    jwks: { keys: keys as never },
    pkce: { required: () => true },
    renderError: renderProviderError,
    responseTypes: ['code'],
    // What was approved outlives the sign-in.
    revokeGrantPolicy: ({ oidc: { route, entities } }) =>
      !route.startsWith('end_session') && !(route === 'revocation' && entities.AccessToken),
    rotateRefreshToken: true,
    routes,
    scopes: listScopes(settings),
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 60 * minute,
      AuthorizationCode: minute,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 10 * minute,
      DeviceCode: deviceCodeSeconds,
      Grant: 365 * day,
      IdToken: 60 * minute,
      Interaction: interactionSeconds,
      RefreshToken: 30 * day,
      Session: 30 * day,
    },
  }
}

/** Devices are approved on the page of the app. */
async function noPage(): Promise<never> {
  throw new Error('The page of the library for devices is not used.')
}

/** Where a device asked from, as the user sees it before approving. */
function deviceInfo(_ctx: KoaContextWithOIDC) {
  const { caller, now } = providerRequest().ctx
  return { ipInfo: locate(caller), userAgent: caller.headers.get('user-agent')?.slice(0, 300), at: now().getTime() }
}

/** Both are ours, and not the library's. */
function describeClients(config: Settings, projectId: string, settings: ProviderSettings) {
  return {
    ...(settings.allowMetadataDocuments && { client_id_metadata_document_supported: true }),
    ...(settings.allowRegistration && { registration_endpoint: `${issuerOf(config, projectId)}/register` }),
  }
}

function isOwnToken(
  _ctx: unknown,
  { clientId }: { clientId: string },
  token: { clientId?: string | undefined },
): boolean {
  return token.clientId === clientId
}

/** What is read are the keys of strangers, while a request waits for them; what is sent tells an app of a sign-out. */
function fetchOutside(platform: Platform, url: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET'
  const client = method === 'GET' ? clientKeysFetcher(platform) : platform.outbound
  const headers = Object.fromEntries(new Headers(init.headers))
  const body = init.body === undefined || init.body === null ? {} : { body: String(init.body) }
  return client.fetch(url, { method, headers, ...body })
}
