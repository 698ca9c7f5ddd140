import type { Routes } from '@latchkey/contract'

export interface Project {
  readonly id: string
  readonly displayName: string
  /** A square mark. */
  readonly logoUrl: string | null
  /** A logo that also shows the name. */
  readonly fullLogoUrl: string | null
  /** For dark pages, where the project has one of its own for them. */
  readonly logoDarkModeUrl: string | null
  readonly fullLogoDarkModeUrl: string | null
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

export function createProject({ id, display_name, config, ...logos }: ProjectJson): Project {
  const oauthProviders = config.enabled_oauth_providers.map((provider) => ({ id: provider.id }))
  return Object.freeze({
    id,
    displayName: display_name,
    ...createLogos(logos),
    config: Object.freeze({ ...pick<(typeof flags)[number], boolean>(config, flags), oauthProviders }),
  })
}

const logoNames = ['logo_url', 'full_logo_url', 'logo_dark_mode_url', 'full_logo_dark_mode_url'] as const

/** Other servers of this API do not send them to clients; they are null then. */
export function createLogos(logos: Partial<Pick<ProjectJson, (typeof logoNames)[number]>>) {
  return pick(logos, logoNames)
}

/** The camel-case names are not spelled out, because this is part of every app's first bundle. */
function pick<Name extends string, Value>(json: { [Key in Name]?: Value }, names: readonly Name[]) {
  const entries = names.map((name) => [name.replace(/_./g, (match) => match[1]!.toUpperCase()), json[name] ?? null])
  return Object.fromEntries(entries) as { [Key in Name as CamelCase<Key>]: Exclude<Value, undefined> }
}

type CamelCase<Text extends string> = Text extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Text
