import { resolve } from 'node:path'
import {
  type EmailServerKind,
  type Setting,
  type SharedProvider,
  settings,
  sharedProviders,
} from './config/settings.ts'
import { describeSettings, type SettingInForce } from './config/settings-in-force.ts'
import { describeUnknownVariables } from './config/unknown-variables.ts'
import type { Expected, LogLevel } from './config/values.ts'
import type { QuotaLimits } from './quotas/limits.ts'
import { StartError } from './start/error.ts'

export interface Config {
  port: number
  /** Undefined means all interfaces. */
  host: string | undefined
  /** The public base URL, without a trailing slash. */
  url: string
  isProduction: boolean
  /** An absolute path. */
  dataFolder: string
  databaseUrl: string | undefined
  /** How many processes serve requests. */
  workers: number
  /** Set if `databaseUrl` leads to a pooler that gives every transaction another connection. */
  databaseDirectUrl: string | undefined
  databaseReplicaUrl: string | undefined
  secret: string | undefined
  formerSecrets: string[]
  internalKeys: { publishableClientKey?: string; secretServerKey?: string; superSecretAdminKey?: string }
  internalProject: InternalProjectSettings
  /** The code that the first owner has to enter. If it is not set, one is generated. */
  setupCode: string | undefined
  trustedProxies: string[]
  /** In addition to 80 and 443. */
  outboundPorts: number[]
  rateLimits: boolean
  quotas: QuotaLimits
  smtp: { host: string; port: number; username?: string; password?: string; from: string } | undefined
  /** SMTP servers that may be used without TLS in production. */
  plaintextSmtp: EmailServerKind[]
  sharedOAuth: SharedOAuth
  /** An external service that delivers the webhooks. */
  webhookService: { apiKey: string; url: string } | undefined
  /** The AI model that helps to write emails. */
  ai: { baseUrl: string; apiKey?: string; model: string } | undefined
  /** Stripe. */
  stripe: { secretKey: string; webhookSecret?: string; publishableKey?: string; apiUrl?: string } | undefined
  cronSecret: string | undefined
  accessTokenSeconds: number
  logLevel: LogLevel
  accessLog: boolean
  /** Who may read metrics; undefined if nobody does. */
  metricsToken: string | undefined
  /** For how many days data is kept. */
  retention: Retention
  /** Scheduled backups. */
  backups: { folder: string; hours: number; kept: number; passphrase?: string } | undefined
  /** For those who run the server. */
  settingsInForce: SettingInForce[]
  /** How long the start-up waits for an unavailable database. */
  databaseWaitSeconds: number
  /** How long a stopping node keeps serving requests while load balancers notice. */
  stopDelaySeconds: number
}

export interface Retention {
  /** Expired codes and sessions, and sign-ins that nobody finished. */
  expiredDays: number
  eventDays: number
  auditLogDays: number
  emailLogDays: number
  emailContentDays: number
  /** Daily figures of projects. */
  statisticsDays: number
}

/** The deployment's settings for the internal project. Settings that are left out keep their value. */
export interface InternalProjectSettings {
  isSignUpAllowed?: boolean
  hasMagicLink?: boolean
  oauthProviders?: SharedProvider[]
  allowsLocalhost?: boolean
  firstUser?: { email: string; password: string; isAdmin: boolean }
}

/** OAuth credentials for projects that have none of their own. */
export interface SharedOAuth {
  keys: Partial<Record<SharedProvider, { clientId: string; clientSecret: string }>>
  /** Replaces all of these providers. */
  issuer?: { url: string; clientSecret: string }
}

/** Stops the start-up. Every line names one variable and what it expects. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

type SettingKey = keyof typeof settings
type ValueOf<K extends SettingKey> = (typeof settings)[K] extends { value: Expected<infer T> } ? T : never
/** A setting with a default is never absent. */
type Values = {
  [K in SettingKey]: (typeof settings)[K] extends { default: string } ? ValueOf<K> : ValueOf<K> | undefined
}

