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
