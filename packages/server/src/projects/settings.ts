import { randomBytes } from 'node:crypto'
import type { HandlerInput, projectRoutes } from '@latchkey/contract'
import { PlainError } from '../platform/http/plain-error.ts'
import type { Override } from './project-config/override.ts'
import type { ProjectConfig } from './project-config/render.ts'

type ProjectSettings = NonNullable<
  HandlerInput<(typeof projectRoutes)['PATCH /internal/projects/current']>['body']['config']
>

const flagKeys = {
  sign_up_enabled: 'auth.allowSignUp',
  credential_enabled: 'auth.password.allowSignIn',
  magic_link_enabled: 'auth.otp.allowSignIn',
  passkey_enabled: 'auth.passkey.allowSignIn',
  oauth_account_merge_strategy: 'auth.oauth.accountMergeStrategy',
  client_user_deletion_enabled: 'users.allowClientUserDeletion',
  client_team_creation_enabled: 'teams.allowClientTeamCreation',
  create_team_on_sign_up: 'teams.createPersonalTeamOnSignUp',
  client_role_changes_enabled: 'teams.allowClientRoleChanges',
  marketing_opt_in: 'emails.isMarketingOptIn',
  step_up_required: 'auth.stepUp.isRequired',
  session_longest_life_minutes: 'auth.sessions.longestLifeMinutes',
  session_inactivity_minutes: 'auth.sessions.inactivityMinutes',
  sessions_per_user: 'auth.sessions.maxPerUser',
  second_factor: 'auth.secondFactor.policy',
  second_factor_required_from_millis: 'auth.secondFactor.requiredFromMillis',
  trusted_devices_allowed: 'auth.secondFactor.allowTrustedDevices',
  session_keys_required: 'auth.sessionKeys.isRequired',
  allow_localhost: 'domains.allowLocalhost',
  allow_user_api_keys: 'apiKeys.enabled.user',
  allow_team_api_keys: 'apiKeys.enabled.team',
} as const satisfies Partial<Record<keyof ProjectSettings, string>>

/** The fields of the admin body are settings of the configuration tree under other names. */
export function toConfigPatch(settings: ProjectSettings, current: ProjectConfig): Override {
  const patch: Override = {}
  for (const [name, key] of Object.entries(flagKeys)) {
    const value = settings[name as keyof typeof flagKeys]
    if (value !== undefined) patch[key] = value
  }
  if (settings.oauth_providers) patch['auth.oauth.providers'] = toProviders(settings.oauth_providers)
  if (settings.domains) patch['domains.trustedDomains'] = toTrustedDomains(settings.domains)
  if (settings.email_config) patch['emails.server'] = toEmailServer(settings.email_config)
  if (settings.email_theme !== undefined) {
    const themeId = settings.email_theme.toLowerCase()
    if (!Object.hasOwn(current.emails.themes, themeId)) throw new PlainError(400, 'The email theme was not found.')
    patch['emails.selectedThemeId'] = themeId
  }
  const lists = {
    teamCreator: settings.team_creator_default_permissions,
    teamMember: settings.team_member_default_permissions,
    signUp: settings.user_default_permissions,
  }
  for (const [list, permissions] of Object.entries(lists)) {
    if (permissions)
      patch[`rbac.defaultPermissions.${list}`] = Object.fromEntries(permissions.map(({ id }) => [id, true]))
  }
  return patch
}

function toProviders(providers: NonNullable<ProjectSettings['oauth_providers']>) {
  return Object.fromEntries(
    providers.map((provider) => [
      provider.id,
      {
        type: provider.id,
        isShared: provider.type === 'shared',
        allowSignIn: true,
        allowConnectedAccounts: true,
        ...(provider.client_id === undefined ? {} : { clientId: provider.client_id }),
        ...(provider.client_secret === undefined ? {} : { clientSecret: provider.client_secret }),
        ...(provider.facebook_config_id === undefined ? {} : { facebookConfigId: provider.facebook_config_id }),
        ...(provider.microsoft_tenant_id === undefined ? {} : { microsoftTenantId: provider.microsoft_tenant_id }),
      },
    ]),
  )
}

/** The ids start with a letter, so that a domain can later be addressed by its key path. */
function toTrustedDomains(domains: NonNullable<ProjectSettings['domains']>) {
  return Object.fromEntries(
    domains.map(({ domain, handler_path }) => [
      `domain_${randomBytes(8).toString('hex')}`,
      { baseUrl: domain, handlerPath: handler_path },
    ]),
  )
}

function toEmailServer(email: NonNullable<ProjectSettings['email_config']>) {
  if (email.type === 'shared') return { isShared: true, provider: 'smtp' }
  return {
    isShared: false,
    provider: 'smtp',
    host: email.host,
    port: email.port,
    username: email.username,
    password: email.password,
    senderName: email.sender_name,
    senderEmail: email.sender_email,
  }
}
