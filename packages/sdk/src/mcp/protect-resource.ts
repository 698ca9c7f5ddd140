import { getBaseUrl, getSetting, projectIdNames } from '../environment/environment.ts'
import { isUnavailable } from '../transport/network-error.ts'
import { Issuer } from './issuer.ts'
import { type Answer, describeResource, refuseForbidden, refuseUnauthorized, refuseUnavailable } from './refusals.ts'
import { type ResourceTokenClaims, ResourceTokenVerifier } from './resource-tokens.ts'
import type {
  NodeRequest,
  NodeResponse,
  ProtectResourceOptions,
  RequireOptions,
  ResourceAccess,
  ResourceMetadata,
} from './resource-types.ts'

/**
 * Protects an MCP server, or any other resource, with the accounts of a project: tells clients where to sign in, and
 * verifies their access tokens. The resource and its scopes are defined in the dashboard.
 *
 * @example
 * const resource = protectResource({ resource: 'https://mcp.example.com/mcp', scopes: ['notes:read', 'notes:write'] })
 * const serve = resource.protect((_, { userId }) => Response.json({ userId }))
 */
export function protectResource(options: ProtectResourceOptions): ProtectedResource {
  return new ProtectedResource(options)
}

/**
 * A resource that `protectResource` protects.
 * @example
 * if (resource instanceof ProtectedResource) console.log(resource.issuer, resource.metadata.scopes_supported)
 * console.log(resource.metadataUrl, resource.metadataPath)
 */
export class ProtectedResource {
  /** The issuer of the access tokens: the project as an OAuth provider. */
  readonly issuer: string
  /** The document that tells clients where to sign in. */
  readonly metadata: ResourceMetadata
  /** Where clients find that document. */
  readonly metadataUrl: string
  /** The path of `metadataUrl`, for routers. */
  readonly metadataPath: string
  readonly #issuer: Issuer
  readonly #verifier: ResourceTokenVerifier

