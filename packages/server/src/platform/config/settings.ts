import { type ProviderType, providerNames } from '@latchkey/contract'
import type { z } from 'zod'
import {
  addressList,
  anyText,
  apiUrl,
  baseUrl,
  emailAddress,
  hostName,
  issuerUrl,
  logLevel,
  mailbox,
  nameServerList,
  oneOf,
  onOff,
  password,
  port,
  portList,
  postgresUrl,
  processes,
  projectKey,
  secret,
  secrets,
  setupCode,
  someOf,
  wholeNumber,
} from './values.ts'

/** The providers that can have shared keys for all projects. */
export const sharedProviders = ['google', 'github', 'microsoft', 'spotify'] as const satisfies ProviderType[]
export type SharedProvider = (typeof sharedProviders)[number]

/** The email server of the deployment, which projects share, and the email servers of projects. */
export const mailServerKinds = ['shared', 'projects'] as const
export type EmailServerKind = (typeof mailServerKinds)[number]

const fixedKey = 'generated into the data folder'

/** The groups of settings by the first variable of each, in the order of the table. */
export const groups: Readonly<Partial<Record<string, string>>> = {
  PORT: 'Address',
  LATCHKEY_DATA_DIR: 'Data',
  LATCHKEY_SECRET: 'Secrets and keys',
  LATCHKEY_INTERNAL_SIGN_UP: 'Owners',
  LATCHKEY_TRUSTED_PROXIES: 'Network',
  LATCHKEY_RATE_LIMITS: 'Limits and quotas',
  LATCHKEY_SMTP_HOST: 'Emails',
  LATCHKEY_SHARED_OAUTH_GOOGLE_CLIENT_ID: 'Shared sign-in keys',
  SVIX_API_KEY: 'Other services',
  LATCHKEY_ACCESS_TOKEN_SECONDS: 'Operation',
  LATCHKEY_BACKUP_FOLDER: 'Backups',
  LATCHKEY_KEEP_EXPIRED_DAYS: 'Retention',
  LATCHKEY_LOG: 'Logs and metrics',
}

