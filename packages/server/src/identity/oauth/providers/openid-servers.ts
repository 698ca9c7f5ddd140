import * as oauth from 'oauth4webapi'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { oncePerServer } from '../../../platform/platform.ts'
import { allowInsecureFor, toCustomFetch } from './custom-fetch.ts'
import type { ProviderEnvironment } from './definition.ts'

/** Cached discovery documents and keys of OpenID servers. */
export interface OpenIdServers {
  discover(issuer: string, environment: ProviderEnvironment): Promise<oauth.AuthorizationServer>
  /** The published keys of one server; the library stores them here and decides when to refresh them. */
  keysOf(server: oauth.AuthorizationServer): oauth.JWKSCacheInput
}

const maxAgeMillis = 3600 * 1000

function createOpenIdServers(): OpenIdServers {
  const discovered = new BoundedCache<string, { server: oauth.AuthorizationServer; askedAt: number }>(100)
  const keys = new BoundedCache<string, oauth.JWKSCacheInput>(100)
  return {
    async discover(issuer, environment) {
      const known = discovered.get(issuer)
      const askedAt = performance.now()
      if (known && askedAt - known.askedAt < maxAgeMillis) return known.server
      const server = await askServer(issuer, environment)
      discovered.set(issuer, { server, askedAt })
      return server
    },
    keysOf({ jwks_uri: uri = '' }) {
      let known = keys.get(uri)
      if (!known) {
        known = {}
        keys.set(uri, known)
      }
      return known
    },
  }
}

/** The document must be for the requested issuer, or one server could impersonate another. */
async function askServer(issuer: string, { outbound }: ProviderEnvironment): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), {
    [oauth.customFetch]: toCustomFetch(outbound),
    ...allowInsecureFor(issuer),
  })
  return oauth.processDiscoveryResponse(new URL(issuer), response)
}

export const openIdServers = oncePerServer(createOpenIdServers)
