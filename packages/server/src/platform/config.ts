import { resolve } from 'node:path'
import { checkCombinations } from './config/combinations.ts'
import { findGiven, readValues, type Values } from './config/read-values.ts'
import { type SharedProvider, sharedProviders } from './config/settings.ts'
import { describeSettings } from './config/settings-in-force.ts'
import { describeUnknownVariables } from './config/unknown-variables.ts'
import { StartError } from './start/error.ts'

/** The settings as the server uses them, grouped by what they are for. */
export type Config = ReturnType<typeof readConfig>

/** The deployment's settings for the internal project. Settings that are left out keep their value. */
export type InternalProjectSettings = ReturnType<typeof readInternalProject>

/** OAuth credentials for projects that have none of their own. */
export type SharedOAuth = ReturnType<typeof readSharedOAuth>

/** Stops the start-up. Every line names one variable and what it expects. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Throws a ConfigError that lists every invalid variable, not only the first. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const problems = describeUnknownVariables(env)
  const given = findGiven(env)
  const values = readValues(given, problems)
  problems.push(...checkCombinations(given, values))
  if (problems.length > 0) throw new ConfigError(problems)

  const isProduction = values.NODE_ENV === 'production'
  return {
    port: values.PORT,
    /** Undefined means all interfaces. */
    host: values.HOST ?? (isProduction ? undefined : '127.0.0.1'),
    /** The public base URL, without a trailing slash. */
    url: values.LATCHKEY_URL ?? `http://localhost:${values.PORT}`,
    isProduction,
    /** An absolute path. */
    dataFolder: resolve(values.LATCHKEY_DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    /** Set if `databaseUrl` leads to a pooler that gives every transaction another connection. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    /** How many processes serve requests. */
    workers: isProduction ? values.LATCHKEY_WORKERS : 1,
    secret: values.LATCHKEY_SECRET,
    formerSecrets: values.LATCHKEY_FORMER_SECRETS ?? [],
    internalKeys: withoutUndefined({
      publishableClientKey: values.LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY,
      secretServerKey: values.LATCHKEY_INTERNAL_SECRET_SERVER_KEY,
      superSecretAdminKey: values.LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY,
    }),
    internalProject: readInternalProject(values),
    /** The code that the first owner has to enter. If it is not set, one is generated. */
    setupCode: values.LATCHKEY_SETUP_CODE,
    trustedProxies: values.LATCHKEY_TRUSTED_PROXIES ?? [],
    /** In addition to 80 and 443. */
    outboundPorts: values.LATCHKEY_OUTBOUND_PORTS ?? [],
    /** Who is asked for the records of domains, if it is not the name servers of the domains. */
    nameServers: values.LATCHKEY_NAME_SERVERS ?? [],
    leakedPasswordsUrl: values.LATCHKEY_LEAKED_PASSWORDS_URL,
    rateLimits: values.LATCHKEY_RATE_LIMITS,
    quotas: {
      users: values.LATCHKEY_QUOTA_USERS,
      requestsPerMinute: values.LATCHKEY_QUOTA_REQUESTS_PER_MINUTE,
      emailsPerDay: values.LATCHKEY_QUOTA_EMAILS_PER_DAY,
      metadataMegabytesPerDay: values.LATCHKEY_QUOTA_METADATA_MB_PER_DAY,
      webhooksPerHour: values.LATCHKEY_QUOTA_WEBHOOKS_PER_HOUR,
    },
    smtp: readSmtp(values),
    /** SMTP servers that may be used without TLS in production. */
    plaintextSmtp: values.LATCHKEY_SMTP_ALLOW_PLAINTEXT,
    sharedOAuth: readSharedOAuth(values),
    webhookService: readWebhookService(values),
    ai: readAi(values),
    stripe: readStripe(values),
    cronSecret: values.LATCHKEY_CRON_SECRET,
    accessTokenSeconds: values.LATCHKEY_ACCESS_TOKEN_SECONDS,
    logLevel: values.LATCHKEY_LOG,
    accessLog: values.LATCHKEY_ACCESS_LOG,
    /** Who may read metrics; undefined if nobody does. */
    metricsToken: values.LATCHKEY_METRICS_TOKEN,
    backups: readBackups(values),
    retention: {
      /** Expired codes and sessions, and sign-ins that nobody finished. */
      expiredDays: values.LATCHKEY_KEEP_EXPIRED_DAYS,
      eventDays: values.LATCHKEY_KEEP_EVENTS_DAYS,
      auditLogDays: values.LATCHKEY_KEEP_AUDIT_LOG_DAYS,
      emailLogDays: values.LATCHKEY_KEEP_EMAIL_LOG_DAYS,
      emailContentDays: values.LATCHKEY_KEEP_EMAIL_CONTENT_DAYS,
      statisticsDays: values.LATCHKEY_KEEP_STATISTICS_DAYS,
    },
    /** For those who run the server. */
    settingsInForce: describeSettings(given),
    databaseWaitSeconds: values.LATCHKEY_DATABASE_WAIT_SECONDS,
    /** How long a stopping node keeps serving requests while load balancers notice. */
    stopDelaySeconds: values.LATCHKEY_STOP_DELAY_SECONDS ?? (isProduction ? 5 : 0),
  }
}

