/** The sign-in providers by type. Without schemas, because browsers load this file. */
export const providerNames = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  spotify: 'Spotify',
  facebook: 'Facebook',
  discord: 'Discord',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  linkedin: 'LinkedIn',
  apple: 'Apple',
  x: 'X',
  twitch: 'Twitch',
} as const

export type ProviderType = keyof typeof providerNames

export const providerTypes = Object.keys(providerNames) as [ProviderType, ...ProviderType[]]
