import type { Routes } from '@latchkey/contract'

export interface Project {
  readonly id: string
  readonly displayName: string
  readonly config: ProjectConfig
}

export interface ProjectConfig {
  readonly signUpEnabled: boolean
  readonly credentialEnabled: boolean
  readonly magicLinkEnabled: boolean
  readonly passkeyEnabled: boolean
  readonly clientTeamCreationEnabled: boolean
  readonly clientUserDeletionEnabled: boolean
  readonly allowUserApiKeys: boolean
  readonly allowTeamApiKeys: boolean
  readonly oauthProviders: readonly OAuthProviderConfig[]
}

export interface OAuthProviderConfig {
  readonly id: string
}

export type ProjectJson = Routes['GET /projects/current']['response']['client']

const flags = [
  'sign_up_enabled',
  'credential_enabled',
  'magic_link_enabled',
  'passkey_enabled',
  'client_team_creation_enabled',
  'client_user_deletion_enabled',
  'allow_user_api_keys',
  'allow_team_api_keys',
] as const

export function createProject({ id, display_name, config }: ProjectJson): Project {
  const oauthProviders = config.enabled_oauth_providers.map((provider) => ({ id: provider.id }))
  // The camel-case names are not spelled out, because this is part of every app's first bundle.
  const entries = flags.map((name) => [name.replace(/_./g, (match) => match[1]!.toUpperCase()), config[name]])
  return Object.freeze({
    id,
    displayName: display_name,
    config: Object.freeze({ ...Object.fromEntries(entries), oauthProviders }),
  })
}
