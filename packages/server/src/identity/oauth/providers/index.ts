import { type ProviderType, providerNames } from '@latchkey/contract'
import { type SharedProvider, sharedProviders } from '../../../platform/config/settings.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Project } from '../../../projects/cache.ts'
import { developmentIdentityProvider } from '../../development-identity-provider/development-identity-provider.ts'
import { apple } from './apple.ts'
import { bitbucket } from './bitbucket.ts'
import { createProviderClient } from './client.ts'
import type { ProviderDefinition, ProviderEnvironment, ProviderKeys } from './definition.ts'
import { discord } from './discord.ts'
import { providerEnvironment } from './environment.ts'
import { facebook } from './facebook.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { google } from './google.ts'
import { linkedin } from './linkedin.ts'
import { microsoft } from './microsoft.ts'
import { openIdIssuer } from './openid.ts'
import type { ProviderClient } from './provider.ts'
import { spotify } from './spotify.ts'
import { twitch } from './twitch.ts'
import { x } from './x.ts'

/** The definitions of the twelve providers. Some depend on the credentials. */
const definitions: Record<ProviderType, (keys: ProviderKeys, environment: ProviderEnvironment) => ProviderDefinition> =
  {
    google: () => google,
    github: () => github,
    microsoft,
    spotify: () => spotify,
    facebook,
    discord: () => discord,
    gitlab: () => gitlab,
    bitbucket: () => bitbucket,
    linkedin: () => linkedin,
    apple,
    x: () => x,
    twitch,
  }

/**
 * Undefined if the project does not have the provider, does not allow sign-in with it, or has no credentials for it.
 */
export function findProviderClient(
  platform: Platform,
  project: Project,
  providerId: string,
): ProviderClient | undefined {
  const entry = findEntry(project, providerId)
  if (!entry?.type || !entry.allowSignIn) return undefined
  const { type, clientId, clientSecret, facebookConfigId, microsoftTenantId } = entry
  if (entry.isShared) return findSharedClient(platform, type)
  if (!clientId || !clientSecret) return undefined
  return connect(platform, type, { clientId, clientSecret, facebookConfigId, microsoftTenantId })
}

/** Whether the project uses shared credentials. */
export function isSharedProvider(project: Project, providerId: string): boolean {
  return findEntry(project, providerId)?.isShared === true
}

function findEntry({ config }: Project, providerId: string) {
  const { providers } = config.auth.oauth
  return Object.hasOwn(providers, providerId) ? providers[providerId] : undefined
}

/**
 * The shared issuer if there is one, else the configured credentials, else in development the built-in identity
 * provider.
 */
function findSharedClient(platform: Platform, type: ProviderType): ProviderClient | undefined {
  if (!isSharable(type)) return undefined
  const { keys, issuer } = platform.config.sharedOAuth
  const title = providerNames[type]
  if (issuer) {
    const standIn = { clientId: type, clientSecret: issuer.clientSecret }
    return createProviderClient(openIdIssuer(issuer.url, title), standIn, providerEnvironment(platform))
  }
  const shared = keys[type]
  if (shared) return connect(platform, type, shared)
  const development = developmentIdentityProvider(platform)
  if (!development) return undefined
  const standIn = { clientId: type, clientSecret: development.clientSecretOf(type) }
  const environment = { ...providerEnvironment(platform), outbound: development.outbound }
  return createProviderClient(openIdIssuer(development.issuer, title), standIn, environment)
}

function isSharable(type: ProviderType): type is SharedProvider {
  return (sharedProviders as readonly ProviderType[]).includes(type)
}

function connect(platform: Platform, type: ProviderType, keys: ProviderKeys): ProviderClient {
  const environment = providerEnvironment(platform)
  return createProviderClient(definitions[type](keys, environment), keys, environment)
}
