import type { Routes } from '@latchkey/contract'
import type { Actor } from '../core/actors.ts'
import { hasCode } from '../errors/known-errors.ts'
import type { PageOf } from '../transport/lists.ts'

/**
 * An app or a program that users of the project sign in to with their account.
 * @example
 * const client: OAuthClient | null = await latchkey.getOAuthClient(clientId)
 * console.log(client?.id, client?.type, client?.displayName, client?.redirectUris, client?.postLogoutRedirectUris)
 * console.log(client?.backchannelLogoutUri, client?.scopes, client?.skipsConsent, client?.isSelfRegistered)
 * console.log(client?.secrets, client?.userCount, client?.createdAt, client?.updatedAt, client?.lastUsedAt)
 * console.log(client?.expiresAt)
 */
export interface OAuthClient {
  /** The client ID. */
  readonly id: string
  /** Where it runs. Only web and machine clients have a secret. */
  readonly type: OAuthClientType
  /** What users read when they are asked for access. */
  readonly displayName: string
  /** Where the browser may return to. Compared exactly. */
  readonly redirectUris: readonly string[]
  /** Where the browser may return to after a sign-out. */
  readonly postLogoutRedirectUris: readonly string[]
  /** Gets a logout token when a user signs out, or null. */
  readonly backchannelLogoutUri: string | null
  /** What it may ask for. Null: every scope of the project. */
  readonly scopes: readonly string[] | null
  /** Whether users give it access without being asked. */
  readonly skipsConsent: boolean
  /** Whether it registered itself, so that nobody has verified what it says. */
  readonly isSelfRegistered: boolean
  /** The secrets that work, newest first. */
  readonly secrets: readonly OAuthClientSecret[]
  /** How many users have given it access; 1,000 stands for more, too. */
  readonly userCount: number
  /** When it was registered. */
  readonly createdAt: Date
  /** When it was last changed. */
  readonly updatedAt: Date
  /** When it last got a token, to the minute, or null. */
  readonly lastUsedAt: Date | null
  /** When a client that registered itself is deleted unless it is used before, or null. */
  readonly expiresAt: Date | null
  /**
   * Changes it. Lists are replaced as a whole.
   * @example await client.update({ redirectUris: ['https://app.example.com/callback'] })
   */
  update(options: OAuthClientUpdateOptions): Promise<OAuthClient>
  /**
   * Replaces the secret, which is returned once. The earlier one works until the given time, at most 30 days.
   * @example const { clientSecret } = await client.rotateSecret({ oldSecretExpiresAt: new Date(Date.now() + 86_400_000) })
   */
  rotateSecret(options: { oldSecretExpiresAt: Date }): Promise<NewOAuthClient>
  /**
   * Ends a secret at once.
   * @example for (const { id } of client.secrets) await client.endSecret(id)
   */
  endSecret(secretId: string): Promise<OAuthClient>
  /**
   * Deletes it. The access that users have given it ends at once.
   * @example await client.delete()
   */
  delete(): Promise<void>
}

/**
 * Where a client runs: on a server, in a browser, on a device of the user, or for itself without users.
 * @example const type: OAuthClientType = 'single_page'
 */
export type OAuthClientType = 'web' | 'single_page' | 'native' | 'machine'

/**
 * A client with its secret, which is not shown again.
 * @example
 * const created: NewOAuthClient = await latchkey.createOAuthClient({ type: 'machine', displayName: 'Reports' })
 * console.log(created.id, created.clientSecret)
 */
export interface NewOAuthClient extends OAuthClient {
  /** Null if this type of client has none. */
  readonly clientSecret: string | null
}

/**
 * What is known of a secret of a client.
 * @example
 * for (const secret of client.secrets) {
 *   console.log(secret.id, secret.ending, secret.createdAt, secret.expiresAt, secret.lastUsedAt)
 * }
 */
export interface OAuthClientSecret {
  /** The id of the secret. */
  readonly id: string
  /** Its last four characters. */
  readonly ending: string
  /** When it was created. */
  readonly createdAt: Date
  /** When it stops working, or null for the current one. */
  readonly expiresAt: Date | null
  /** When it was last used, to the minute, or null. */
  readonly lastUsedAt: Date | null
}

/**
 * What can be changed about a client.
 * @example
 * const options: OAuthClientUpdateOptions = {
 *   displayName: 'Ledger',
 *   redirectUris: ['https://ledger.example.com/callback'],
 *   postLogoutRedirectUris: ['https://ledger.example.com'],
 *   backchannelLogoutUri: null,
 *   scopes: ['openid', 'email'],
 *   skipsConsent: false,
 * }
 */
export interface OAuthClientUpdateOptions {
  /** What users read when they are asked for access. */
  displayName?: string | undefined
  /** Where the browser may return to. Needed by web and single-page clients. */
  redirectUris?: string[] | undefined
  /** Where the browser may return to after a sign-out. */
  postLogoutRedirectUris?: string[] | undefined
  /** Gets a logout token when a user signs out. */
  backchannelLogoutUri?: string | null | undefined
  /** What it may ask for. Null: every scope of the project. */
  scopes?: string[] | null | undefined
  /** For apps of your own company, whose users are not asked for consent. */
  skipsConsent?: boolean | undefined
}

