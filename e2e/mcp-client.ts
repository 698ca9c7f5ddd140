import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { ClientDocument } from './client-documents.ts'
import { type Approver, approve, type McpWorld } from './mcp-world.ts'

/** What the protocol's own client keeps, in memory. */
export class KeptAccess implements OAuthClientProvider {
  readonly clientMetadataUrl: string
  readonly clientMetadata
  readonly redirectUrl: string
  kept: OAuthTokens | undefined
  /** Where the browser was sent, until it is back. */
  request: URL | undefined
  #client: OAuthClientInformationMixed | undefined
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(url: string, { document, redirectUri }: ClientDocument) {
    this.clientMetadataUrl = url
    const { redirect_uris, grant_types } = document
    this.clientMetadata = { redirect_uris, ...(grant_types && { grant_types }) }
    this.redirectUrl = redirectUri
  }

  state = () => 'state-of-the-client'
  clientInformation = () => this.#client
  saveClientInformation = (client: OAuthClientInformationMixed) => {
    this.#client = client
  }
  tokens = () => this.kept
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.request = url
  }
  codeVerifier = () => this.#verifier
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier
  }
  discoveryState = () => this.#discovered
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state
  }
  invalidateCredentials = (what: string) => {
    if (what === 'tokens' || what === 'all') this.kept = undefined
  }
}

export interface McpConnection {
  client: Client
  transport: StreamableHTTPClientTransport
}

/** Throws `UnauthorizedError` if the person has to approve something first. */
export async function connect({ mcpUrl }: McpWorld, access: KeptAccess): Promise<McpConnection> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(mcpUrl), { authProvider: access })
  await client.connect(transport)
  return { client, transport }
}

/** Discovers from the 401 where to sign in, and comes back with access. */
export async function connectAs(world: McpWorld, access: KeptAccess, person: Approver): Promise<McpConnection> {
  const transport = new StreamableHTTPClientTransport(new URL(world.mcpUrl), { authProvider: access })
  const refusal = await new Client({ name: 'test', version: '1.0.0' }).connect(transport).catch((error) => error)
  if (!(refusal instanceof UnauthorizedError)) throw refusal ?? new Error('Nobody asked the person.')
  await finish(world, access, person, transport)
  return connect(world, access)
}

/** What happens between the two halves of the client: the browser. */
export async function finish(
  world: McpWorld,
  access: KeptAccess,
  person: Approver,
  transport: StreamableHTTPClientTransport,
): Promise<URL> {
  const request = access.request!
  access.request = undefined
  const back = await approve(world, person, request)
  if (back.searchParams.get('state') !== 'state-of-the-client') throw new Error(`The state is lost: ${back}`)
  await transport.finishAuth(back.searchParams)
  return request
}

export async function callTool({ client }: McpConnection, name: string, args: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: args })
  return (content as { text: string }[])[0]!.text
}
