import type { Platform } from '../../../platform/platform.ts'
import type { ProviderEnvironment } from './definition.ts'
import { openIdServers } from './openid-servers.ts'

export function providerEnvironment(platform: Platform): ProviderEnvironment {
  return { outbound: platform.outbound, openIdServers: openIdServers(platform), now: platform.now }
}