/** Throws a ConfigError that lists every invalid variable, not only the first. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems = describeUnknownVariables(env)
  const values = readValues(env, problems)
  const isProduction = values.nodeEnv === 'production'
  if (isProduction && values.secret === undefined && isAbsent(env, settings.secret.name)) {
    problems.push(
      'LATCHKEY_SECRET is required with NODE_ENV=production: generate one with `openssl rand -hex 32` and keep it safe.',
    )
  }
  if (isProduction) checkPublicUrl(values.url, env, problems)
  for (const name of ['databaseDirectUrl', 'databaseReplicaUrl'] as const) {
    if (!values[name] || values.databaseUrl || !isAbsent(env, settings.databaseUrl.name)) continue
    problems.push(`${settings[name].name} is only used with DATABASE_URL, which is not set.`)
  }
  const smtp = readSmtp(values, env, problems)
  const internalProject = readInternalProject(values, env, problems)
  const sharedOAuth = readSharedOAuth(values, isProduction, problems)
  const webhookService = readWebhookService(values, problems)
  const ai = readAi(values, problems)
  const stripe = readStripe(values, problems)
  if (isProduction && values.metricsToken !== undefined && values.workers > 1) {
    problems.push(
      'LATCHKEY_METRICS_TOKEN requires LATCHKEY_WORKERS=1, because Prometheus would read another process each time. Send metrics to a collector with OTEL_EXPORTER_OTLP_ENDPOINT instead.',
    )
  }
  if (problems.length > 0) throw new ConfigError(problems)

  const { publishableClientKey, secretServerKey, superSecretAdminKey } = values
  return {
    port: values.port,
    host: values.host ?? (isProduction ? undefined : '127.0.0.1'),
    url: values.url ?? `http://localhost:${values.port}`,
    isProduction,
    dataFolder: resolve(values.dataFolder),
    databaseUrl: values.databaseUrl,
    workers: isProduction ? values.workers : 1,
    databaseDirectUrl: values.databaseDirectUrl,
    databaseReplicaUrl: values.databaseReplicaUrl,
    secret: values.secret,
    formerSecrets: values.formerSecrets ?? [],
    internalKeys: {
      ...(publishableClientKey && { publishableClientKey }),
      ...(secretServerKey && { secretServerKey }),
      ...(superSecretAdminKey && { superSecretAdminKey }),
    },
    internalProject,
    setupCode: values.setupCode,
    trustedProxies: values.trustedProxies ?? [],
    outboundPorts: values.outboundPorts ?? [],
    rateLimits: values.rateLimits,
    quotas: {
      users: values.quotaUsers,
      requestsPerMinute: values.quotaRequestsPerMinute,
      emailsPerDay: values.quotaEmailsPerDay,
      metadataMegabytesPerDay: values.quotaMetadataMegabytesPerDay,
      webhooksPerHour: values.quotaWebhooksPerHour,
    },
    smtp,
    plaintextSmtp: values.smtpAllowPlaintext,
    sharedOAuth,
    webhookService,
    ai,
    stripe,
    cronSecret: values.cronSecret,
    accessTokenSeconds: values.accessTokenSeconds,
    logLevel: values.logLevel,
    accessLog: values.accessLog,
    metricsToken: values.metricsToken,
    backups: values.backupFolder
      ? {
          folder: resolve(values.backupFolder),
          hours: values.backupHours,
          kept: values.backupsKept,
          ...(values.backupPassphrase && { passphrase: values.backupPassphrase }),
        }
      : undefined,
    retention: {
      expiredDays: values.keepExpiredDays,
      eventDays: values.keepEventsDays,
      auditLogDays: values.keepAuditLogDays,
      emailLogDays: values.keepEmailLogDays,
      emailContentDays: values.keepEmailContentDays,
      statisticsDays: values.keepStatisticsDays,
    },
    settingsInForce: describeSettings(env),
    databaseWaitSeconds: values.databaseWaitSeconds,
    stopDelaySeconds: values.stopDelaySeconds ?? (isProduction ? 5 : 0),
  }
}

function readValues(env: NodeJS.ProcessEnv, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = isAbsent(env, setting.name) ? setting.default : env[setting.name]
    if (text === undefined) continue
    values[key] = setting.value.parse(text)
    // The message leaves out the value: it may be a secret.
    if (values[key] === undefined) problems.push(`${setting.name} must be ${setting.value.expected}.`)
  }
  return values as Values
}

/** It is the issuer of every token, so it must be right from the first start. */
function checkPublicUrl(url: string | undefined, env: NodeJS.ProcessEnv, problems: string[]): void {
  const example = 'for example `LATCHKEY_URL=https://auth.example.com`'
  if (isAbsent(env, settings.url.name)) {
    problems.push(
      `LATCHKEY_URL is required with NODE_ENV=production: set it to the public https URL of this server, ${example}.`,
    )
  } else if (url?.startsWith('http:')) {
    problems.push(`LATCHKEY_URL must use https with NODE_ENV=production, ${example}.`)
  }
}

function readInternalProject(values: Values, env: NodeJS.ProcessEnv, problems: string[]): Config['internalProject'] {
  const { internalSignUp, internalMagicLink, internalOAuthProviders, internalAllowLocalhost } = values
  const { internalUserEmail: email, internalUserPassword: password, internalUserIsAdmin: isAdmin } = values
  const { internalUserEmail, internalUserPassword } = settings
  if (isAbsent(env, internalUserEmail.name) !== isAbsent(env, internalUserPassword.name)) {
    problems.push(`${internalUserEmail.name} and ${internalUserPassword.name} must be set together.`)
  } else if (isAdmin && isAbsent(env, internalUserEmail.name)) {
    problems.push(`${settings.internalUserIsAdmin.name} requires ${internalUserEmail.name}.`)
  }
  return {
    ...(internalSignUp !== undefined && { isSignUpAllowed: internalSignUp }),
    ...(internalMagicLink !== undefined && { hasMagicLink: internalMagicLink }),
    ...(internalOAuthProviders && { oauthProviders: internalOAuthProviders }),
    ...(internalAllowLocalhost !== undefined && { allowsLocalhost: internalAllowLocalhost }),
    ...(email && password && { firstUser: { email, password, isAdmin } }),
  }
}