/** Every environment variable. `docs/configuration.md` is generated from this table. */
export const settings = {
  PORT: withDefault(port, '8102', 'The port for the API and all pages.'),
  HOST: optional(
    hostName,
    '`127.0.0.1` in development, all interfaces in production',
    'The address to listen on; `0.0.0.0` means all interfaces. The inbox and the development identity provider only respond to this machine regardless.',
  ),
  LATCHKEY_URL: optional(
    baseUrl,
    'http://localhost:PORT in development; required in production',
    'The public base URL. In production it must use https.',
  ),
  NODE_ENV: withDefault(
    oneOf(['production', 'development', 'test']),
    'development',
    'With `production`, logs are JSON, development tools are off, and `LATCHKEY_URL` and `LATCHKEY_SECRET` are required.',
  ),
  LATCHKEY_DATA_DIR: withDefault(
    anyText,
    '.latchkey',
    'The folder for the embedded database and for secrets and keys generated on the first start.',
  ),
  DATABASE_URL: optional(
    postgresUrl,
    'the embedded PostgreSQL',
    'A PostgreSQL server (version 15 or newer) to use instead of the embedded one.',
  ),
  DATABASE_DIRECT_URL: optional(
    postgresUrl,
    'the same as `DATABASE_URL`',
    'The same database without the pooler, if `DATABASE_URL` leads to PgBouncer in transaction mode. Used for notifications, migrations and backups.',
  ),
  DATABASE_REPLICA_URL: optional(
    postgresUrl,
    'no replica',
    'A read replica of the database, for lists, searches and metrics. It is read only when it has everything that was committed before the request. Not through a pooler in transaction mode.',
  ),
  LATCHKEY_SECRET: optionalSecret(
    secret,
    `${fixedKey} in development; required in production`,
    'The secret that signing and encryption keys are derived from. It must be the same on all servers of a deployment.',
  ),
  LATCHKEY_FORMER_SECRETS: optionalSecret(
    secrets,
    'none',
    'Other secrets that can still decrypt data and verify tokens while `LATCHKEY_SECRET` is being replaced. Remove them once `latchkey reencrypt` has finished.',
  ),
  LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: optional(
    projectKey,
    fixedKey,
    'The publishable client key of the internal project.',
  ),
  LATCHKEY_INTERNAL_SECRET_SERVER_KEY: optionalSecret(
    projectKey,
    fixedKey,
    'The secret server key of the internal project.',
  ),
  LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: optionalSecret(
    projectKey,
    fixedKey,
    'The super secret admin key of the internal project.',
  ),
  LATCHKEY_INTERNAL_SIGN_UP: optional(
    onOff,
    '`off` in production, `on` in development, or the current setting of the internal project',
    'Whether anybody can sign up as a project owner. If so, the shared email server only sends built-in templates in production.',
  ),
  LATCHKEY_SETUP_CODE: optionalSecret(
    setupCode,
    'generated; shown on every start until there is an owner',
    'The code that the first owner needs. If it is set, also in development on the same machine.',
  ),
  LATCHKEY_INTERNAL_MAGIC_LINK: optional(
    onOff,
    '`off`, or the current setting of the internal project',
    'Whether project owners can sign in with a link or code sent by email.',
  ),
  LATCHKEY_INTERNAL_OAUTH_PROVIDERS: optional(
    someOf(sharedProviders),
    '`none`, or the current setting of the internal project',
    'The providers that project owners can sign in with, using the shared keys.',
  ),
  LATCHKEY_INTERNAL_ALLOW_LOCALHOST: optional(
    onOff,
    '`off` in production; in development `on`, or the current setting of the internal project',
    'Whether pages on localhost can sign in project owners.',
  ),
  LATCHKEY_INTERNAL_USER_EMAIL: optional(
    emailAddress,
    'none; the first owner is created with the setup code or signs up',
    'The email address of a first project owner, created on startup. An existing account is not changed.',
  ),
  LATCHKEY_INTERNAL_USER_PASSWORD: optionalSecret(
    password,
    'required with `LATCHKEY_INTERNAL_USER_EMAIL`',
    'The initial password of this owner.',
  ),
  LATCHKEY_INTERNAL_USER_IS_ADMIN: withDefault(onOff, 'off', 'Whether this owner also manages the internal project.'),
  LATCHKEY_TRUSTED_PROXIES: optional(addressList, 'none', 'The proxies whose `X-Forwarded-For` header is trusted.'),
  LATCHKEY_OUTBOUND_PORTS: optional(
    portList,
    'none',
    'Ports besides 80 and 443 that webhooks and OpenID Connect issuers of projects can use. In development, all ports are allowed.',
  ),
  LATCHKEY_NAME_SERVERS: optional(
    nameServerList,
    'those of the domain itself',
    'The name servers that are asked for the records with which companies prove their email domains.',
  ),
  LATCHKEY_LEAKED_PASSWORDS_URL: optional(
    apiUrl,
    'only the list that comes with the server',
    'The base URL of a service that knows more leaked passwords, such as `https://api.pwnedpasswords.com`. New passwords are looked up by the first five digits of their SHA-1 hash.',
  ),
  LATCHKEY_RATE_LIMITS: withDefault(
    onOff,
    'on',
    'Whether rate limits and quotas apply. Only turn them off in automated tests.',
  ),
  LATCHKEY_QUOTA_USERS: withDefault(
    wholeNumber(0, 999_999_999),
    '10000000',
    'How many users a project can have, anonymous ones included. `0` is no limit, here and for all quotas.',
  ),
  LATCHKEY_QUOTA_REQUESTS_PER_MINUTE: withDefault(
    wholeNumber(0, 999_999_999),
    '120000',
    'How many requests a project can make per minute, over all servers.',
  ),
  LATCHKEY_QUOTA_EMAILS_PER_DAY: withDefault(
    wholeNumber(0, 999_999_999),
    '1000000',
    'How many emails a project can send per day. The others wait.',
  ),
  LATCHKEY_QUOTA_METADATA_MB_PER_DAY: withDefault(
    wholeNumber(0, 1_000_000),
    '10000',
    'How many megabytes of metadata of users and teams a project can write per day.',
  ),
  LATCHKEY_QUOTA_WEBHOOKS_PER_HOUR: withDefault(
    wholeNumber(0, 999_999_999),
    '1000000',
    'How many webhooks are delivered for a project per hour, retries included. The others wait.',
  ),
  LATCHKEY_SMTP_HOST: optional(hostName, 'the development inbox', 'The email server for projects without their own.'),
  LATCHKEY_SMTP_PORT: withDefault(port, '587', 'Its port; 465 means implicit TLS.'),
  LATCHKEY_SMTP_USERNAME: optional(anyText, 'no authentication', 'Its username.'),
  LATCHKEY_SMTP_PASSWORD: optionalSecret(anyText, 'no authentication', 'Its password.'),
  LATCHKEY_SMTP_ALLOW_PLAINTEXT: withDefault(
    someOf(mailServerKinds),
    'none',
    'The email servers that can be used without TLS in production, so that emails can be read in transit: the one above (`shared`) or those of projects (`projects`).',
  ),
  LATCHKEY_MAIL_FROM: optional(
    mailbox,
    'required with `LATCHKEY_SMTP_HOST`',
    'The sender address of its emails. The sender name is the name of the project.',
  ),
  ...sharedKeys('google'),
  ...sharedKeys('github'),
  ...sharedKeys('microsoft'),
  ...sharedKeys('spotify'),
  LATCHKEY_SHARED_OAUTH_ISSUER: optional(
    issuerUrl,
    'the providers themselves',
    'An OpenID Connect issuer to use instead of all shared providers. The client IDs are the provider IDs, such as `google`.',
  ),
  LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: optionalSecret(
    anyText,
    'required with `LATCHKEY_SHARED_OAUTH_ISSUER`',
    'The client secret for that issuer.',
  ),
  SVIX_API_KEY: optionalSecret(
    anyText,
    'webhooks are delivered by this server',
    'A Svix API key. If set, webhooks are sent through Svix, hosted or self-hosted.',
  ),
  SVIX_SERVER_URL: optional(
    baseUrl,
    'the hosted service, in the region of the API key',
    'The URL of a self-hosted Svix server.',
  ),
  LATCHKEY_AI_BASE_URL: optional(
    apiUrl,
    'no AI chat',
    'The base URL of an OpenAI-compatible API for the AI chat that helps to write emails.',
  ),
  LATCHKEY_AI_API_KEY: optionalSecret(anyText, 'no authentication', 'The API key for it.'),
  LATCHKEY_AI_MODEL: optional(anyText, 'required with `LATCHKEY_AI_BASE_URL`', 'The name of the model.'),
  STRIPE_SECRET_KEY: optionalSecret(
    anyText,
    'only test purchases are possible',
    'The secret key of the Stripe account for payments of all projects.',
  ),
  STRIPE_WEBHOOK_SECRET: optionalSecret(
    anyText,
    'Stripe webhooks are refused',
    'The signing secret of the Stripe webhook endpoint, `/api/v1/integrations/stripe/webhooks`.',
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    anyText,
    'the purchase page has no card form',
    'The publishable key of the same account, used by the card form.',
  ),
  LATCHKEY_STRIPE_API_URL: optional(
    baseUrl,
    '`https://api.stripe.com`',
    'The URL of the Stripe API, to be changed in tests.',
  ),
  LATCHKEY_CRON_SECRET: optionalSecret(
    secret,
    'scheduled calls are refused',
    'The secret for scheduled calls to `POST /internal/failed-emails-digest`, which emails owners a summary of failed emails.',
  ),
  LATCHKEY_ACCESS_TOKEN_SECONDS: withDefault(
    wholeNumber(1, 86_400),
    '600',
    'The lifetime of access tokens in seconds.',
  ),
  LATCHKEY_DATABASE_WAIT_SECONDS: withDefault(
    wholeNumber(0, 3_600),
    '60',
    'How many seconds to wait on startup for a database that is not reachable yet.',
  ),
  LATCHKEY_STOP_DELAY_SECONDS: optional(
    wholeNumber(0, 300),
    '`5` in production, `0` in development',
    'How many seconds the server keeps serving after `SIGTERM` while `/ready` returns 503, so that load balancers can remove it first.',
  ),
  LATCHKEY_WORKERS: withDefault(
    processes,
    '1',
    'How many processes serve requests, all on the same port. Only in production: the inbox of development is kept by one process.',
  ),
  LATCHKEY_BACKUP_FOLDER: optional(
    anyText,
    'no scheduled backups',
    'The folder for scheduled backups. With several servers, they must share it.',
  ),
  LATCHKEY_BACKUP_HOURS: withDefault(wholeNumber(1, 720), '24', 'How many hours pass between scheduled backups.'),
  LATCHKEY_BACKUPS_KEPT: withDefault(
    wholeNumber(1, 10_000),
    '7',
    'How many scheduled backups are kept; older ones are deleted.',
  ),
  LATCHKEY_BACKUP_PASSPHRASE: optionalSecret(
    anyText,
    'backups are not encrypted as a whole; secrets in them always are',
    'The passphrase that backups are encrypted with, also those of `latchkey backup`.',
  ),
  LATCHKEY_KEEP_EXPIRED_DAYS: withDefault(
    wholeNumber(1, 3_650),
    '1',
    'For how many days expired codes and sessions are kept before they are deleted.',
  ),
  LATCHKEY_KEEP_EVENTS_DAYS: withDefault(
    wholeNumber(3, 3_650),
    '30',
    'For how many days webhook events and their deliveries are kept.',
  ),
  LATCHKEY_KEEP_AUDIT_LOG_DAYS: withDefault(
    wholeNumber(1, 36_500),
    '400',
    'For how many days entries of the audit log are kept.',
  ),
  LATCHKEY_KEEP_EMAIL_LOG_DAYS: withDefault(
    wholeNumber(1, 36_500),
    '400',
    'For how many days the log of sent emails is kept.',
  ),
  LATCHKEY_KEEP_EMAIL_CONTENT_DAYS: withDefault(
    wholeNumber(1, 3_650),
    '7',
    'For how many days the content of sent and failed emails is kept.',
  ),
  LATCHKEY_KEEP_STATISTICS_DAYS: withDefault(
    wholeNumber(35, 36_500),
    '400',
    'For how many days the daily numbers of sign-ups and active users of projects are kept.',
  ),
  LATCHKEY_LOG: withDefault(logLevel, 'info', 'The minimum level of messages to log.'),
  LATCHKEY_ACCESS_LOG: withDefault(
    onOff,
    'off',
    'Whether every request is logged: method, route, status, duration and IP address.',
  ),
  LATCHKEY_METRICS_TOKEN: optionalSecret(
    secret,
    'there is no `/metrics`',
    'The bearer token that Prometheus sends to read `/metrics`.',
  ),
}

