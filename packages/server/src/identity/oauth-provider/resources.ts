import { errors, type KoaContextWithOIDC, type ResourceServer, type UnknownObject } from 'oidc-provider'
import { providerRequest } from './provider-request.ts'
import { findResource, type ProviderSettings } from './scopes.ts'

const defaultMinutes = 10

/** Access tokens of resources are JWTs; those for userinfo are known to this server only. */
export function createResources(settings: ProviderSettings) {
  return {
    enabled: true,
    defaultResource: (ctx: KoaContextWithOIDC, _client: unknown, oneOf?: readonly string[]) =>
      findDefault(settings, ctx, oneOf),
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx: KoaContextWithOIDC, uri: string) => describeResource(settings, ctx, uri),
  }
}

function findDefault(
  settings: ProviderSettings,
  { oidc }: KoaContextWithOIDC,
  oneOf?: readonly string[],
): string | string[] {
  const found = Object.values(settings.resources).find((resource) => resource.isDefault)
  const uri = found?.uri
  if (oneOf) return uri !== undefined && oneOf.includes(uri) ? uri : [...oneOf]
  const isMachine = oidc.params?.grant_type === 'client_credentials'
  if (isMachine && uri === undefined) throw new errors.InvalidTarget('name the resource')
  const asked = String(oidc.params?.scope ?? '').split(' ')
  // An app that only wants to know who signs in gets a token for userinfo.
  const isSignIn = asked.includes('openid') && !asked.some((scope) => Object.hasOwn(found?.scopes ?? {}, scope))
  return uri === undefined || (isSignIn && !isMachine) ? [] : uri
}

function describeResource(settings: ProviderSettings, { oidc }: KoaContextWithOIDC, uri: string): ResourceServer {
  const resource = findResource(settings, uri)
  if (!resource) throw new errors.InvalidTarget('the resource is not known')
  const isMachine = oidc.params?.grant_type === 'client_credentials'
  const scopes = Object.keys(resource.scopes).filter((scope) => !isMachine || mayMachineHave(settings, oidc, scope))
  if (isMachine) assertAnyScope(String(oidc.params?.scope ?? ''), scopes)
  return {
    scope: scopes.join(' '),
    audience: uri,
    accessTokenFormat: 'jwt',
    accessTokenTTL: (resource.accessTokenMinutes ?? defaultMinutes) * 60,
    jwt: { sign: { alg: 'ES256' } },
  }
}

/** Without any that it asks for, a client would only find out at the resource that its token is worth nothing. */
function assertAnyScope(asked: string, available: string[]): void {
  if (asked === '' || asked.split(' ').some((scope) => available.includes(scope))) return
  throw new errors.InvalidScope('the resource has none of these scopes for this client', asked)
}

/** A client without a user has no permissions, so owners have to name scopes that need one. */
function mayMachineHave({ scopes }: ProviderSettings, { client }: KoaContextWithOIDC['oidc'], scope: string): boolean {
  const needsPermission = Object.hasOwn(scopes, scope) && scopes[scope]!.permissionId !== undefined
  return !needsPermission || Boolean(client?.scope?.split(' ').includes(scope))
}

/** Resources tell teams apart by the one that the user has chosen, and find the grant in webhooks when it ends. */
export function describeGrant({ oidc }: KoaContextWithOIDC): UnknownObject | undefined {
  const { teamId } = providerRequest()
  const grantId = oidc.entities.Grant?.jti
  return grantId === undefined ? undefined : { grant_id: grantId, ...(teamId === null ? {} : { team_id: teamId }) }
}