  /** @internal */
  constructor({ projectId: givenId, baseUrl, resource, name, scopes, client }: ProtectResourceOptions) {
    const projectId = getSetting('projectId', givenId, 'PROJECT_ID', projectIdNames)
    const path = `/oauth/${encodeURIComponent(projectId)}`
    this.#issuer = new Issuer(getBaseUrl(baseUrl, false) + path, client)
    this.issuer = getBaseUrl(baseUrl, true) + path
    this.metadata = {
      resource: checkResource(resource),
      authorization_servers: [this.issuer],
      bearer_methods_supported: ['header'],
      ...(name && { resource_name: name }),
      ...(scopes && { scopes_supported: scopes.map(checkScope) }),
    }
    const { origin, pathname, search } = new URL(resource)
    this.metadataPath = `/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`
    this.metadataUrl = origin + this.metadataPath + search
    this.#verifier = new ResourceTokenVerifier({
      issuer: this.issuer,
      resource,
      fetchKeys: () => this.#issuer.fetchKeys(),
    })
  }

  /**
   * Who sent a request. Null if there is no token, or one that is malformed, expired, revoked by its key, or not for
   * this resource. Throws if the project's keys are not known yet and Latchkey cannot be reached: see `isUnavailable`.
   *
   * @example
   * const access = await resource.authenticate(request)
   * if (!access) return resource.unauthorized(request)
   */
  authenticate(request: Request | NodeRequest): Promise<ResourceAccess | null> {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(readAuthorization(request))?.[1]
    return token ? this.verifyToken(token) : Promise.resolve(null)
  }

  /**
   * The same for a token that you have already.
   * @example const access = await resource.verifyToken(token)
   */
  async verifyToken(token: string): Promise<ResourceAccess | null> {
    const claims = await this.#verifier.verify(token)
    return claims && toAccess(token, claims, this.metadataUrl)
  }

  /**
   * The access that is left right now, which Latchkey is asked about; null if it has ended. Access tokens are accepted
   * until they expire, a few minutes after the user has ended the access: confirm it before what cannot be undone. Needs
   * the option `client`.
   *
   * @example
   * const confirmed = await resource.confirm(access)
   * if (!confirmed) return resource.unauthorized(request)
   */
  async confirm(access: ResourceAccess): Promise<ResourceAccess | null> {
    const scopes = await this.#issuer.findScopes(access.token)
    return scopes && { ...access, scopes: access.scopes.filter((scope) => scopes.includes(scope)) }
  }

  /**
   * A refusal that names the scopes which are missing, or undefined if the client has them all.
   * @example
   * const refusal = resource.requireScopes(access, ['notes:write'])
   * if (refusal) return refusal
   */
  requireScopes(access: Pick<ResourceAccess, 'scopes'>, scopes: readonly string[]): Response | undefined {
    return hasScopes(access, scopes) ? undefined : toResponse(refuseForbidden(this.metadataUrl, scopes.map(checkScope)))
  }

  /**
   * The response for a request without a valid token: 401, with the address of the metadata.
   * @example return resource.unauthorized(request, { scopes: ['notes:read'] })
   */
  unauthorized(request: Request | NodeRequest, { scopes = [] }: RequireOptions = {}): Response {
    return toResponse(refuseUnauthorized(this.metadataUrl, readAuthorization(request) !== '', scopes.map(checkScope)))
  }

  /**
   * A handler for `Request` and `Response` that serves the metadata, refuses requests without a valid token (401), with
   * too few scopes (403), or while tokens cannot be verified (503), and passes the others on.
   *
   * @example const serve = resource.protect((request, access) => handler.fetch(request, { authInfo: access }))
   */
  protect(
    handle: (request: Request, access: ResourceAccess) => Response | Promise<Response>,
    options: RequireOptions = {},
  ): (request: Request) => Promise<Response> {
    const scopes = (options.scopes ?? []).map(checkScope)
    return async (request) => {
      const result = await this.#decide(request, new URL(request.url).pathname, scopes)
      return 'status' in result ? toResponse(result) : handle(request, result)
    }
  }

  /**
   * The same as a middleware for Express, and for whatever else is built on Node's `http` server. Requests that it lets
   * through have their access in `request.auth`.
   *
   * @example app.use([resource.metadataPath, '/mcp'], resource.middleware())
   */
  middleware(
    options: RequireOptions = {},
  ): (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void) => Promise<void> {
    const scopes = (options.scopes ?? []).map(checkScope)
    return async (request, response, next) => {
      try {
        const result = await this.#decide(request, pathOf(request), scopes)
        if ('status' in result) {
          response.writeHead(result.status, result.headers)
          response.end(result.body ?? undefined)
          return
        }
        request.auth = result
      } catch (error) {
        return next(error)
      }
      next()
    }
  }

  async #decide(
    request: Request | NodeRequest,
    path: string,
    scopes: readonly string[],
  ): Promise<Answer | ResourceAccess> {
    if (path === this.metadataPath) return describeResource(request.method ?? 'GET', this.metadata)
    try {
      const access = await this.authenticate(request)
      if (!access) return refuseUnauthorized(this.metadataUrl, readAuthorization(request) !== '', scopes)
      return hasScopes(access, scopes) ? access : refuseForbidden(this.metadataUrl, scopes)
    } catch (error) {
      if (isUnavailable(error)) return refuseUnavailable()
      throw error
    }
  }
}

function toAccess(token: string, claims: ResourceTokenClaims, resourceMetadataUrl: string): ResourceAccess {
  const { sub, client_id: clientId, exp: expiresAt, scope = '', team_id } = claims
  // The subject of a program that acts for itself is its own ID.
  const userId = sub === clientId ? null : sub
  const teamId = typeof team_id === 'string' ? team_id : null
  const scopes = scope.split(' ').filter(Boolean)
  return { userId, teamId, clientId, scopes, expiresAt, token, resourceMetadataUrl, extra: { userId, teamId } }
}

const hasScopes = (access: Pick<ResourceAccess, 'scopes'>, scopes: readonly string[]) =>
  scopes.every((scope) => access.scopes.includes(scope))

function readAuthorization({ headers }: Request | NodeRequest): string {
  const value = headers instanceof Headers ? headers.get('authorization') : headers.authorization
  return typeof value === 'string' ? value : ''
}

/** Express shortens `url` to what follows the path of a middleware. */
function pathOf(request: NodeRequest & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '/').split('?', 1)[0]!
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}

/** Tokens name their resource as clients do, and are compared exactly. */
function checkResource(resource: string): string {
  const url = URL.canParse(resource) ? new URL(resource) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hash || url.username || url.password) {
    throw new Error(`Latchkey: the resource must be an http or https URL without a fragment, not ${resource}.`)
  }
  if (url.href !== resource) {
    throw new Error(`Latchkey: write the resource as clients do, here and in the dashboard: ${url.href}`)
  }
  return resource
}

/** As in RFC 6749. It becomes a part of a header. */
function checkScope(scope: string): string {
  if (/^[!#-[\]-~]+$/.test(scope)) return scope
  throw new Error(`Latchkey: ${JSON.stringify(scope)} is not the name of a scope.`)
}
