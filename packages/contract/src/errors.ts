/**
 * Every error of the API: code → status and message. The parameter of the message function is the type of the details;
 * an error without details has a message without a parameter. This file imports nothing, so that clients can use it.
 */

export type AccessType = 'client' | 'server' | 'admin'
export type CustomerType = 'user' | 'team' | 'custom'
/** How a signed-in user can confirm their identity again. */
export type StepUpMethod = 'password' | 'passkey' | 'email_code' | 'totp'
/** How a user can complete a sign-in that requires a second factor. */
export type SecondFactorMethod = 'totp' | 'recovery_code' | 'passkey'

/** Until when a user is restricted, and what the project's owners tell the user about it. */
export interface RestrictionDetails {
  until_millis: number | null
  message: string | null
}

/** What requires a second factor of a user who has none: the project, or a team of the user. */
export interface SecondFactorDetails {
  required_by: 'project' | 'team'
  display_name: string
}

/** Why an email domain cannot belong to a company. */
export type RefusedDomain = 'invalid' | 'public_suffix' | 'free_mail'

const refusedDomains: Record<RefusedDomain, string> = {
  invalid: 'is not a domain, such as example.com.',
  public_suffix: 'is not a domain of one company: anybody can register names below it.',
  free_mail: 'belongs to an email provider, whose addresses anybody can get.',
}

type Empty = Record<string, never>
type ErrorRow = readonly [status: number, message: (details: never) => string]

const text = (message: string) => (_details?: Empty) => message
/**
 * Names the SDK option and the environment variable, because only callers of the HTTP API set the header themselves.
 */
const checkKey = (option: string, variable: string) =>
  `Check ${option} (LATCHKEY_${variable}) and projectId (LATCHKEY_PROJECT_ID).`
const needsKey = (level: string, key: string, option: string, variable: string) =>
  `${level} access requires the ${key}: pass ${option}, set LATCHKEY_${variable}, or send the header x-stack-${key.replaceAll(' ', '-')}.`

