import { rememberAuditExport } from './administration/audit-export/export.ts'
import { type InternalKeys, seedInternalProject } from './administration/deployment/seed.ts'
import { startHeartbeat } from './administration/server-status/heartbeat.ts'
import { passwordHasher } from './identity/password/hash.ts'
import { connectDatabase, type PoolOptions } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { listenToDatabase } from './platform/db/notifications.ts'
import { connectReplica } from './platform/db/replica.ts'
import { checkPooledSettings, checkSessions } from './platform/db/session.ts'
import { createLimiter } from './platform/limits/limiter.ts'
import { createQuotas } from './platform/limits/quotas.ts'
import { createRules } from './platform/limits/rules.ts'
import type { Log } from './platform/log.ts'
import { type ActiveTelemetry, noTelemetry, type Telemetry } from './platform/observability/telemetry.ts'
import { createOutboundClient, type OutboundClient } from './platform/outbound/client.ts'
import type { Platform, Settings } from './platform/platform.ts'
import { createSecrets } from './platform/secrets.ts'
import { vaultHashKey } from './projects/data-vault/hash-key.ts'
import { checkDeploymentSecret, checkSecretBeforehand } from './projects/deployment/secret-check.ts'
import { announceSetup } from './projects/deployment/setup-code.ts'
import { rememberWebhookService } from './webhooks/service.ts'

export interface PlatformOptions {
  config: Settings
  secret: string
  internalKeys: InternalKeys
  databaseUrl: string
  pool?: PoolOptions
  /** The SMTP server for every project without its own. */
  smtp?: Platform['smtp']
  log: Log
  telemetry?: ActiveTelemetry | undefined
  /** A clock other than the database's. */
  now?: () => Date
  /** Another outbound client, for tests whose remote servers are on this machine. */
  outbound?: OutboundClient
  onProgress?: (message: string) => void
}

export interface OpenPlatform extends Platform {
  close(): Promise<void>
}

/** Connects, migrates and seeds the database, and creates what the whole server needs. */
export async function openPlatform(options: PlatformOptions): Promise<OpenPlatform> {
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const closeNext of closers.splice(0).reverse()) await closeNext()
  }
  try {
    const platform = await connect(options, (closer) => void closers.push(closer))
    await seed(platform, options)
    return Object.assign(platform, { close })
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(options: PlatformOptions, onClose: Platform['onClose']): Promise<Platform> {
  const { config, databaseUrl, log, smtp } = options
  const telemetry: Telemetry = options.telemetry ?? noTelemetry
  const directUrl = config.databaseDirectUrl
  const database = connectDatabase(databaseUrl, log, { directUrl, ...options.pool })
  onClose(() => database.close())
  options.telemetry?.observePool(database.pool)
  const { db, directPool } = database
  options.telemetry?.observeQueues(db)
  const notifications = await listenToDatabase({ databaseUrl: directUrl ?? databaseUrl, log })
  onClose(() => notifications.close())
  if (directUrl) await checkPooledSettings(database.pool, log)
  await checkSessions(directPool, log, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
  const { now = notifications.now } = options
  const keyRing = createSecrets(options.secret, config.formerSecrets)
  await checkSecretBeforehand(db, keyRing)
  const applied = await migrate(directPool)
  if (applied.length > 0) options.onProgress?.(`Migrated the database (${applied.length} new)`)
  await checkDeploymentSecret(db, keyRing)
  const heartbeat = await startHeartbeat({ db, notifications, log, now, secrets: keyRing })
  onClose(() => heartbeat.stop())
  const { secrets, misfit: findKeyMisfit } = heartbeat
  const limiter = createLimiter({ db, rules: config.rateLimits ? createRules(config.quotas) : {}, log, telemetry })
  onClose(() => limiter.close())
  const quotas = createQuotas(limiter, config.rateLimits ? config.quotas?.users : 0)
  const outbound = options.outbound ?? createPlatformOutbound(config)
  onClose(() => outbound.close())
  const replica = connectPlatformReplica(options, db, telemetry)
  if (replica) onClose(() => replica.close())
  const connections = { database, db, replica, notifications, outbound, smtp }
  return { config, ...connections, log, telemetry, now, secrets, findKeyMisfit, limiter, quotas, onClose }
}

function createPlatformOutbound({ isProduction, outboundPorts }: Settings): OutboundClient {
  return createOutboundClient({
    allowsPrivateAddresses: !isProduction,
    ports: isProduction ? [80, 443, ...outboundPorts] : undefined,
  })
}

function connectPlatformReplica({ config, log, pool }: PlatformOptions, primary: Platform['db'], telemetry: Telemetry) {
  const url = config.databaseReplicaUrl
  if (!url) return undefined
  const onRead = (outcome: string) => telemetry.count('latchkey.replica.reads', { outcome })
  return connectReplica({ url, primary, log, onRead, pool })
}

async function seed(platform: Platform, { internalKeys: keys }: PlatformOptions): Promise<void> {
  const { config, db, secrets, now } = platform
  await vaultHashKey(platform)
  await seedInternalProject(db, { config, keys, secrets, passwords: passwordHasher(platform), now: now() })
  await rememberWebhookService(db, config.webhookService?.url)
  await rememberAuditExport(db, config.auditLogExport)
  await announceSetup(platform)
}
