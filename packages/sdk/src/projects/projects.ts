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

export function createProject({ id, display_name, config }: ProjectJson): Project {
  return Object.freeze({
    id,
    displayName: display_name,
    config: Object.freeze({
      signUpEnabled: config.sign_up_enabled,
      credentialEnabled: config.credential_enabled,
      magicLinkEnabled: config.magic_link_enabled,
      passkeyEnabled: config.passkey_enabled,
      clientTeamCreationEnabled: config.client_team_creation_enabled,
      clientUserDeletionEnabled: config.client_user_deletion_enabled,
      allowUserApiKeys: config.allow_user_api_keys,
      allowTeamApiKeys: config.allow_team_api_keys,
      oauthProviders: config.enabled_oauth_providers.map(({ id }) => ({ id })),
    }),
  })
}
