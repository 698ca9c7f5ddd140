import { type ProviderType, providerNames } from '@latchkey/contract'
import * as expect from './values.ts'

export interface Setting<T> {
  name: string
  /** The value if the variable is not set; parsed like a value that is set. */
  default?: string
  /** What happens if the variable is not set and there is no fixed default. */
  otherwise?: string
  sentence: string
  /** Never shown, not even to owners. */
  isSecret?: boolean
  value: expect.Expected<T>
}

/** The providers that can have shared keys for all projects. */
export const sharedProviders = ['google', 'github', 'microsoft', 'spotify'] as const satisfies ProviderType[]
export type SharedProvider = (typeof sharedProviders)[number]

/** The email server of the deployment, which projects share, and the email servers of projects. */
export const mailServerKinds = ['shared', 'projects'] as const
export type EmailServerKind = (typeof mailServerKinds)[number]

const fixedKey = 'generated into the data folder'

/** The keys for projects without their own keys for this provider. */
function sharedKeySettings<P extends SharedProvider>(provider: P) {
  const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase()}`
  const otherwise = 'the development identity provider; not offered in production'
  return {
    [`${provider}ClientId`]: {
      name: `${prefix}_CLIENT_ID`,
      otherwise,
      sentence: `The ${providerNames[provider]} client ID for projects that use shared keys.`,
      value: expect.anyText,
    },
    [`${provider}ClientSecret`]: {
      name: `${prefix}_CLIENT_SECRET`,
      otherwise,
      sentence: 'Its client secret.',
      isSecret: true,
      value: expect.anyText,
    },
  } as Record<
    `${P}ClientId` | `${P}ClientSecret`,
    { name: string; otherwise: string; sentence: string; value: expect.Expected<string> }
  >
}

/** Every environment variable. `docs/configuration.md` is generated from this table. */
export const settings = {
  port: {
    name: 'PORT',
    default: '8102',
    sentence: 'The port for the API and all pages.',
    value: expect.wholeNumber(1, 65535),
  },
  host: {
    name: 'HOST',
    otherwise: '`127.0.0.1` in development, all interfaces in production',
    sentence:
      'The address to listen on; `0.0.0.0` means all interfaces. The inbox and the development identity provider only respond to this machine regardless.',
    value: expect.hostName,
  },
  url: {
    name: 'LATCHKEY_URL',
    otherwise: 'http://localhost:PORT in development; required in production',
    sentence: 'The public base URL. In production it must use https.',
    value: expect.baseUrl,
  },
  nodeEnv: {
    name: 'NODE_ENV',
    default: 'development',
    sentence:
      'With `production`, logs are JSON, development tools are off, and `LATCHKEY_URL` and `LATCHKEY_SECRET` are required.',
    value: expect.oneOf(['production', 'development', 'test']),
  },
  dataFolder: {
    name: 'LATCHKEY_DATA_DIR',
    default: '.latchkey',
    sentence: 'The folder for the embedded database and for secrets and keys generated on the first start.',
    value: expect.anyText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    otherwise: 'the embedded PostgreSQL',
    sentence: 'A PostgreSQL server (version 15 or newer) to use instead of the embedded one.',
    value: expect.postgresUrl,
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    otherwise: 'the same as `DATABASE_URL`',
    sentence:
      'The same database without the pooler, if `DATABASE_URL` leads to PgBouncer in transaction mode. Used for notifications, migrations and backups.',
    value: expect.postgresUrl,
  },
  databaseReplicaUrl: {
    name: 'DATABASE_REPLICA_URL',
    otherwise: 'no replica',
    sentence:
      'A read replica of the database, for lists, searches and figures. It is read only when it has everything that was committed before the request. Not through a pooler in transaction mode.',
    value: expect.postgresUrl,
  },
  secret: {
    name: 'LATCHKEY_SECRET',
    otherwise: `${fixedKey} in development; required in production`,
    sentence:
      'The secret that signing and encryption keys are derived from. It must be the same on all servers of a deployment.',
    isSecret: true,
    value: expect.secret,
  },
  formerSecrets: {
    name: 'LATCHKEY_FORMER_SECRETS',
    otherwise: 'none',
    sentence:
      'Other secrets that can still decrypt data and verify tokens while `LATCHKEY_SECRET` is being replaced. Remove them once `latchkey reencrypt` has finished.',
    isSecret: true,
    value: expect.secrets,
  },
  publishableClientKey: {
    name: 'LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY',
    otherwise: fixedKey,
    sentence: 'The publishable client key of the internal project.',
    value: expect.projectKey,
  },
  secretServerKey: {
    name: 'LATCHKEY_INTERNAL_SECRET_SERVER_KEY',
    otherwise: fixedKey,
    sentence: 'The secret server key of the internal project.',
    isSecret: true,
    value: expect.projectKey,
  },
  superSecretAdminKey: {
    name: 'LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY',
    otherwise: fixedKey,
    sentence: 'The super secret admin key of the internal project.',
    isSecret: true,
    value: expect.projectKey,
  },
  internalSignUp: {
    name: 'LATCHKEY_INTERNAL_SIGN_UP',
    otherwise: '`off` in production, `on` in development, or the current setting of the internal project',
    sentence:
      'Whether anybody can sign up as a project owner. If so, the shared email server only sends built-in templates in production.',
    value: expect.onOff,
  },
  setupCode: {
    name: 'LATCHKEY_SETUP_CODE',
    otherwise: 'generated; logged on every start until there is an owner',
    sentence: 'The code that the first project owner needs if sign-up is off.',
    isSecret: true,
    value: expect.setupCode,
  },
  internalMagicLink: {
    name: 'LATCHKEY_INTERNAL_MAGIC_LINK',
    otherwise: '`off`, or the current setting of the internal project',
    sentence: 'Whether project owners can sign in with a link or code sent by email.',
    value: expect.onOff,
  },
  internalOAuthProviders: {
    name: 'LATCHKEY_INTERNAL_OAUTH_PROVIDERS',
    otherwise: '`none`, or the current setting of the internal project',
    sentence: 'The providers that project owners can sign in with, using the shared keys.',
    value: expect.someOf(sharedProviders),
  },
  internalAllowLocalhost: {
    name: 'LATCHKEY_INTERNAL_ALLOW_LOCALHOST',
    otherwise: '`off` in production; in development `on`, or the current setting of the internal project',
    sentence: 'Whether pages on localhost can sign in project owners.',
    value: expect.onOff,
  },
  internalUserEmail: {
    name: 'LATCHKEY_INTERNAL_USER_EMAIL',
    otherwise: 'none; the first owner is created with the setup code or signs up',
    sentence: 'The email address of a first project owner, created on startup. An existing account is not changed.',
    value: expect.emailAddress,
  },
  internalUserPassword: {
    name: 'LATCHKEY_INTERNAL_USER_PASSWORD',
    otherwise: 'required with `LATCHKEY_INTERNAL_USER_EMAIL`',
    sentence: 'The initial password of this owner.',
    isSecret: true,
    value: expect.password,
  },
  internalUserIsAdmin: {
    name: 'LATCHKEY_INTERNAL_USER_IS_ADMIN',
    default: 'off',
    sentence: 'Whether this owner also manages the internal project.',
    value: expect.onOff,
  },
  trustedProxies: {
    name: 'LATCHKEY_TRUSTED_PROXIES',
    otherwise: 'none',
    sentence: 'The proxies whose `X-Forwarded-For` header is trusted.',
    value: expect.addressList,
  },
  outboundPorts: {
    name: 'LATCHKEY_OUTBOUND_PORTS',
    otherwise: 'none',
    sentence:
      'Ports besides 80 and 443 that webhooks and OpenID Connect issuers of projects can use. In development, all ports are allowed.',
    value: expect.portList,
  },
  rateLimits: {
    name: 'LATCHKEY_RATE_LIMITS',
    default: 'on',
    sentence: 'Whether rate limits and quotas apply. Only turn them off in automated tests.',
    value: expect.onOff,
  },
  quotaUsers: {
    name: 'LATCHKEY_QUOTA_USERS',
    default: '10000000',
    sentence: 'How many users a project can have, anonymous ones included. `0` is no limit, here and for all quotas.',
    value: expect.wholeNumber(0, 999_999_999),
  },
  quotaRequestsPerMinute: {
    name: 'LATCHKEY_QUOTA_REQUESTS_PER_MINUTE',
    default: '120000',
    sentence: 'How many requests a project can make per minute, over all servers.',
    value: expect.wholeNumber(0, 999_999_999),
  },
  quotaEmailsPerDay: {
    name: 'LATCHKEY_QUOTA_EMAILS_PER_DAY',
    default: '1000000',
    sentence: 'How many emails a project can send per day. The others wait.',
    value: expect.wholeNumber(0, 999_999_999),
  },
  quotaMetadataMegabytesPerDay: {
    name: 'LATCHKEY_QUOTA_METADATA_MB_PER_DAY',
    default: '10000',
    sentence: 'How many megabytes of metadata of users and teams a project can write per day.',
    value: expect.wholeNumber(0, 1_000_000),
  },
  quotaWebhooksPerHour: {
    name: 'LATCHKEY_QUOTA_WEBHOOKS_PER_HOUR',
    default: '1000000',
    sentence: 'How many webhooks are delivered for a project per hour, retries included. The others wait.',
    value: expect.wholeNumber(0, 999_999_999),
  },
  smtpHost: {
    name: 'LATCHKEY_SMTP_HOST',
    otherwise: 'the development inbox',
    sentence: 'The email server for projects without their own.',
    value: expect.hostName,
  },
  smtpPort: {
    name: 'LATCHKEY_SMTP_PORT',
    default: '587',
    sentence: 'Its port; 465 means implicit TLS.',
    value: expect.wholeNumber(1, 65535),
  },
  smtpUsername: {
    name: 'LATCHKEY_SMTP_USERNAME',
    otherwise: 'no authentication',
    sentence: 'Its username.',
    value: expect.anyText,
  },
  smtpPassword: {
    name: 'LATCHKEY_SMTP_PASSWORD',
    otherwise: 'no authentication',
    sentence: 'Its password.',
    isSecret: true,
    value: expect.anyText,
  },
  smtpAllowPlaintext: {
    name: 'LATCHKEY_SMTP_ALLOW_PLAINTEXT',
    default: 'none',
    sentence:
      'The email servers that can be used without TLS in production, so that emails can be read in transit: the one above (`shared`) or those of projects (`projects`).',
    value: expect.someOf(mailServerKinds),
  },
  mailFrom: {
    name: 'LATCHKEY_MAIL_FROM',
    otherwise: 'required with `LATCHKEY_SMTP_HOST`',
    sentence: 'The sender address of its emails. The sender name is the name of the project.',
    value: expect.mailbox,
  },
  ...sharedKeySettings('google'),
  ...sharedKeySettings('github'),
  ...sharedKeySettings('microsoft'),
  ...sharedKeySettings('spotify'),
  sharedOAuthIssuer: {
    name: 'LATCHKEY_SHARED_OAUTH_ISSUER',
    otherwise: 'the providers themselves',
    sentence:
      'An OpenID Connect issuer to use instead of all shared providers. The client IDs are the provider IDs, such as `google`.',
    value: expect.issuerUrl,
  },
  sharedOAuthClientSecret: {
    name: 'LATCHKEY_SHARED_OAUTH_CLIENT_SECRET',
    otherwise: 'required with `LATCHKEY_SHARED_OAUTH_ISSUER`',
    sentence: 'The client secret for that issuer.',
    isSecret: true,
    value: expect.anyText,
  },
  svixApiKey: {
    name: 'SVIX_API_KEY',
    otherwise: 'webhooks are delivered by this server',
    sentence: 'A Svix API key. If set, webhooks are sent through Svix, hosted or self-hosted.',
    isSecret: true,
    value: expect.anyText,
  },
  svixServerUrl: {
    name: 'SVIX_SERVER_URL',
    otherwise: 'the hosted service, in the region of the API key',
    sentence: 'The URL of a self-hosted Svix server.',
    value: expect.baseUrl,
  },
  aiBaseUrl: {
    name: 'LATCHKEY_AI_BASE_URL',
    otherwise: 'no AI chat',
    sentence: 'The base URL of an OpenAI-compatible API for the AI chat that helps to write emails.',
    value: expect.apiUrl,
  },
  aiApiKey: {
    name: 'LATCHKEY_AI_API_KEY',
    otherwise: 'no authentication',
    sentence: 'The API key for it.',
    isSecret: true,
    value: expect.anyText,
  },
  aiModel: {
    name: 'LATCHKEY_AI_MODEL',
    otherwise: 'required with `LATCHKEY_AI_BASE_URL`',
    sentence: 'The name of the model.',
    value: expect.anyText,
  },
  stripeSecretKey: {
    name: 'STRIPE_SECRET_KEY',
    otherwise: 'only test purchases are possible',
    sentence: 'The secret key of the Stripe account for payments of all projects.',
    isSecret: true,
    value: expect.anyText,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    otherwise: 'Stripe webhooks are refused',
    sentence: 'The signing secret of the Stripe webhook endpoint, `/api/v1/integrations/stripe/webhooks`.',
    isSecret: true,
    value: expect.anyText,
  },
  stripePublishableKey: {
    name: 'STRIPE_PUBLISHABLE_KEY',
    otherwise: 'the purchase page has no card form',
    sentence: 'The publishable key of the same account, used by the card form.',
    value: expect.anyText,
  },
  stripeApiUrl: {
    name: 'LATCHKEY_STRIPE_API_URL',
    otherwise: '`https://api.stripe.com`',
    sentence: 'The URL of the Stripe API, to be changed in tests.',
    value: expect.baseUrl,
  },
  cronSecret: {
    name: 'LATCHKEY_CRON_SECRET',
    otherwise: 'scheduled calls are refused',
    sentence:
      'The secret for scheduled calls to `POST /internal/failed-emails-digest`, which emails owners a summary of failed emails.',
    isSecret: true,
    value: expect.secret,
  },
  accessTokenSeconds: {
    name: 'LATCHKEY_ACCESS_TOKEN_SECONDS',
    default: '600',
    sentence: 'The lifetime of access tokens in seconds.',
    value: expect.wholeNumber(1, 86_400),
  },
  databaseWaitSeconds: {
    name: 'LATCHKEY_DATABASE_WAIT_SECONDS',
    default: '60',
    sentence: 'How many seconds to wait on startup for a database that is not reachable yet.',
    value: expect.wholeNumber(0, 3_600),
  },
  stopDelaySeconds: {
    name: 'LATCHKEY_STOP_DELAY_SECONDS',
    otherwise: '`5` in production, `0` in development',
    sentence:
      'How many seconds the server keeps serving after `SIGTERM` while `/ready` returns 503, so that load balancers can remove it first.',
    value: expect.wholeNumber(0, 300),
  },
  workers: {
    name: 'LATCHKEY_WORKERS',
    default: '1',
    sentence:
      'How many processes serve requests, all on the same port. Only in production: the inbox of development is kept by one process.',
    value: expect.processes,
  },
  backupFolder: {
    name: 'LATCHKEY_BACKUP_FOLDER',
    otherwise: 'no scheduled backups',
    sentence: 'The folder for scheduled backups. With several servers, they must share it.',
    value: expect.anyText,
  },
  backupHours: {
    name: 'LATCHKEY_BACKUP_HOURS',
    default: '24',
    sentence: 'How many hours pass between scheduled backups.',
    value: expect.wholeNumber(1, 720),
  },
  backupsKept: {
    name: 'LATCHKEY_BACKUPS_KEPT',
    default: '7',
    sentence: 'How many scheduled backups are kept; older ones are deleted.',
    value: expect.wholeNumber(1, 10_000),
  },
  backupPassphrase: {
    name: 'LATCHKEY_BACKUP_PASSPHRASE',
    otherwise: 'backups are not encrypted as a whole; secrets in them always are',
    sentence: 'The passphrase that backups are encrypted with, also those of `latchkey backup`.',
    isSecret: true,
    value: expect.anyText,
  },
  keepExpiredDays: {
    name: 'LATCHKEY_KEEP_EXPIRED_DAYS',
    default: '1',
    sentence: 'For how many days expired codes and sessions are kept before they are deleted.',
    value: expect.wholeNumber(1, 3_650),
  },
  keepEventsDays: {
    name: 'LATCHKEY_KEEP_EVENTS_DAYS',
    default: '30',
    sentence: 'For how many days webhook events and their deliveries are kept.',
    value: expect.wholeNumber(3, 3_650),
  },
  keepAuditLogDays: {
    name: 'LATCHKEY_KEEP_AUDIT_LOG_DAYS',
    default: '400',
    sentence: 'For how many days entries of the audit log are kept.',
    value: expect.wholeNumber(1, 36_500),
  },
  keepEmailLogDays: {
    name: 'LATCHKEY_KEEP_EMAIL_LOG_DAYS',
    default: '400',
    sentence: 'For how many days the log of sent emails is kept.',
    value: expect.wholeNumber(1, 36_500),
  },
  keepEmailContentDays: {
    name: 'LATCHKEY_KEEP_EMAIL_CONTENT_DAYS',
    default: '7',
    sentence: 'For how many days the content of sent and failed emails is kept.',
    value: expect.wholeNumber(1, 3_650),
  },
  keepStatisticsDays: {
    name: 'LATCHKEY_KEEP_STATISTICS_DAYS',
    default: '400',
    sentence: 'For how many days the daily numbers of sign-ups and active users of projects are kept.',
    value: expect.wholeNumber(35, 36_500),
  },
  logLevel: {
    name: 'LATCHKEY_LOG',
    default: 'info',
    sentence: 'The minimum level of messages to log.',
    value: expect.logLevel,
  },
  accessLog: {
    name: 'LATCHKEY_ACCESS_LOG',
    default: 'off',
    sentence: 'Whether every request is logged: method, route, status, duration and IP address.',
    value: expect.onOff,
  },
  metricsToken: {
    name: 'LATCHKEY_METRICS_TOKEN',
    otherwise: 'there is no `/metrics`',
    sentence: 'The bearer token that Prometheus sends to read `/metrics`.',
    isSecret: true,
    value: expect.secret,
  },
} satisfies Record<string, Setting<unknown>>
