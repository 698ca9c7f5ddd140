import type { Routes } from '@latchkey/contract'
import type { AppCore } from '../core/app-core.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { resultOf } from '../errors/expected-errors.ts'
import type { KnownErrorOf } from '../errors/known-errors.ts'
import { ok, type Result } from '../errors/result.ts'
import type { GeoInfo } from '../sessions/sessions.ts'
import type { CurrentUser } from '../users/users.ts'

/**
 * A scope that another app asks for.
 * @example
 * const result = await latchkey.getOAuthRequest(id)
 * for (const scope of result.status === 'ok' ? result.data.scopes : []) {
 *   const name = scope.displayName ?? scope.id
 *   console.log(name, scope.description ?? '', scope.isNew ? 'new' : 'approved before')
 *   if (!scope.isAvailable) console.log('The user lacks the permission for it.')
 * }
 */
export interface OAuthRequestScope {
  /** The name of the scope in the protocol. */
  readonly id: string
  /** What users read. Null for the built-in scopes, such as `profile`, which screens describe. */
  readonly displayName: string | null
  /** More about it, if the project has described it. */
  readonly description: string | null
  /** Whether the user has not approved it before. */
  readonly isNew: boolean
  /** False if the user lacks the permission that it stands for. */
  readonly isAvailable: boolean
}

/**
 * What another app asks the user for, when the user signs in there with your app.
 * @example
 * const result = await latchkey.getOAuthRequest(id)
 * if (result.status === 'ok') {
 *   const { client, isSignedIn, isFreshSignInNeeded, isConsentNeeded, ...asked } = result.data
 *   console.log(client.displayName, client.isVerified ? 'verified' : `not verified, from ${client.host}`)
 *   console.log(client.redirectHost, client.id, isSignedIn && !isFreshSignInNeeded && isConsentNeeded)
 *   if (asked.isOtherAccountNeeded) console.log('The app expects another user.')
 *   console.log(asked.scopes, asked.resources, asked.teams, asked.loginHint, asked.expiresAt)
 * }
 */
export interface OAuthRequest {
  /** The app that asks. */
  readonly client: {
    readonly id: string
    readonly displayName: string
    /** Where its metadata document is, if it introduces itself with one. */
    readonly host: string | null
    /** Whether an owner of the project has registered it. */
    readonly isVerified: boolean
    /** Where the browser returns to. */
    readonly redirectHost: string | null
  }
  /** False if the user has to sign in, or to do so again. */
  readonly isSignedIn: boolean
  /** Whether the app expects another user than the one who is signed in, who then cannot approve. */
  readonly isOtherAccountNeeded: boolean
  /** Whether the user has to prove their identity again before they approve. */
  readonly isFreshSignInNeeded: boolean
  /** False if all of it was approved before. */
  readonly isConsentNeeded: boolean
  /** The address of the user, as far as the other app knows. */
  readonly loginHint: string | null
  /** What it asks for. */
  readonly scopes: readonly OAuthRequestScope[]
  /** The APIs that it wants to use. */
  readonly resources: readonly { readonly uri: string; readonly displayName: string }[]
  /** The teams to choose from, if it asks for something of a team. */
  readonly teams: readonly { readonly id: string; readonly displayName: string }[] | null
  /** When the request expires. */
  readonly expiresAt: Date
}

/**
 * What a device asks the user for, such as a TV or a command-line program.
 * @example
 * const result = await latchkey.findDeviceRequest('WDJB-MJHT')
 * if (result.status === 'ok') {
 *   const { requestedAt, geoInfo, userAgent } = result.data.device
 *   console.log(requestedAt, geoInfo?.countryCode ?? geoInfo?.ip, userAgent)
 * }
 */
export interface DeviceRequest extends OAuthRequest {
  /** Where and when the device asked. */
  readonly device: {
    readonly requestedAt: Date
    readonly geoInfo: GeoInfo | null
    readonly userAgent: string | null
  }
}

/**
 * What the user approves.
 * @example
 * const approval: OAuthApproval = { user, scopes: ['openid', 'profile'], teamId: null }
 * await latchkey.approveOAuthRequest(id, approval)
 */
export interface OAuthApproval {
  /** The approved scopes. All by default. */
  scopes?: readonly string[] | undefined
  /** The chosen team, if the request has teams. */
  teamId?: string | null | undefined
  /**
   * Who approves: the user that your page shows. By default, whoever is signed in at that moment, which may be somebody
   * else if the account was changed in another tab.
   */
  user?: CurrentUser | undefined
}

/**
 * The request has expired, was answered before, or never existed.
 * @example const result: Result<OAuthRequest, OAuthRequestError> = await latchkey.getOAuthRequest(id)
 */
