import {
  completeBranding,
  type HandlerOutput,
  type OwnerRole,
  type projectRoutes,
  type providerTypes,
  rolesFor,
} from '@latchkey/contract'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Project } from '../../projects/cache.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { hideSecrets } from '../../projects/project-config/seal.ts'
import { defaultPermissionIds } from '../../teams/permissions/defaults.ts'

export type AdminProjectBody = HandlerOutput<(typeof projectRoutes)['GET /internal/projects/current']>
export type ClientProjectBody = HandlerOutput<(typeof projectRoutes)['GET /projects/current']>

type ClientProject = Pick<
  Project,
  'id' | 'display_name' | 'config' | 'has_connections' | keyof ReturnType<typeof logosOf>
>

export function toClientProjectBody(project: ClientProject): ClientProjectBody {
  const { config } = project
  return {
    id: project.id,
    display_name: project.display_name,
    ...logosOf(project),
    ...(config.branding && { branding: completeBranding(config.branding) }),
    config: {
      ...publicFlags(config),
      ...(project.has_connections && { connections_enabled: true as const }),
      ...(config.oauthProvider?.isEnabled && { oauth_provider_enabled: true as const }),
      enabled_oauth_providers: enabledProviders(config).map(([id]) => ({ id })),
    },
  }
}

function logosOf(
  project: Pick<Project, 'logo_url' | 'full_logo_url' | 'logo_dark_mode_url' | 'full_logo_dark_mode_url'>,
) {
  const { logo_url, full_logo_url, logo_dark_mode_url, full_logo_dark_mode_url } = project
  return { logo_url, full_logo_url, logo_dark_mode_url, full_logo_dark_mode_url }
}

/** For an owner, with the role, and with no more than it allows to see. */
export function toAdminProjectBody(
  project: Omit<Project, 'hasValidKey' | 'findKeySetId' | 'hasValidKeySet'>,
  role?: OwnerRole,
): AdminProjectBody {
  const isInternal = project.id === internalProjectId
  const seesSecrets = !role || rolesFor('secrets', { isInternal }).includes(role)
  const config = seesSecrets ? project.config : hideSecrets(project.config)
  const providers = enabledProviders(config)
  return {
    id: project.id,
    display_name: project.display_name,
    description: project.description,
    ...logosOf(project),
    ...(config.branding && { branding: config.branding }),
    created_at_millis: project.created_at.getTime(),
    is_production_mode: project.is_production_mode,
    owner_team_id: project.owner_team_id,
    revision: project.config_revision,
    ...(role && { owner_role: role }),
    ...(project.environment !== null && {
      environment: project.environment,
      environment_group_id: project.environment_group_id!,
    }),
    config: {
      allow_localhost: config.domains.allowLocalhost,
      ...publicFlags(config),
      create_team_on_sign_up: config.teams.createPersonalTeamOnSignUp,
      client_role_changes_enabled: config.teams.allowClientRoleChanges,
      marketing_opt_in: config.emails.isMarketingOptIn,
      ...(config.emails.defaultLocale && { default_locale: config.emails.defaultLocale }),
      step_up_required: config.auth.stepUp.isRequired,
      session_longest_life_minutes: config.auth.sessions.longestLifeMinutes ?? null,
      session_inactivity_minutes: config.auth.sessions.inactivityMinutes ?? null,
      sessions_per_user: config.auth.sessions.maxPerUser ?? null,
      session_keys_required: config.auth.sessionKeys.isRequired,
      oauth_account_merge_strategy: config.auth.oauth.accountMergeStrategy,
      oauth_providers: providers.map(([id, provider]) => ({
        provider_config_id: id,
        id,
        type: provider.isShared ? ('shared' as const) : ('standard' as const),
        ...withoutUndefined({
          client_id: provider.clientId,
          client_secret: provider.clientSecret,
          facebook_config_id: provider.facebookConfigId,
          microsoft_tenant_id: provider.microsoftTenantId,
        }),
      })),
      enabled_oauth_providers: providers.map(([id]) => ({ id })),
      domains: Object.values(config.domains.trustedDomains)
        .flatMap(({ baseUrl, handlerPath }) =>
          baseUrl === undefined ? [] : { domain: baseUrl, handler_path: handlerPath },
        )
        .sort((a, b) => compareTexts(a.domain, b.domain)),
      email_config: toEmailConfig(config.emails.server),
      email_theme: config.emails.selectedThemeId,
      team_creator_default_permissions: defaultPermissionIds(config, 'teamCreator').map((id) => ({ id })),
      team_member_default_permissions: defaultPermissionIds(config, 'teamMember').map((id) => ({ id })),
      user_default_permissions: defaultPermissionIds(config, 'signUp').map((id) => ({ id })),
    },
  }
}

function publicFlags(config: ProjectConfig) {
  return {
    sign_up_enabled: config.auth.allowSignUp,
    credential_enabled: config.auth.password.allowSignIn,
    magic_link_enabled: config.auth.otp.allowSignIn,
    passkey_enabled: config.auth.passkey.allowSignIn,
    client_team_creation_enabled: config.teams.allowClientTeamCreation,
    client_user_deletion_enabled: config.users.allowClientUserDeletion,
    allow_user_api_keys: config.apiKeys.enabled.user,
    allow_team_api_keys: config.apiKeys.enabled.team,
    second_factor: config.auth.secondFactor.policy,
    second_factor_required_from_millis: config.auth.secondFactor.requiredFromMillis ?? null,
    trusted_devices_allowed: config.auth.secondFactor.allowTrustedDevices,
  }
}

type Provider = ProjectConfig['auth']['oauth']['providers'][string]

/** Only providers whose entry has a type and allows sign-in are shown, sorted by id. */
function enabledProviders(config: ProjectConfig): [id: string, provider: Provider & { type: ProviderType }][] {
  const providers = Object.entries(config.auth.oauth.providers)
  return providers
    .filter(
      (entry): entry is [string, Provider & { type: ProviderType }] =>
        entry[1].type !== undefined && entry[1].allowSignIn,
    )
    .sort(([a], [b]) => compareTexts(a, b))
}

type ProviderType = (typeof providerTypes)[number]

function toEmailConfig(server: ProjectConfig['emails']['server']): AdminProjectBody['config']['email_config'] {
  const { host, port, username, password, senderName, senderEmail } = server
  if (server.isShared || !host || port === undefined || !username || !password || !senderName || !senderEmail) {
    return { type: 'shared' }
  }
  return { type: 'standard', host, port, username, password, sender_name: senderName, sender_email: senderEmail }
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
