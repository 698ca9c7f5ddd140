import type { ProviderType } from '@latchkey/contract/providers'
import type { Project } from '../data/rows.ts'

/** Details for registering an app with a provider. */
interface ProviderSetup {
  /** The page for registering apps. */
  consoleUrl: string
  /** Whether the server has keys that all projects can use. */
  canBeShared?: true
}

export const providerSetups: Record<ProviderType, ProviderSetup> = {
  google: {
    consoleUrl: 'https://console.cloud.google.com/apis/credentials',
    canBeShared: true,
  },
  github: { consoleUrl: 'https://github.com/settings/developers', canBeShared: true },
  microsoft: {
    consoleUrl: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    canBeShared: true,
  },
  spotify: { consoleUrl: 'https://developer.spotify.com/dashboard', canBeShared: true },
  facebook: { consoleUrl: 'https://developers.facebook.com/apps' },
  discord: { consoleUrl: 'https://discord.com/developers/applications' },
  gitlab: { consoleUrl: 'https://gitlab.com/-/user_settings/applications' },
  bitbucket: { consoleUrl: 'https://bitbucket.org/account/settings/' },
  linkedin: { consoleUrl: 'https://www.linkedin.com/developers/apps' },
  apple: { consoleUrl: 'https://developer.apple.com/account/resources/identifiers/list' },
  x: {
    consoleUrl: 'https://developer.x.com/en/portal/dashboard',
  },
  twitch: { consoleUrl: 'https://dev.twitch.tv/console/apps' },
}

/** Whether the provider is on, and with which keys. */
export function describeKeys(provider: Project['config']['oauth_providers'][number] | undefined): string {
  if (!provider) return 'Off'
  return provider.type === 'shared' ? 'Shared keys' : 'Own keys'
}