function readSmtp(values: Values, env: NodeJS.ProcessEnv, problems: string[]): Config['smtp'] {
  const { smtpHost: host, smtpUsername: username, smtpPassword: password, mailFrom: from } = values
  if (isAbsent(env, settings.smtpHost.name)) {
    const { smtpPort, smtpUsername, smtpPassword } = settings
    for (const { name } of [smtpPort, smtpUsername, smtpPassword]) {
      if (!isAbsent(env, name)) problems.push(`${name} requires LATCHKEY_SMTP_HOST.`)
    }
    return undefined
  }
  if (isAbsent(env, settings.mailFrom.name)) {
    problems.push(`LATCHKEY_MAIL_FROM is required with LATCHKEY_SMTP_HOST: ${settings.mailFrom.value.expected}.`)
  }
  if ((username === undefined) !== (password === undefined)) {
    problems.push('LATCHKEY_SMTP_USERNAME and LATCHKEY_SMTP_PASSWORD must be set together.')
  }
  if (host === undefined || from === undefined) return undefined
  return { host, port: values.smtpPort, ...(username && { username }), ...(password && { password }), from }
}

function readSharedOAuth(values: Values, isProduction: boolean, problems: string[]): SharedOAuth {
  const keys: SharedOAuth['keys'] = {}
  for (const provider of sharedProviders) {
    const clientId = values[`${provider}ClientId`]
    const clientSecret = values[`${provider}ClientSecret`]
    if (clientId !== undefined && clientSecret !== undefined) keys[provider] = { clientId, clientSecret }
    else if (clientId !== undefined || clientSecret !== undefined) {
      const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase()}`
      problems.push(`${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET must be set together.`)
    }
  }
  const { sharedOAuthIssuer: url, sharedOAuthClientSecret: clientSecret } = values
  if (isProduction && url !== undefined) checkIssuer(url, values.outboundPorts ?? [], problems)
  if (url !== undefined && clientSecret !== undefined) return { keys, issuer: { url, clientSecret } }
  if (url !== undefined || clientSecret !== undefined) {
    problems.push('LATCHKEY_SHARED_OAUTH_ISSUER and LATCHKEY_SHARED_OAUTH_CLIENT_SECRET must be set together.')
  }
  return { keys }
}

function checkIssuer(issuer: string, ports: number[], problems: string[]): void {
  const { protocol, port } = new URL(issuer)
  if (protocol === 'http:') problems.push('LATCHKEY_SHARED_OAUTH_ISSUER must use https in production.')
  else if (port !== '' && !ports.includes(Number(port))) {
    problems.push(`LATCHKEY_SHARED_OAUTH_ISSUER is on port ${port}: add it to LATCHKEY_OUTBOUND_PORTS.`)
  }
}

function readWebhookService({ svixApiKey, svixServerUrl }: Values, problems: string[]): Config['webhookService'] {
  if (svixApiKey === undefined) {
    if (svixServerUrl !== undefined) problems.push('SVIX_SERVER_URL requires SVIX_API_KEY.')
    return undefined
  }
  // API keys of the hosted service end with their region.
  const region = /\.([a-z]{2})$/.exec(svixApiKey)?.[1]
  return { apiKey: svixApiKey, url: svixServerUrl ?? `https://api.${region ? `${region}.` : ''}svix.com` }
}

function readAi({ aiBaseUrl: baseUrl, aiApiKey: apiKey, aiModel: model }: Values, problems: string[]): Config['ai'] {
  if (baseUrl !== undefined && model !== undefined) return { baseUrl, ...(apiKey && { apiKey }), model }
  if (baseUrl !== undefined || model !== undefined) {
    problems.push('LATCHKEY_AI_BASE_URL and LATCHKEY_AI_MODEL must be set together.')
  } else if (apiKey !== undefined) problems.push('LATCHKEY_AI_API_KEY requires LATCHKEY_AI_BASE_URL.')
  return undefined
}

function readStripe(values: Values, problems: string[]): Config['stripe'] {
  const { stripeSecretKey, stripeWebhookSecret, stripePublishableKey, stripeApiUrl } = values
  if (stripeSecretKey !== undefined) {
    return {
      secretKey: stripeSecretKey,
      ...(stripeWebhookSecret && { webhookSecret: stripeWebhookSecret }),
      ...(stripePublishableKey && { publishableKey: stripePublishableKey }),
      ...(stripeApiUrl && { apiUrl: stripeApiUrl }),
    }
  }
  for (const key of ['stripeWebhookSecret', 'stripePublishableKey', 'stripeApiUrl'] as const) {
    if (values[key] !== undefined) problems.push(`${settings[key].name} requires STRIPE_SECRET_KEY.`)
  }
  return undefined
}

/** Compose files and shells pass unset variables as empty strings. */
function isAbsent(env: NodeJS.ProcessEnv, name: string): boolean {
  return env[name] === undefined || env[name].trim() === ''
}