function readInternalProject(values: Values) {
  const { LATCHKEY_INTERNAL_USER_EMAIL: email, LATCHKEY_INTERNAL_USER_PASSWORD: password } = values
  return withoutUndefined({
    isSignUpAllowed: values.LATCHKEY_INTERNAL_SIGN_UP,
    hasMagicLink: values.LATCHKEY_INTERNAL_MAGIC_LINK,
    oauthProviders: values.LATCHKEY_INTERNAL_OAUTH_PROVIDERS,
    allowsLocalhost: values.LATCHKEY_INTERNAL_ALLOW_LOCALHOST,
    firstUser: email && password ? { email, password, isAdmin: values.LATCHKEY_INTERNAL_USER_IS_ADMIN } : undefined,
  })
}

function readSmtp(values: Values) {
  const { LATCHKEY_SMTP_HOST: host, LATCHKEY_MAIL_FROM: from } = values
  if (!host || !from) return undefined
  const { LATCHKEY_SMTP_USERNAME: username, LATCHKEY_SMTP_PASSWORD: password } = values
  return { host, port: values.LATCHKEY_SMTP_PORT, ...withoutUndefined({ username, password }), from }
}

function readSharedOAuth(values: Values) {
  const keys: Partial<Record<SharedProvider, { clientId: string; clientSecret: string }>> = {}
  for (const provider of sharedProviders) {
    const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase() as Uppercase<SharedProvider>}` as const
    const clientId = values[`${prefix}_CLIENT_ID`]
    const clientSecret = values[`${prefix}_CLIENT_SECRET`]
    if (clientId && clientSecret) keys[provider] = { clientId, clientSecret }
  }
  const { LATCHKEY_SHARED_OAUTH_ISSUER: url, LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: clientSecret } = values
  /** Replaces all of these providers. */
  const issuer = url && clientSecret ? { url, clientSecret } : undefined
  return { keys, ...withoutUndefined({ issuer }) }
}

/** An external service that delivers the webhooks. */
function readWebhookService({ SVIX_API_KEY: apiKey, SVIX_SERVER_URL: url }: Values) {
  if (!apiKey) return undefined
  // API keys of the hosted service end with their region.
  const region = /\.([a-z]{2})$/.exec(apiKey)?.[1]
  return { apiKey, url: url ?? `https://api.${region ? `${region}.` : ''}svix.com` }
}

/** The AI model that helps to write emails. */
function readAi(values: Values) {
  const { LATCHKEY_AI_BASE_URL: baseUrl, LATCHKEY_AI_MODEL: model, LATCHKEY_AI_API_KEY: apiKey } = values
  return baseUrl && model ? { baseUrl, ...withoutUndefined({ apiKey }), model } : undefined
}

function readStripe(values: Values) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const { STRIPE_PUBLISHABLE_KEY: publishableKey, LATCHKEY_STRIPE_API_URL: apiUrl } = values
  return secretKey ? { secretKey, ...withoutUndefined({ webhookSecret, publishableKey, apiUrl }) } : undefined
}

/** Scheduled backups. */
function readBackups(values: Values) {
  const { LATCHKEY_BACKUP_FOLDER: folder, LATCHKEY_BACKUP_PASSPHRASE: passphrase } = values
  const { LATCHKEY_BACKUP_HOURS: hours, LATCHKEY_BACKUPS_KEPT: kept } = values
  return folder ? { folder: resolve(folder), hours, kept, ...withoutUndefined({ passphrase }) } : undefined
}

/** Omits settings that are not set. */
function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields
}
