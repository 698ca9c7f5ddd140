import type { Routes } from '@latchkey/contract'
import type { AdminProjectUpdateOptions } from './admin-projects.ts'
import type { ProjectConfig } from './projects.ts'

/**
 * The settings of the project.
 * @example
 * const config: AdminProjectConfig = project.config
 * console.log(config.domains, config.allowLocalhost, config.stepUpRequired, config.createTeamOnSignUp)
 * console.log(config.oauthProviders, config.oauthAccountMergeStrategy, config.emailConfig.type, config.emailTheme)
 * console.log(config.clientRoleChangesEnabled, config.marketingOptIn)
 * console.log(config.sessionLongestLifeMinutes, config.sessionInactivityMinutes, config.sessionsPerUser)
 * console.log(config.clientRoleChangesEnabled, config.marketingOptIn, config.sessionKeysRequired)
 * console.log(config.userDefaultPermissions, config.teamCreatorDefaultPermissions, config.teamMemberDefaultPermissions)
 */
export interface AdminProjectConfig extends ProjectConfig {
  /** Whether redirects and email links may lead to localhost. */
  readonly allowLocalhost: boolean
  /** Whether new users get a personal team. */
  readonly createTeamOnSignUp: boolean
  /** Whether admins of a team can make other members admins. */
  readonly clientRoleChangesEnabled: boolean
  /** Whether only users who asked for them get marketing emails. */
  readonly marketingOptIn: boolean
  /** Sensitive changes to an account need a step-up proof from the last ten minutes. */
  readonly stepUpRequired: boolean
  /** How long a session lasts at most. Null: a year after a sign-in. */
  readonly sessionLongestLifeMinutes: number | null
  /** A session ends when it was not refreshed for this long. Null: never. */
  readonly sessionInactivityMinutes: number | null
  /** A sign-in beyond this number ends the session that was used longest ago. Null: any number. */
  readonly sessionsPerUser: number | null
  /** Only sessions that are bound to a key of the browser, or that an app's server keeps from scripts, are accepted. */
  readonly sessionKeysRequired: boolean
  /** What happens if a provider's email belongs to another account. */
  readonly oauthAccountMergeStrategy: OAuthAccountMergeStrategy
  /** The providers that users can sign in with. */
  readonly oauthProviders: readonly AdminOAuthProviderConfig[]
  /** The domains that redirects and email links may lead to. */
  readonly domains: readonly AdminDomainConfig[]
  /** How emails are sent. */
  readonly emailConfig: AdminEmailConfig
  /** The id of the default theme of emails. */
  readonly emailTheme: string
  /** The default permissions of the creator of a team. */
  readonly teamCreatorDefaultPermissions: readonly AdminTeamPermission[]
  /** The default permissions of new team members. */
  readonly teamMemberDefaultPermissions: readonly AdminTeamPermission[]
  /** The default permissions of new users in the project. */
  readonly userDefaultPermissions: readonly AdminProjectPermission[]
}

/**
 * What happens if a provider's email belongs to another account.
 * @example const strategy: OAuthAccountMergeStrategy = 'link_method'
 */
export type OAuthAccountMergeStrategy = 'link_method' | 'raise_error' | 'allow_duplicates'

/**
 * A permission in a team.
 * @example
 * const ids = project.config.teamMemberDefaultPermissions.map((permission: AdminTeamPermission) => permission.id)
 */
export interface AdminTeamPermission {
  /** The id of the permission. */
  readonly id: string
}

/**
 * A permission in the whole project.
 * @example
 * const ids = project.config.userDefaultPermissions.map((permission: AdminProjectPermission) => permission.id)
 */
export interface AdminProjectPermission {
  /** The id of the permission. */
  readonly id: string
}

/**
 * A domain that redirects and email links may lead to.
 * @example const domain: AdminDomainConfig = { domain: 'https://example.com', handlerPath: '/handler' }
 */
