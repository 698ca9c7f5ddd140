import type { Branding, Routes } from '@latchkey/contract'

export type { Branding }

export interface Project {
  readonly id: string
  readonly displayName: string
  /** A square mark. Other servers of this API do not send logos to clients. */
  readonly logoUrl?: string | null
  /** A logo that also shows the name. */
  readonly fullLogoUrl?: string | null
  /** For dark pages, where the project has one of its own for them. */
  readonly logoDarkModeUrl?: string | null
  readonly fullLogoDarkModeUrl?: string | null
  /** The colours and shape of its pages, where it has set any. */
  readonly branding?: Branding | undefined
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

export function createProject({ config, ...facts }: ProjectJson): Project {
  const { enabled_oauth_providers: providers, ...flags } = config
  const oauthProviders = providers.map(({ id }) => ({ id }))
  return Object.freeze({ ...camelCase(facts), config: Object.freeze({ ...camelCase(flags), oauthProviders }) })
}

/** The names are not spelled out, because this is part of every app's first bundle. */
function camelCase<Json extends object>(json: Json) {
  const rename = (name: string) => name.replace(/_./g, (match) => match[1]!.toUpperCase())
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [rename(name), value])) as {
    [Name in keyof Json as CamelCase<Name & string>]: Json[Name]
  }
}

type CamelCase<Text extends string> = Text extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Text