export type OAuthRequestError = KnownErrorOf<'OAUTH_REQUEST_NOT_FOUND'>

/**
 * Why a request was not approved.
 * @example const result: Result<{ redirectUrl: string }, OAuthApprovalError> = await latchkey.approveOAuthRequest(id)
 */
export type OAuthApprovalError = KnownErrorOf<'OAUTH_REQUEST_NOT_FOUND' | 'TEAM_MEMBERSHIP_NOT_FOUND'>

const one = '/oauth-provider/interactions/{interaction_id}'

export async function getOAuthRequest(
  core: AppCore,
  interaction_id: string,
): Promise<Result<OAuthRequest, OAuthRequestError>> {
  const session = await core.findSession()
  const found = core.call(`GET ${one}`, { session, params: { interaction_id } })
  return resultOf(['OAUTH_REQUEST_NOT_FOUND'], found.then(createOAuthRequest))
}

export async function approveOAuthRequest(
  core: AppCore,
  interaction_id: string,
  approval: OAuthApproval = {},
): Promise<Result<{ redirectUrl: string }, OAuthApprovalError>> {
  const session = await findSession(core, approval)
  const body = toAnswer(approval)
  const approved = core.call(`POST ${one}/approve`, { session, params: { interaction_id }, body })
  return resultOf(['OAUTH_REQUEST_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'], approved.then(toRedirect))
}

export async function denyOAuthRequest(
  core: AppCore,
  interaction_id: string,
): Promise<Result<{ redirectUrl: string }, OAuthRequestError>> {
  const session = await core.findSession()
  const denied = core.call(`POST ${one}/deny`, { session, params: { interaction_id } })
  return resultOf(['OAUTH_REQUEST_NOT_FOUND'], denied.then(toRedirect))
}

export async function findDeviceRequest(
  core: AppCore,
  user_code: string,
): Promise<Result<DeviceRequest, OAuthRequestError>> {
  const session = await core.findSession()
  const found = core.call('POST /oauth-provider/device/find', { session, body: { user_code } })
  return resultOf(['OAUTH_REQUEST_NOT_FOUND'], found.then(createDeviceRequest))
}

export async function answerDeviceRequest(
  core: AppCore,
  user_code: string,
  { isApproved, ...approval }: OAuthApproval & { isApproved: boolean },
): Promise<Result<undefined, OAuthApprovalError>> {
  const session = await findSession(core, approval)
  const answered = isApproved
    ? core.call('POST /oauth-provider/device/approve', { session, body: { ...toAnswer(approval), user_code } })
    : core.call('POST /oauth-provider/device/deny', { session, body: { user_code } })
  const result = await resultOf(['OAUTH_REQUEST_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'], answered)
  return result.status === 'error' ? result : ok(undefined)
}

const findSession = async (core: AppCore, { user }: OAuthApproval) =>
  user?.[appInternalsSymbol].session ?? core.findSession()

const toAnswer = ({ scopes, teamId }: OAuthApproval) => ({
  ...(scopes && { scopes: [...scopes] }),
  ...(teamId !== undefined && { team_id: teamId }),
})

const toRedirect = ({ redirect_url }: { redirect_url: string }) => ({ redirectUrl: redirect_url })

type RequestJson = Routes[`GET ${typeof one}`]['response']['client']
type DeviceJson = Routes['POST /oauth-provider/device/find']['response']['client']

function createOAuthRequest({ client, ...json }: RequestJson): OAuthRequest {
  return {
    client: {
      id: client.id,
      displayName: client.display_name,
      host: client.host,
      isVerified: client.is_verified,
      redirectHost: client.redirect_host,
    },
    isSignedIn: json.is_signed_in,
    isOtherAccountNeeded: json.is_other_account_needed ?? false,
    isFreshSignInNeeded: json.is_fresh_sign_in_needed,
    isConsentNeeded: json.is_consent_needed,
    loginHint: json.login_hint,
    scopes: json.scopes.map((scope) => ({
      id: scope.id,
      displayName: scope.display_name,
      description: scope.description,
      isNew: scope.is_new,
      isAvailable: scope.is_available,
    })),
    resources: json.resources.map(({ uri, display_name }) => ({ uri, displayName: display_name })),
    teams: json.teams?.map(({ id, display_name }) => ({ id, displayName: display_name })) ?? null,
    expiresAt: new Date(json.expires_at_millis),
  }
}

function createDeviceRequest({ device, ...json }: DeviceJson): DeviceRequest {
  const { requested_at_millis, ip_info, user_agent } = device
  return {
    ...createOAuthRequest(json),
    device: { requestedAt: new Date(requested_at_millis), geoInfo: ip_info, userAgent: user_agent },
  }
}