export interface AdminDomainConfig {
  /** For instance `https://example.com`. */
  readonly domain: string
  /** The path of the sign-in pages, for instance `/handler`. */
  readonly handlerPath: string
}

/**
 * A provider that users can sign in with.
 * @example const provider: AdminOAuthProviderConfig = { id: 'github', type: 'shared' }
 */
export type AdminOAuthProviderConfig = { readonly id: string } & (
  | { readonly type: 'shared' }
  | {
      readonly type: 'standard'
      readonly clientId: string
      readonly clientSecret: string
      readonly facebookConfigId?: string | undefined
      readonly microsoftTenantId?: string | undefined
    }
)

/**
 * How emails are sent: by the server's own email server, or by one of yours.
 * @example const emailConfig: AdminEmailConfig = { type: 'shared' }
 */
export type AdminEmailConfig =
  | { readonly type: 'shared' }
  | ({
      /** `resend` is returned as `standard`. */
      readonly type: 'standard' | 'resend'
    } & AdminEmailServer)

/**
 * An email server and the sender.
 * @example
 * const server: AdminEmailServer = { host: 'smtp.example.com', port: 587, username: 'app', password, senderName: 'App', senderEmail: 'app@example.com' }
 */
export interface AdminEmailServer {
  /** The host name. */
  readonly host: string
  /** The port. */
  readonly port: number
  /** The user name. */
  readonly username: string
  /** The password. */
  readonly password: string
  /** The name that recipients see. */
  readonly senderName: string
  /** The address that recipients see. */
  readonly senderEmail: string
}

/**
 * A change of the project's settings.
 * @example await project.update({ config: { allowLocalhost: false } })
 */
export type AdminProjectConfigUpdateOptions = {
  [Setting in keyof AdminProjectConfig]?: AdminProjectConfig[Setting] | undefined
}

type ConfigJson = Routes['GET /internal/projects/current']['response']['admin']['config']
type UpdateBody = NonNullable<Routes['PATCH /internal/projects/current']['request']['body']>
type ConfigBody = NonNullable<UpdateBody['config']>

export function createProjectConfig(config: ConfigJson): AdminProjectConfig {
  return Object.freeze({
    signUpEnabled: config.sign_up_enabled,
    credentialEnabled: config.credential_enabled,
    magicLinkEnabled: config.magic_link_enabled,
    passkeyEnabled: config.passkey_enabled,
    clientTeamCreationEnabled: config.client_team_creation_enabled,
    clientUserDeletionEnabled: config.client_user_deletion_enabled,
    allowUserApiKeys: config.allow_user_api_keys,
    allowTeamApiKeys: config.allow_team_api_keys,
    allowLocalhost: config.allow_localhost,
    createTeamOnSignUp: config.create_team_on_sign_up,
    clientRoleChangesEnabled: config.client_role_changes_enabled,
    marketingOptIn: config.marketing_opt_in,
    stepUpRequired: config.step_up_required,
    sessionLongestLifeMinutes: config.session_longest_life_minutes,
    sessionInactivityMinutes: config.session_inactivity_minutes,
    sessionsPerUser: config.sessions_per_user,
    secondFactor: config.second_factor,
    secondFactorRequiredFromMillis: config.second_factor_required_from_millis,
    trustedDevicesAllowed: config.trusted_devices_allowed,
    sessionKeysRequired: config.session_keys_required,
    oauthAccountMergeStrategy: config.oauth_account_merge_strategy,
    oauthProviders: config.oauth_providers.map(readProvider),
    domains: config.domains.map(({ domain, handler_path }) => ({ domain, handlerPath: handler_path })),
    emailConfig: readEmailConfig(config.email_config),
    emailTheme: config.email_theme,
    teamCreatorDefaultPermissions: config.team_creator_default_permissions,
    teamMemberDefaultPermissions: config.team_member_default_permissions,
    userDefaultPermissions: config.user_default_permissions,
  })
}