export const errors = {
  // Request
  SCHEMA_ERROR: [400, (d: { message: string }) => d.message],
  BODY_PARSING_ERROR: [400, (d: { message: string }) => d.message],
  ALL_OVERLOADS_FAILED: [
    400,
    (d: { overload_errors: OverloadError[] }) =>
      `The request matches none of the variants of this route.\n${d.overload_errors.map(describeOverload).join('\n')}`,
  ],
  UNSUPPORTED_ERROR: [
    500,
    (d: { originalErrorCode: string }) =>
      `The server returned the error ${d.originalErrorCode}, which this version of the client does not know. Please update it.`,
  ],

  // Project access
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: [
    400,
    text('The request has a project key but no access type. Set the x-stack-access-type header.'),
  ],
  INVALID_ACCESS_TYPE: [
    400,
    (d: { accessType: string }) =>
      `The x-stack-access-type header must be client, server or admin, but is ${JSON.stringify(d.accessType)}.`,
  ],
  ACCESS_TYPE_WITHOUT_PROJECT_ID: [
    400,
    (d: { request_type: AccessType }) =>
      `The x-stack-access-type header is ${d.request_type}, but the x-stack-project-id header is missing.`,
  ],
  ACCESS_TYPE_REQUIRED: [
    400,
    text('This route requires project access. Set the x-stack-access-type, x-stack-project-id and key headers.'),
  ],
  INSUFFICIENT_ACCESS_TYPE: [
    401,
    (d: { actual_access_type: string; allowed_access_types: string[] }) =>
      `This route requires ${d.allowed_access_types.join(' or ')} access, but the request has ${d.actual_access_type} access.`,
  ],
  INVALID_PUBLISHABLE_CLIENT_KEY: [
    401,
    (d: { project_id: string }) =>
      `The publishable client key is not valid for the project ${JSON.stringify(d.project_id)}. ${checkKey('publishableClientKey', 'PUBLISHABLE_CLIENT_KEY')}`,
  ],
  INVALID_SECRET_SERVER_KEY: [
    401,
    (d: { project_id: string }) =>
      `The secret server key is not valid for the project ${JSON.stringify(d.project_id)}. ${checkKey('secretServerKey', 'SECRET_SERVER_KEY')}`,
  ],
  INVALID_SUPER_SECRET_ADMIN_KEY: [
    401,
    (d: { project_id: string }) =>
      `The super secret admin key is not valid for the project ${JSON.stringify(d.project_id)}. ${checkKey('superSecretAdminKey', 'SUPER_SECRET_ADMIN_KEY')}`,
  ],
  UNPARSABLE_ADMIN_ACCESS_TOKEN: [401, text('The admin access token is not valid.')],
  ADMIN_ACCESS_TOKEN_EXPIRED: [
    401,
    (_details: { expired_at_millis: number | null }) => 'The admin access token has expired.',
  ],
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: [401, text('The admin access token belongs to another project.')],
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: [401, text('The user of the admin access token does not manage this project.')],
  CLIENT_AUTHENTICATION_REQUIRED: [
    401,
    text(needsKey('Client', 'publishable client key', 'publishableClientKey', 'PUBLISHABLE_CLIENT_KEY')),
  ],
  SERVER_AUTHENTICATION_REQUIRED: [
    401,
    text(needsKey('Server', 'secret server key', 'secretServerKey', 'SECRET_SERVER_KEY')),
  ],
  ADMIN_AUTHENTICATION_REQUIRED: [
    401,
    text(needsKey('Admin', 'super secret admin key', 'superSecretAdminKey', 'SUPER_SECRET_ADMIN_KEY')),
  ],
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: [401, text('A publishable client key or secret server key is required.')],
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: [
    401,
    text('A publishable client key or super secret admin key is required.'),
  ],
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: [401, text('A project key is required.')],
  EXPECTED_INTERNAL_PROJECT: [401, text('This route is only available in the internal project.')],

  // Access token
  UNPARSABLE_ACCESS_TOKEN: [401, text('The access token is not valid.')],
  ACCESS_TOKEN_EXPIRED: [
    401,
    (_details: { expired_at_millis: number | null; restriction?: RestrictionDetails | undefined }) =>
      'The access token has expired.',
  ],
  INVALID_PROJECT_FOR_ACCESS_TOKEN: [
    401,
    (d: { expected_project_id: string; actual_project_id: string }) =>
      `The access token belongs to the project ${JSON.stringify(d.actual_project_id)}, but the request is for ${JSON.stringify(d.expected_project_id)}.`,
  ],
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: [
    401,
    text(
      'The access token belongs to an anonymous user. Accept anonymous users with getUser({ or: "anonymous" }) or, over HTTP, the x-stack-allow-anonymous-user header.',
    ),
  ],

  // Refresh and sessions
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: [401, text('The session has ended. Please sign in again.')],
  SESSION_PROOF_OUTDATED: [
    400,
    (_details: { nonce: string }) =>
      'The proof is not for the latest nonce of the session. Sign the nonce of this response.',
  ],
  SESSION_KEY_REQUIRED: [
    403,
    text(
      'This app only accepts sessions that are bound to a key of the browser, which this browser did not send. Allow site data for this page, or try a current browser.',
    ),
  ],
  PROVIDER_REJECTED: [401, text('The sign-in provider no longer accepts this login. Please sign in again.')],
  STEP_UP_REQUIRED: [
    403,
    (_details: { max_age_seconds: number; methods: StepUpMethod[] }) =>
      'Please confirm your identity again to continue, or sign in again.',
  ],
  SECOND_FACTOR_REQUIRED: [
    403,
    (d: SecondFactorDetails) =>
      `${d.required_by === 'team' ? 'The team' : 'This project'} ${JSON.stringify(d.display_name)} requires a second factor. Set one up to continue.`,
  ],
  CONNECTION_REQUIRED: [
    403,
    (d: { team_display_name: string; provider_id: string | null }) =>
      `Members of the team ${JSON.stringify(d.team_display_name)} sign in only with its identity provider.`,
  ],
  CANNOT_DELETE_CURRENT_SESSION: [400, text('The current session cannot be deleted. Sign out instead.')],

  // User
  USER_EMAIL_ALREADY_EXISTS: [
    409,
    (d: { email: string; would_work_if_email_was_verified: boolean }) =>
      d.would_work_if_email_was_verified
        ? `A user with the email address ${JSON.stringify(d.email)} already exists, but the address has not been verified yet. To verify it and sign in, request a code with claim_unverified (claimUnverified in the SDK) or reset the password.`
        : `A user with the email address ${JSON.stringify(d.email)} already exists.`,
  ],
  EMAIL_NOT_VERIFIED: [400, text('The email address is not verified.')],
  CANNOT_GET_OWN_USER_WITHOUT_USER: [400, text('The request refers to the current user, but no user is signed in.')],
  USER_ID_DOES_NOT_EXIST: [
    400,
    (d: { user_id: string }) => `There is no user with the ID ${JSON.stringify(d.user_id)}.`,
  ],
  USER_NOT_FOUND: [404, text('The user was not found.')],
  USER_AUTHENTICATION_REQUIRED: [401, text('This route requires a signed-in user.')],
  USER_IS_RESTRICTED: [
    403,
    (d: RestrictionDetails) =>
      `This account is restricted${d.until_millis === null ? '' : ` until ${new Date(d.until_millis).toISOString()}`}. ${d.message ?? 'Contact support.'}`,
  ],
  USER_DOES_NOT_HAVE_PASSWORD: [400, text('The user has no password.')],

  // Project
  PROJECT_NOT_FOUND: [404, (d: { project_id: string }) => `There is no project ${JSON.stringify(d.project_id)}.`],
  CURRENT_PROJECT_NOT_FOUND: [
    400,
    (d: { project_id: string }) =>
      `There is no project ${JSON.stringify(d.project_id)} on this server. Check projectId (LATCHKEY_PROJECT_ID) and baseUrl (LATCHKEY_API_URL).`,
  ],
  BRANCH_DOES_NOT_EXIST: [400, (d: { branch_id: string }) => `There is no branch ${JSON.stringify(d.branch_id)}.`],

  // Feature flags
  SIGN_UP_NOT_ENABLED: [400, text('Creation of new accounts is not enabled for this project.')],
  PASSWORD_AUTHENTICATION_NOT_ENABLED: [400, text('Password sign-in is not enabled for this project.')],
  PASSKEY_AUTHENTICATION_NOT_ENABLED: [400, text('Passkey sign-in is not enabled for this project.')],
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: [400, text('Anonymous accounts are not enabled for this project.')],

  // Credentials
  EMAIL_PASSWORD_MISMATCH: [400, text('Wrong e-mail or password.')],
  REDIRECT_URL_NOT_WHITELISTED: [
    400,
    text('The redirect URL is not trusted. Add its domain to the trusted domains of the project.'),
  ],
  PASSWORD_REQUIREMENTS_NOT_MET: [400, (d: { message: string }) => d.message],
  PASSWORD_TOO_SHORT: [400, (d: { min_length: number }) => `Password too short. Minimum length is ${d.min_length}.`],
  PASSWORD_TOO_LONG: [400, (d: { maxLength: number }) => `Password too long. Maximum length is ${d.maxLength}.`],
  PASSWORD_CONFIRMATION_MISMATCH: [400, text('Passwords do not match.')],

  // Verification codes
  VERIFICATION_CODE_NOT_FOUND: [404, text('The verification code does not exist.')],
  VERIFICATION_CODE_EXPIRED: [400, text('The verification code has expired.')],
  VERIFICATION_CODE_ALREADY_USED: [409, text('The verification link has already been used.')],
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: [400, text('The code was tried too many times. Please request a new one.')],

  // Email addresses
  EMAIL_ALREADY_VERIFIED: [409, text('The email address is already verified.')],
  EMAIL_NOT_ASSOCIATED_WITH_USER: [400, text('The email address does not belong to any user.')],
  EMAIL_IS_NOT_PRIMARY_EMAIL: [
    400,
    (d: { email: string; primary_email: string | null }) =>
      `${JSON.stringify(d.email)} is not the primary email address, which is ${JSON.stringify(d.primary_email)}.`,
  ],

  // Passkeys
  PASSKEY_REGISTRATION_FAILED: [400, (d: { message: string }) => d.message],
  PASSKEY_AUTHENTICATION_FAILED: [400, (d: { message: string }) => d.message],
  PASSKEY_WEBAUTHN_ERROR: [400, (d: { message: string; code: string }) => `${d.message} (${d.code})`],

  // Permissions
  PERMISSION_NOT_FOUND: [
    404,
    (d: { permission_id: string }) => `There is no permission ${JSON.stringify(d.permission_id)}.`,
  ],
  WRONG_PERMISSION_SCOPE: [
    404,
    (d: { permission_id: string; expected_scope: 'team' | 'project'; actual_scope: 'team' | 'project' | null }) =>
      `The permission ${JSON.stringify(d.permission_id)} is not a ${d.expected_scope} permission.`,
  ],
  CONTAINED_PERMISSION_NOT_FOUND: [
    400,
    (d: { permission_id: string }) => `The contained permission ${JSON.stringify(d.permission_id)} does not exist.`,
  ],
  PERMISSION_ID_ALREADY_EXISTS: [
    400,
    (d: { permission_id: string }) => `The permission ${JSON.stringify(d.permission_id)} already exists.`,
  ],
  PROJECT_PERMISSION_REQUIRED: [
    401,
    (d: { user_id: string; permission_id: string }) =>
      `The user ${d.user_id} needs the project permission ${JSON.stringify(d.permission_id)}.`,
  ],
  TEAM_PERMISSION_REQUIRED: [
    401,
    (d: TeamPermissionDetails) =>
      `The user ${d.user_id} needs the permission ${JSON.stringify(d.permission_id)} in the team ${d.team_id}.`,
  ],
  TEAM_PERMISSION_NOT_FOUND: [
    401,
    (d: TeamPermissionDetails) =>
      `The user ${d.user_id} does not have the permission ${JSON.stringify(d.permission_id)} in the team ${d.team_id}.`,
  ],

  // Teams
  TEAM_NOT_FOUND: [404, (d: { team_id: string }) => `There is no team with the ID ${JSON.stringify(d.team_id)}.`],
  TEAM_ALREADY_EXISTS: [409, (d: { team_id: string }) => `The team ${JSON.stringify(d.team_id)} already exists.`],
  TEAM_MEMBERSHIP_NOT_FOUND: [
    404,
    (d: { team_id: string; user_id: string }) => `The user ${d.user_id} is not a member of the team ${d.team_id}.`,
  ],
  TEAM_MEMBERSHIP_ALREADY_EXISTS: [409, text('The user is already a member of the team.')],

  // Being an OAuth provider
  OAUTH_REQUEST_NOT_FOUND: [
    404,
    text('This request has expired or has already been answered. Start again in the app that sent you here.'),
  ],
  OAUTH_CLIENT_NOT_FOUND: [404, text('The OAuth client was not found.')],
  OAUTH_GRANT_NOT_FOUND: [404, text('This app no longer has access.')],

  // Connections of companies
  CONNECTION_NOT_FOUND: [404, text('The connection was not found.')],
  CONNECTION_DOMAIN_NOT_FOUND: [404, text('The domain was not found.')],
  CONNECTION_SETUP_NOT_FOUND: [
    404,
    text(
      'This set-up link no longer works. It ends after seven days, when the set-up is finished, and when it is replaced ' +
        'or withdrawn. Ask the person who sent it for a new one.',
    ),
  ],
  CONNECTION_DOMAIN_REFUSED: [
    400,
    (d: { domain: string; reason: RefusedDomain }) => `${JSON.stringify(d.domain)} ${refusedDomains[d.reason]}`,
  ],

  // Directories of companies
  DIRECTORY_NOT_FOUND: [404, text('The directory was not found.')],

  // Sending emails
  EMAIL_TEMPLATE_ALREADY_EXISTS: [409, text('The email template already exists.')],
  EMAIL_RENDERING_ERROR: [400, (d: { error: string }) => `The email could not be rendered: ${d.error}`],
  REQUIRES_CUSTOM_EMAIL_SERVER: [400, text('This requires your own email server. Configure one for the project.')],

  // OAuth
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: [400, text('The user has not connected this account.')],
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: [409, text('The account is already connected to another user.')],
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: [400, text('The connection does not have a required scope.')],
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: [
    400,
    text('Extra scopes require your own OAuth keys for this provider.'),
  ],
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: [
    400,
    text('Provider access tokens require your own OAuth keys for this provider.'),
  ],
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: [
    400,
    (_details: { client_id: string | null }) =>
      'The OAuth client ID or secret is wrong. The client ID is the project ID, and the secret is its publishable client key.',
  ],
  INVALID_SCOPE: [400, (d: { scope: string }) => `The scope ${JSON.stringify(d.scope)} is not valid.`],
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: [
    409,
    text('The user is already connected to another account at this provider.'),
  ],
  OUTER_OAUTH_TIMEOUT: [408, text('The OAuth flow has timed out. Please sign in again.')],
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: [400, text('This sign-in provider is not enabled for the project.')],
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: [
    400,
    text('Another user already signs in with this provider account.'),
  ],
  INVALID_SHARED_OAUTH_PROVIDER_ID: [
    400,
    (d: { provider_id: string }) => `There are no shared keys for the provider ${JSON.stringify(d.provider_id)}.`,
  ],
  INVALID_STANDARD_OAUTH_PROVIDER_ID: [
    400,
    (d: { provider_id: string }) => `There is no provider ${JSON.stringify(d.provider_id)}.`,
  ],
  INVALID_AUTHORIZATION_CODE: [400, text('The authorization code is not valid.')],
  OAUTH_PROVIDER_ACCESS_DENIED: [400, text('The sign-in was cancelled or denied at the provider.')],
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: [
    409,
    (d: { type: 'email'; contact_channel_value: string | null; would_work_if_email_was_verified: boolean }) =>
      d.would_work_if_email_was_verified
        ? 'Another account signs in with this email address, which has not been verified yet. To verify it and use that account, reset its password or request a sign-in code with claim_unverified (claimUnverified in the SDK).'
        : 'Another account already signs in with this email address.',
  ],

  // Second factor
  MULTI_FACTOR_AUTHENTICATION_REQUIRED: [
    400,
    (_details: { attempt_code: string; methods: SecondFactorMethod[] }) =>
      'Please confirm the sign-in with your second factor.',
  ],
  INVALID_TOTP_CODE: [400, text('The TOTP code is invalid. Please try again.')],
  INVALID_RECOVERY_CODE: [400, text('This recovery code is wrong or has been used. Please try another one.')],

  // Command-line login
  INVALID_POLLING_CODE: [400, text('The polling code does not exist.')],
  CLI_AUTH_ERROR: [400, (d: { message: string }) => d.message],
  CLI_AUTH_EXPIRED_ERROR: [400, (d: { message: string }) => d.message],
  CLI_AUTH_USED_ERROR: [400, (d: { message: string }) => d.message],

  // API keys
  API_KEY_EXPIRED: [401, text('The API key has expired.')],
  API_KEY_REVOKED: [401, text('The API key has been revoked.')],
  WRONG_API_KEY_TYPE: [
    400,
    (d: { expected_type: string; actual_type: string }) =>
      `The API key belongs to a ${d.actual_type}, but a key of a ${d.expected_type} is required.`,
  ],
  API_KEY_NOT_FOUND: [404, text('The API key was not found.')],
  PUBLIC_API_KEY_CANNOT_BE_REVOKED: [400, text('A public API key cannot be revoked.')],

  // Payments
  ITEM_NOT_FOUND: [404, (d: { item_id: string }) => `There is no item ${JSON.stringify(d.item_id)}.`],
  ITEM_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    400,
    (d: {
      item_id: string
      customer_id: string
      item_customer_type: CustomerType | null
      actual_customer_type: CustomerType
    }) =>
      `The item ${JSON.stringify(d.item_id)} is for ${d.item_customer_type} customers, not for a ${d.actual_customer_type}.`,
  ],
  CUSTOMER_DOES_NOT_EXIST: [
    400,
    (d: { customer_id: string }) => `There is no customer ${JSON.stringify(d.customer_id)}.`,
  ],
  OFFER_DOES_NOT_EXIST: [
    400,
    (d: { offer_id: string; access_type: AccessType }) =>
      d.access_type === 'client'
        ? `There is no offer ${JSON.stringify(d.offer_id)}, or only servers may use it.`
        : `There is no offer ${JSON.stringify(d.offer_id)}.`,
  ],
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: [
    400,
    (d: {
      offer_id: string | null
      customer_id: string
      offer_customer_type: CustomerType | null
      actual_customer_type: CustomerType
    }) => `The offer is for ${d.offer_customer_type} customers, not for a ${d.actual_customer_type}.`,
  ],
  ITEM_QUANTITY_INSUFFICIENT_AMOUNT: [
    400,
    (d: { item_id: string; customer_id: string; quantity: number }) =>
      `The customer does not have enough of the item ${JSON.stringify(d.item_id)} to change its quantity by ${d.quantity}.`,
  ],
  STRIPE_ACCOUNT_INFO_NOT_FOUND: [404, text('The project has no payments account yet.')],

  // Data vault
  DATA_VAULT_STORE_DOES_NOT_EXIST: [
    400,
    (d: { store_id: string }) => `There is no data vault store ${JSON.stringify(d.store_id)}.`,
  ],
  DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST: [
    400,
    (d: { store_id: string; hashed_key: string }) =>
      `The data vault store ${JSON.stringify(d.store_id)} has no value for this key.`,
  ],

  // Settings
  SAVE_CONFLICT: [
    409,
    (_details: { revision: number; conflicts: FieldConflict[] }) =>
      'What you change was changed since you opened it. Nothing was saved.',
  ],

  // Workflow tokens
  WORKFLOW_TOKEN_DOES_NOT_EXIST: [400, text('The workflow token does not exist.')],
  WORKFLOW_TOKEN_EXPIRED: [400, text('The workflow token has expired.')],
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

