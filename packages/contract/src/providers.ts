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

/** What is requested of each provider when somebody signs in. */
export const providerScopes = {
  google: ['openid', 'email', 'profile'],
  github: ['user:email'],
  microsoft: ['openid', 'email', 'profile', 'offline_access'],
  spotify: ['user-read-email'],
  facebook: ['public_profile', 'email'],
  discord: ['identify', 'email'],
  gitlab: ['read_user'],
  bitbucket: ['account', 'email'],
  linkedin: ['openid', 'email', 'profile'],
  apple: ['name', 'email'],
  x: ['users.read', 'tweet.read', 'offline.access'],
  twitch: ['openid', 'user:read:email'],
} as const satisfies Record<ProviderType, readonly string[]>