/** Omitted options stay undefined and are not sent, so they keep their values. */
export function createProjectBody(options: AdminProjectUpdateOptions): UpdateBody {
  return {
    display_name: options.displayName,
    description: options.description,
    is_production_mode: options.isProductionMode,
    logo_url: options.logoUrl,
    full_logo_url: options.fullLogoUrl,
    logo_dark_mode_url: options.logoDarkModeUrl,
    full_logo_dark_mode_url: options.fullLogoDarkModeUrl,
    config: options.config && createConfigBody(options.config),
  }
}

function createConfigBody(config: AdminProjectConfigUpdateOptions): ConfigBody {
  return {
    sign_up_enabled: config.signUpEnabled,
    credential_enabled: config.credentialEnabled,
    magic_link_enabled: config.magicLinkEnabled,
    passkey_enabled: config.passkeyEnabled,
    client_team_creation_enabled: config.clientTeamCreationEnabled,
    client_user_deletion_enabled: config.clientUserDeletionEnabled,
    allow_user_api_keys: config.allowUserApiKeys,
    allow_team_api_keys: config.allowTeamApiKeys,
    allow_localhost: config.allowLocalhost,
    create_team_on_sign_up: config.createTeamOnSignUp,
    client_role_changes_enabled: config.clientRoleChangesEnabled,
    marketing_opt_in: config.marketingOptIn,
    step_up_required: config.stepUpRequired,
    session_longest_life_minutes: config.sessionLongestLifeMinutes,
    session_inactivity_minutes: config.sessionInactivityMinutes,
    sessions_per_user: config.sessionsPerUser,
    second_factor: config.secondFactor,
    second_factor_required_from_millis: config.secondFactorRequiredFromMillis,
    trusted_devices_allowed: config.trustedDevicesAllowed,
    session_keys_required: config.sessionKeysRequired,
    oauth_account_merge_strategy: config.oauthAccountMergeStrategy,
    oauth_providers: config.oauthProviders?.map(writeProvider),
    domains: config.domains?.map(({ domain, handlerPath }) => ({ domain, handler_path: handlerPath })),
    email_config: config.emailConfig && writeEmailConfig(config.emailConfig),
    email_theme: config.emailTheme,
    team_creator_default_permissions: config.teamCreatorDefaultPermissions?.map(idOnly),
    team_member_default_permissions: config.teamMemberDefaultPermissions?.map(idOnly),
    user_default_permissions: config.userDefaultPermissions?.map(idOnly),
  }
}

const idOnly = ({ id }: { id: string }) => ({ id })

function readProvider(provider: ConfigJson['oauth_providers'][number]): AdminOAuthProviderConfig {
  const { id, type } = provider
  if (type === 'shared') return { id, type }
  return {
    id,
    type,
    clientId: provider.client_id ?? '',
    clientSecret: provider.client_secret ?? '',
    facebookConfigId: provider.facebook_config_id,
    microsoftTenantId: provider.microsoft_tenant_id,
  }
}

function writeProvider(provider: AdminOAuthProviderConfig) {
  // The server checks that the provider exists.
  const id = provider.id as NonNullable<ConfigBody['oauth_providers']>[number]['id']
  if (provider.type === 'shared') return { id, type: provider.type }
  return {
    id,
    type: provider.type,
    client_id: provider.clientId,
    client_secret: provider.clientSecret,
    facebook_config_id: provider.facebookConfigId,
    microsoft_tenant_id: provider.microsoftTenantId,
  }
}

function readEmailConfig(config: ConfigJson['email_config']): AdminEmailConfig {
  if (config.type === 'shared') return config
  const { sender_name, sender_email, ...server } = config
  return { ...server, senderName: sender_name, senderEmail: sender_email }
}

function writeEmailConfig(config: AdminEmailConfig): ConfigBody['email_config'] {
  if (config.type === 'shared') return { type: 'shared' }
  const { host, port, username, password, senderName, senderEmail } = config
  return { type: 'standard', host, port, username, password, sender_name: senderName, sender_email: senderEmail }
}
