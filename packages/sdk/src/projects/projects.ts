import type { Branding, Routes } from '@latchkey/contract'

export type { Branding }

/**
 * The public data of the project.
 * @example
 * const project: Project = await latchkey.getProject()
 * console.log(project.id, project.displayName, project.config.signUpEnabled, project.branding)
 * const logo = project.fullLogoUrl ?? project.logoUrl
 * const darkLogo = project.fullLogoDarkModeUrl ?? project.logoDarkModeUrl
 */
export interface Project {
  /** The id of the project. */
  readonly id: string
  /** The name of the project. */
  readonly displayName: string
  /** The square logo. Other servers of this API do not send logos to clients. */
  readonly logoUrl?: string | null
  /** The wide logo with the name. */
  readonly fullLogoUrl?: string | null
  /** The square logo for dark backgrounds, if there is one. */
  readonly logoDarkModeUrl?: string | null
  /** The wide logo for dark backgrounds. */
  readonly fullLogoDarkModeUrl?: string | null
  /** The colors and shape of the project's pages, if set. */
  readonly branding?: Branding | undefined
  /** How users can sign in, and what they may do. */
  readonly config: ProjectConfig
}

/**
 * How users can sign in, and what they may do.
 * @example
 * const config: ProjectConfig = project.config
 * const isOpen = config.signUpEnabled && (config.credentialEnabled || config.magicLinkEnabled || config.passkeyEnabled)
 * const providers = config.oauthProviders.map(({ id }) => id)
 * console.log(config.clientTeamCreationEnabled, config.clientUserDeletionEnabled)
 * console.log(config.allowUserApiKeys, config.allowTeamApiKeys)
 * console.log(config.secondFactor, config.secondFactorRequiredFromMillis, config.trustedDevicesAllowed)
 * console.log(config.connectionsEnabled, config.oauthProviderEnabled)
 */
export interface ProjectConfig {
  /** Whether people can create accounts. */
  readonly signUpEnabled: boolean
  /** Whether users can sign in with a password. */
  readonly credentialEnabled: boolean
  /** Whether users can sign in with a link or code sent by email. */
  readonly magicLinkEnabled: boolean
  /** Whether users can sign in with a passkey. */
  readonly passkeyEnabled: boolean
  /** Whether users can create teams. */
  readonly clientTeamCreationEnabled: boolean
  /** Whether users can delete their accounts. */
  readonly clientUserDeletionEnabled: boolean
  /** Whether users can create API keys. */
  readonly allowUserApiKeys: boolean
  /** Whether teams can create API keys. */
  readonly allowTeamApiKeys: boolean
  /** Whether users may, or have to, have a second factor. Other servers of this API do not say. */
  readonly secondFactor?: SecondFactorPolicy
  /** From when on it is required, if that is later. */
  readonly secondFactorRequiredFromMillis?: number | null
  /** Whether users may trust a device, which is not asked for the second factor for 30 days. */
  readonly trustedDevicesAllowed?: boolean
  /** Whether sign-in pages look for the connection of an address. */
  readonly connectionsEnabled?: true | undefined
  /** Whether users can sign in to other apps with their account, and let agents use it. */
  readonly oauthProviderEnabled?: true | undefined
  /** The providers that users can sign in with. */
  readonly oauthProviders: readonly OAuthProviderConfig[]
}

/**
 * Whether users may, or have to, have a second factor.
 * @example const policy: SecondFactorPolicy = 'required'
 */
export type SecondFactorPolicy = 'off' | 'optional' | 'required'

/**
 * A provider that users can sign in with.
 * @example const ids = project.config.oauthProviders.map((provider: OAuthProviderConfig) => provider.id)
 */
export interface OAuthProviderConfig {
  /** The id of the provider, for instance `github`. */
  readonly id: string
}

/**
 * Used by packages built on this one.
 * @internal
 */
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