/** The type of an error's `details`; `undefined` if it has none. */
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof errors)[C][1]>[0] extends infer D
  ? D extends Empty
    ? undefined
    : Exclude<D, undefined> extends Empty
      ? undefined
      : D
  : never

/** No second argument, or exactly the details of that code: leaving them out does not compile. */
export type DetailsArguments<C extends ErrorCode> =
  ErrorDetails<C> extends undefined ? [] : [details: Exclude<ErrorDetails<C>, undefined>]

/** An error that the contract documents. Recognized by name, so that several copies of this class work together. */
export class KnownError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'KnownError'
  readonly code: C
  readonly status: number
  readonly details: ErrorDetails<C>

  constructor(code: C, ...details: DetailsArguments<C>) {
    const [status, message] = errors[code] as unknown as readonly [number, (details: unknown) => string]
    super(message(details[0]))
    this.code = code
    this.status = status
    this.details = details[0] as ErrorDetails<C>
  }

  static is<C extends ErrorCode>(error: unknown, ...codes: C[]): error is KnownError<C> {
    if (!(error instanceof Error) || error.name !== 'KnownError') return false
    return codes.length === 0 || codes.includes((error as KnownError<C>).code)
  }

  toWire(): { code: C; details?: unknown; error: string } {
    return {
      code: this.code,
      ...(this.details === undefined ? {} : { details: this.details }),
      error: this.message,
    }
  }
}

export type OverloadError =
  | { code: string; details?: unknown; error: string }
  | { status_code: number; message: string; headers: Record<string, string> }

/** A field that two saves changed differently. A missing value means that it was removed. */
export interface FieldConflict {
  path: string
  /** What the thing is called that the field belongs to, if it has a name. */
  name: string | null
  mine?: unknown
  theirs?: unknown
  /** Of two lists: what both have, and what either has added. */
  both?: unknown[]
  changed_at_millis: number | null
  /** Who made the last change, if the history still has it. */
  actor: {
    type: 'owner' | 'server-key' | 'admin-key' | 'user' | 'setup-link' | 'system' | 'unknown'
    id: string | null
    name: string | null
  } | null
}

interface TeamPermissionDetails {
  team_id: string
  user_id: string
  permission_id: string
}

function describeOverload(failure: OverloadError): string {
  return 'code' in failure ? `- ${failure.code}: ${failure.error}` : `- ${failure.status_code}: ${failure.message}`
}
