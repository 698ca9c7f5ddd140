import { createAccessTokens } from './accounts/sessions/access-tokens.ts'
import { createSigningKeys } from './accounts/sessions/signing-keys.ts'
import { type InternalKeys, seedInternalProject } from './administration/deployment/seed.ts'
import { type Heartbeat, startHeartbeat } from './administration/server-status/heartbeat.ts'
import { createEmailRenderer } from './emails/rendering/renderer.ts'
import type { SmtpServer } from './emails/smtp/connection.ts'
import { createEmailServers } from './emails/smtp/servers.ts'
import { createEmailSharing } from './emails/smtp/sharing.ts'
import { requiresTls } from './emails/smtp/tls.ts'
import type { Services } from './http/context.ts'
import { createHeavyReadQueue } from './http/heavy-reads.ts'
import { createOpenIdServers } from './identity/oauth/providers/openid-servers.ts'
import { createDecoys } from './identity/password/decoys.ts'
import { createPasswordHasher, type PasswordHasher } from './identity/password/hash.ts'
import { createStripeClient } from './payments/stripe/client.ts'
import type { Config } from './platform/config.ts'
import { connectDatabase, type Database, type PoolOptions } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { listenToDatabase, type Notifications } from './platform/db/notifications.ts'
import { connectReplica } from './platform/db/replica.ts'
import { checkPooledSettings, checkSessions } from './platform/db/session.ts'
import { createLimiter } from './platform/limits/limiter.ts'
import { createQuotas } from './platform/limits/quotas.ts'
import { createRules } from './platform/limits/rules.ts'
import type { Log } from './platform/log.ts'
import { type ActiveTelemetry, noTelemetry, type Telemetry } from './platform/observability/telemetry.ts'
import { createOutboundClient, type OutboundClient } from './platform/outbound/client.ts'
import { createRepeatedWarning } from './platform/repeated-warning.ts'
import { createSecrets } from './platform/secrets.ts'
import { createProjectCache } from './projects/cache.ts'
import { keepVaultHashKey } from './projects/data-vault/hash-key.ts'
import { checkDeploymentSecret, checkSecretBeforehand } from './projects/deployment/secret-check.ts'
import { announceSetup } from './projects/deployment/setup-code.ts'
import { isStillGranted } from './projects/granted-access.ts'
import { createKeyUses } from './projects/project-keys/uses.ts'
import { createLiveUpdates } from './records/live-updates/live-updates.ts'
import { createDevelopmentIdentityProvider } from './site/development-identity-provider/development-identity-provider.ts'
import { createWebhookService, rememberWebhookService } from './webhooks/service.ts'

export interface ServiceOptions {
  config: Partial<
    Pick<
      Config,
      | 'internalProject'
      | 'setupCode'
      | 'formerSecrets'
      | 'backups'
      | 'databaseDirectUrl'
      | 'databaseReplicaUrl'
      | 'accessLog'
      | 'metricsToken'
      | 'quotas'
    >
  > &
    Pick<
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
  secret: string
  internalKeys: InternalKeys
  databaseUrl: string
  pool?: PoolOptions
  /** The SMTP server for every project without its own. */
  smtp?: SmtpServer | undefined
  log: Log
  telemetry?: ActiveTelemetry | undefined
  /** A clock other than the database's. */
  now?: () => Date
  /** Another outbound client, for tests whose remote servers are on this machine. */
  outbound?: OutboundClient
  /** A cheaper hasher, for tests that are not about passwords. */
  passwords?: PasswordHasher
  onProgress?: (message: string) => void
}

export interface OpenServices extends Services {
  database: Database
  close(): Promise<void>
}

