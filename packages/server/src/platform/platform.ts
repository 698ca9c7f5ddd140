import type { Config } from './config.ts'
import type { Database, Db } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Replica } from './db/replica.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Quotas } from './limits/quotas.ts'
import type { Log } from './log.ts'
import type { Telemetry } from './observability/telemetry.ts'
import type { OutboundClient } from './outbound/client.ts'
import type { Secrets } from './secrets.ts'

/** The configuration. Only tests leave something out, or make passwords cheap. */
export type Settings = Partial<Config> & { passwordCost?: PasswordCost } & Pick<
    Config,
    | 'url'
    | 'isProduction'
    | 'trustedProxies'
    | 'outboundPorts'
    | 'accessTokenSeconds'
    | 'rateLimits'
    | 'plaintextSmtp'
    | 'sharedOAuth'
    | 'webhookService'
    | 'ai'
    | 'stripe'
    | 'cronSecret'
    | 'retention'
  >

/** What the whole server stands on. What only one wing needs, that wing makes itself, with `oncePerServer`. */
export interface Platform {
  readonly config: Settings
  readonly database: Database
  readonly db: Db
  /** Only if one is configured. */
  readonly replica: Replica | undefined
  readonly notifications: Notifications
  readonly log: Log
  readonly telemetry: Telemetry
  readonly now: () => Date
  readonly secrets: Secrets
  /** Why the keys of this server do not fit those of the others, in which case it encrypts nothing. */
  readonly findKeyMisfit: () => string | undefined
  readonly limiter: Limiter
  readonly quotas: Quotas
  readonly outbound: OutboundClient
  /** The email server for projects without their own, if there is one. */
  readonly smtp: Config['smtp']
  /** Called when the server closes, the last one first, while the database is still open. */
  readonly onClose: (close: () => unknown) => void
}

export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

export interface OncePerServer<T> {
  (platform: Platform): T
  /** For tests that watch or replace it. */
  replace(platform: Platform, value: T): void
}

/** Something that exists once per server and is created by its first use. */
export function oncePerServer<T>(create: (platform: Platform) => T): OncePerServer<T> {
  const created = new WeakMap<Platform, { value: T }>()
  const get = (platform: Platform): T => {
    const known = created.get(platform)
    if (known) return known.value
    const value = create(platform)
    created.set(platform, { value })
    return value
  }
  return Object.assign(get, { replace: (platform: Platform, value: T) => void created.set(platform, { value }) })
}