/**
 * A new client.
 * @example
 * const options: OAuthClientCreateOptions = {
 *   type: 'web',
 *   displayName: 'Ledger',
 *   redirectUris: ['https://ledger.example.com/callback'],
 * }
 */
export interface OAuthClientCreateOptions extends OAuthClientUpdateOptions {
  /** Where it runs. This cannot be changed. */
  type: OAuthClientType
  /** What users read when they are asked for access. */
  displayName: string
}

/**
 * Which clients to list.
 * @example
 * const options: OAuthClientListOptions = { query: 'ledger', limit: 20 }
 * const page = await latchkey.listOAuthClients(options)
 * if (page.nextCursor) await latchkey.listOAuthClients({ ...options, cursor: page.nextCursor })
 */
export interface OAuthClientListOptions {
  /** A part of the name, or a complete client ID. */
  query?: string | undefined
  /** At most 200; by default 50. */
  limit?: number | undefined
  /** Of the next page. */
  cursor?: string | undefined
}

type ClientJson = Routes['GET /oauth-clients/{id}']['response']['server']

export async function listOAuthClients(
  actor: Actor,
  { query, limit, cursor }: OAuthClientListOptions = {},
): Promise<PageOf<OAuthClient>> {
  const page = await actor.core.call('GET /oauth-clients', { ...actor.as, query: { query, limit, cursor } })
  const clients = page.items.map((json) => toClient(actor, json))
  return Object.assign(clients, { nextCursor: page.pagination.next_cursor })
}

export async function createOAuthClient(
  actor: Actor,
  { type, displayName, ...options }: OAuthClientCreateOptions,
): Promise<NewOAuthClient> {
  const body = { ...toBody(options), type, display_name: displayName }
  const { client_secret, ...json } = await actor.core.call('POST /oauth-clients', { ...actor.as, body })
  return withSecret(actor, json, client_secret)
}

export async function getOAuthClient(actor: Actor, id: string): Promise<OAuthClient | null> {
  try {
    return toClient(actor, await actor.core.call('GET /oauth-clients/{id}', { ...actor.as, params: { id } }))
  } catch (error) {
    if (hasCode(error, 'OAUTH_CLIENT_NOT_FOUND') || hasCode(error, 'SCHEMA_ERROR')) return null
    throw error
  }
}

function withSecret(actor: Actor, json: ClientJson, clientSecret: string | null): NewOAuthClient {
  return Object.freeze({ ...toClient(actor, json), clientSecret })
}

function toBody(options: OAuthClientUpdateOptions) {
  return {
    display_name: options.displayName,
    redirect_uris: options.redirectUris,
    post_logout_redirect_uris: options.postLogoutRedirectUris,
    backchannel_logout_uri: options.backchannelLogoutUri,
    scopes: options.scopes,
    skips_consent: options.skipsConsent,
  }
}

function toClient(actor: Actor, json: ClientJson): OAuthClient {
  const { core, as } = actor
  const params = { id: json.id }
  return Object.freeze<OAuthClient>({
    id: json.id,
    type: json.type,
    displayName: json.display_name,
    redirectUris: json.redirect_uris,
    postLogoutRedirectUris: json.post_logout_redirect_uris,
    backchannelLogoutUri: json.backchannel_logout_uri,
    scopes: json.scopes,
    skipsConsent: json.skips_consent,
    isSelfRegistered: json.is_self_registered,
    secrets: json.secrets.map((secret) => ({
      id: secret.id,
      ending: secret.ending,
      createdAt: new Date(secret.created_at_millis),
      expiresAt: dateOrNull(secret.expires_at_millis),
      lastUsedAt: dateOrNull(secret.last_used_at_millis),
    })),
    userCount: json.user_count,
    createdAt: new Date(json.created_at_millis),
    updatedAt: new Date(json.updated_at_millis),
    lastUsedAt: dateOrNull(json.last_used_at_millis),
    expiresAt: dateOrNull(json.expires_at_millis),
    async update(options) {
      const body = toBody(options)
      return toClient(actor, await core.call('PATCH /oauth-clients/{id}', { ...as, params, body }))
    },
    async rotateSecret({ oldSecretExpiresAt }) {
      // Never negative, which a server would not accept.
      const body = { old_secret_expires_at_millis: Math.max(0, oldSecretExpiresAt.getTime()) }
      const { client_secret, ...rest } = await core.call('POST /oauth-clients/{id}/rotate-secret', {
        ...as,
        params,
        body,
      })
      return withSecret(actor, rest, client_secret)
    },
    async endSecret(secret_id) {
      const route = 'DELETE /oauth-clients/{id}/secrets/{secret_id}'
      return toClient(actor, await core.call(route, { ...as, params: { ...params, secret_id } }))
    },
    async delete() {
      await core.call('DELETE /oauth-clients/{id}', { ...as, params })
    },
  })
}

const dateOrNull = (millis: number | null) => (millis === null ? null : new Date(millis))