/** Connects, migrates and seeds the database, and creates everything that requests need. */
export async function openServices(options: ServiceOptions): Promise<OpenServices> {
  const { config, databaseUrl, log } = options
  const telemetry: Telemetry = options.telemetry ?? noTelemetry
  const directUrl = config.databaseDirectUrl
  const database = connectDatabase(databaseUrl, log, { directUrl, ...options.pool })
  options.telemetry?.observePool(database.pool)
  let notifications: Notifications | undefined
  let heartbeat: Heartbeat | undefined
  try {
    const { db, directPool } = database
    options.telemetry?.observeQueues(db)
    notifications = await listenToDatabase({ databaseUrl: directUrl ?? databaseUrl, log })
    if (directUrl) await checkPooledSettings(database.pool, log)
    await checkSessions(directPool, log, directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    const { now = notifications.now } = options
    const keyRing = createSecrets(options.secret, options.config.formerSecrets)
    await checkSecretBeforehand(db, keyRing)
    const applied = await migrate(directPool)
    if (applied.length > 0) options.onProgress?.(`Migrated the database (${applied.length} new)`)
    await checkDeploymentSecret(db, keyRing)
    heartbeat = await startHeartbeat({ db, notifications, log, now, secrets: keyRing })
    const { secrets } = heartbeat
    const { passwords = createPasswordHasher() } = options
    const vaultHashKey = await keepVaultHashKey(db, secrets)
    await seedInternalProject(db, { config, keys: options.internalKeys, secrets, passwords, now: now() })

    await rememberWebhookService(db, config.webhookService?.url)
    const signingKeys = createSigningKeys(secrets, config.accessTokenSeconds)
    const projects = createProjectCache({ db, notifications, secrets, isProduction: config.isProduction, telemetry })
    const keyUses = createKeyUses({ db, log })
    const liveUpdates = createLiveUpdates(notifications, async (projectId, grant) => {
      const project = await projects.find(projectId)
      return project !== undefined && isStillGranted({ db, now }, project, grant, 'read')
    })
    await announceSetup({ db, projects, config, secrets, log })
    const developmentIdentityProvider =
      config.isProduction || config.sharedOAuth.issuer
        ? undefined
        : createDevelopmentIdentityProvider({ url: config.url, secrets })
    const outbound =
      options.outbound ??
      createOutboundClient({
        allowsPrivateAddresses: !config.isProduction,
        ports: config.isProduction ? [80, 443, ...config.outboundPorts] : undefined,
      })
    const emailRenderer = createEmailRenderer()
    const limiter = createLimiter({ db, rules: config.rateLimits ? createRules(config.quotas) : {}, log, telemetry })
    const quotas = createQuotas(limiter, config.rateLimits ? config.quotas?.users : 0)
    const { isProduction } = config
    const emailServers = createEmailServers(options.smtp, {
      allowsPrivateAddresses: !isProduction,
      requiresTls: { shared: requiresTls(config, 'shared'), projects: requiresTls(config, 'projects') },
      outbound,
      telemetry,
      sharing: createEmailSharing({ db, projects, limiter, isProduction }),
      quotas,
    })
    const { databaseReplicaUrl } = config
    const replica = databaseReplicaUrl
      ? connectReplica({
          url: databaseReplicaUrl,
          primary: db,
          log,
          onRead: (outcome) => telemetry.count('latchkey.replica.reads', { outcome }),
          pool: options.pool,
        })
      : undefined
    const webhookService = config.webhookService && createWebhookService(config.webhookService)
    return {
      config,
      db,
      replica,
      database,
      log,
      warnOfOutage: createRepeatedWarning(log, 'The database is unavailable'),
      telemetry,
      now,
      secrets,
      vaultHashKey,
      signingKeys,
      accessTokens: createAccessTokens({
        url: config.url,
        keys: signingKeys,
        lifetimeSeconds: config.accessTokenSeconds,
        telemetry,
      }),
      notifications,
      heartbeat,
      projects,
      keyUses,
      liveUpdates,
      limiter,
      quotas,
      passwords,
      findPasswordDecoy: createDecoys({ db, secrets, now }),
      takeHeavyReadTurn: createHeavyReadQueue(),
      outbound,
      emailRenderer,
      emailServers,
      webhookService,
      stripe: config.stripe && createStripeClient(config.stripe),
      openIdServers: createOpenIdServers(),
      developmentIdentityProvider,
      close: async () => {
        await developmentIdentityProvider?.close()
        await outbound.close()
        await emailRenderer.close()
        emailServers.close()
        await webhookService?.close()
        projects.close()
        await keyUses.close()
        await limiter.close()
        liveUpdates.close()
        await heartbeat?.stop()
        await notifications?.close()
        await replica?.close()
        await database.close()
      },
    }
  } catch (error) {
    await heartbeat?.stop()
    await notifications?.close()
    await database.close()
    throw error
  }
}