export type Variable = keyof typeof settings

export interface Setting {
  /** Parses the text of the variable; describes what is expected. */
  value: z.ZodType<unknown, string>
  /** The text if the variable is not set. */
  default?: string
  /** What happens if the variable is not set and there is no fixed default. */
  otherwise?: string
  sentence: string
  /** Never shown, not even to owners. */
  isSecret?: boolean
}

function withDefault<V extends Setting['value']>(value: V, text: string, sentence: string) {
  return { value, default: text, sentence }
}

function optional<V extends Setting['value']>(value: V, otherwise: string, sentence: string) {
  return { value, otherwise, sentence }
}

function optionalSecret<V extends Setting['value']>(value: V, otherwise: string, sentence: string) {
  return { value, otherwise, sentence, isSecret: true }
}

/** The keys for projects without their own keys for this provider. */
function sharedKeys<P extends SharedProvider>(provider: P) {
  const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase() as Uppercase<P>}` as const
  const otherwise = 'the development identity provider; not offered in production'
  const sentence = `The ${providerNames[provider]} client ID for projects that use shared keys.`
  return {
    [`${prefix}_CLIENT_ID`]: optional(anyText, otherwise, sentence),
    [`${prefix}_CLIENT_SECRET`]: optionalSecret(anyText, otherwise, 'Its client secret.'),
  } as Record<`${typeof prefix}_CLIENT_${'ID' | 'SECRET'}`, ReturnType<typeof optional<typeof anyText>>>
}
