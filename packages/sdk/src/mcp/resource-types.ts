import type { BaseUrl } from '../environment/environment.ts'

/**
 * How to protect a resource, such as an MCP server.
 * @example
 * const options: ProtectResourceOptions = {
 *   projectId: process.env.LATCHKEY_PROJECT_ID,
 *   baseUrl: process.env.LATCHKEY_API_URL,
 *   resource: 'https://mcp.example.com/mcp',
 *   name: 'Fieldnotes',
 *   scopes: ['notes:read', 'notes:write'],
 *   client: { id: clientId, secret: clientSecret },
 * }
 */
export interface ProtectResourceOptions {
  /** The project whose users have access. `LATCHKEY_PROJECT_ID` by default. */
  projectId?: string | undefined
  /** The URL of the Latchkey server. `LATCHKEY_API_URL` by default. */
  baseUrl?: BaseUrl | undefined
  /** The URL of the resource, exactly as it is entered in the dashboard and as clients use it. */
  resource: string
  /** What people read about the resource in clients. */
  name?: string | undefined
  /** The scopes that the resource knows. Clients that are not told which ones they need ask for these. */
  scopes?: readonly string[] | undefined
  /** An OAuth client of the project with a secret, which `confirm` needs. */
  client?: { id: string; secret: string } | undefined
}

/**
 * Who sent a request, and what they may do. Pass it to the server of the protocol's own SDK as `authInfo`.
 * @example
 * const { userId, teamId, clientId, scopes, expiresAt, token }: ResourceAccess = access
 * const isSame = access.extra.userId === userId && access.resourceMetadataUrl === resource.metadataUrl
 */
export interface ResourceAccess {
  /** The ID of the user. Null for a program that acts for nobody but itself. */
  userId: string | null
  /** The ID of the team that the user has chosen. */
  teamId: string | null
  /** The ID of the OAuth client, which is a URL for clients with a metadata document. */
  clientId: string
  /** What the client may do. */
  scopes: string[]
  /** When the token expires, in seconds since 1970, as the protocol's SDK expects it. */
  expiresAt: number
  /** The access token. It is for this resource only: never pass it on. */
  token: string
  /** Where the metadata of the resource are, for refusals of the protocol's SDK. */
  resourceMetadataUrl: string
  /** The same IDs where tools of the protocol's SDK find them: in `ctx.http?.authInfo?.extra`. */
  extra: { userId: string | null; teamId: string | null }
}

/**
 * The metadata of a protected resource, as RFC 9728 names them.
 * @example
 * const { resource: uri, authorization_servers, bearer_methods_supported }: ResourceMetadata = resource.metadata
 * const { resource_name, scopes_supported }: ResourceMetadata = resource.metadata
 */
export interface ResourceMetadata {
  /** The URL of the resource. */
  resource: string
  /** Whose access tokens the resource accepts: the issuer of the project. */
  authorization_servers: [string]
  /** Access tokens are sent in a header. */
  bearer_methods_supported: ['header']
  /** What people read about the resource. */
  resource_name?: string
  /** The scopes that the resource knows. */
  scopes_supported?: string[]
}

/**
 * What a single route needs.
 * @example const options: RequireOptions = { scopes: ['notes:write'] }
 */
export interface RequireOptions {
  /** The scopes that every request needs. */
  scopes?: readonly string[] | undefined
}

/** A request of Node's `http` server, of Express or of anything built on it. */
export interface NodeRequest {
  /** The method, such as `POST`. */
  method?: string | undefined
  /** The path. */
  url?: string | undefined
  /** The headers, with names in lower case. */
  headers: Record<string, string | string[] | undefined>
  /** Who sent the request, once it was let through. */
  auth?: ResourceAccess | undefined
}

/** A response of Node's `http` server. */
export interface NodeResponse {
  /** Sets the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends the body. */
  end(body?: string): unknown
}
