import './url-parse.ts'
import Provider from 'oidc-provider'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { isDatabaseAway } from '../../platform/db/outages.ts'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { verifyClientSecret } from '../oauth-clients/queries.ts'
import { countProvenClient } from './client-limits.ts'
import { createConfiguration } from './configuration.ts'
import { finishSignIn } from './finish.ts'
import { introspectJwt } from './introspect.ts'
import { issuerOf } from './issuer.ts'
import { loadKeys } from './keys.ts'
import { endSessionAtLogout, sendLogoutsLater } from './logout.ts'
import { providerRequest } from './provider-request.ts'
import type { ProviderSettings } from './scopes.ts'
import { type Middleware, runTokenRequest } from './token-request.ts'

/** Each takes about half a megabyte. */
const maxProviders = 100

/** The library's instances, one for each project and its settings. */
const providers = oncePerServer(
  () => new BoundedCache<string, { settings: string; provider: Promise<Provider> }>(maxProviders),
)

export function getProvider(platform: Platform, project: Project, settings: ProviderSettings): Promise<Provider> {
  const cache = providers(platform)
  const text = JSON.stringify(settings)
  const known = cache.get(project.id)
  if (known?.settings === text) return known.provider
  const provider = createProvider(platform, project.id, settings)
  cache.set(project.id, { settings: text, provider })
  provider.catch(() => cache.delete(project.id))
  return provider
}

async function createProvider(platform: Platform, projectId: string, settings: ProviderSettings): Promise<Provider> {
  const keys = await loadKeys(platform, projectId)
  const provider = new Provider(
    issuerOf(platform.config, projectId),
    createConfiguration(platform, { projectId, settings, keys }),
  )
  fixAddresses(provider, new URL(platform.config.url))
  provider.use(answerOutage)
  provider.use(runTokenRequest)
  provider.use(finishSignIn)
  provider.use(introspectJwt)
  provider.use(endSessionAtLogout)
  sendLogoutsLater(provider)
  provider.Client.prototype.compareClientSecret = async function (secret) {
    const { ctx } = providerRequest()
    const isRight = await verifyClientSecret(ctx.platform.db, ctx.project.id, this.clientId, secret, ctx.now())
    if (isRight) await countProvenClient(ctx, this.clientId)
    return isRight
  }
  const noteFailure = (error: unknown) => {
    providerRequest().failure = error
  }
  provider.on('server_error', (_ctx, error) => noteFailure(error))
  provider.onerror = noteFailure
  return provider
}

/** Where this server is reached is configured. What a request says about it could come from anybody. */
function fixAddresses(provider: Provider, { host, protocol }: URL): void {
  Object.defineProperties(provider.request, {
    host: { get: () => host },
    protocol: { get: () => protocol.slice(0, -1) },
    ip: { get: () => providerRequest().ctx.caller.address ?? '' },
  })
}

/** Clients try again when the database is back. */
const answerOutage: Middleware = async (ctx, next) => {
  await next()
  if (!isDatabaseAway(providerRequest().failure)) return
  ctx.status = 503
  ctx.set('retry-after', '2')
}
