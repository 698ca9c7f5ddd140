import { type ProviderType, providerNames } from '@latchkey/contract'
import * as expect from './values.ts'

export interface Setting<T> {
  name: string
  /** What counts when the variable is absent; read by the same parser as a given value. */
  default?: string
  /** What happens when the variable is absent and there is no fixed default. */
  otherwise?: string
  sentence: string
  value: expect.Expected<T>
}

/** The providers that can have keys which all projects share. */
export const sharedProviders = ['google', 'github', 'microsoft', 'spotify'] as const satisfies ProviderType[]
export type SharedProvider = (typeof sharedProviders)[number]

/** Whose mail servers there are: the deployment's, which projects share, and those that projects bring along. */
export const mailServerKinds = ['shared', 'projects'] as const
export type MailServerKind = (typeof mailServerKinds)[number]

const fixedKey = 'generated into the data folder'

/** The keys that projects use which have none of their own for this provider. */
function sharedKeySettings<P extends SharedProvider>(provider: P) {
  const prefix = `LATCHKEY_SHARED_OAUTH_${provider.toUpperCase()}`
  const otherwise = 'a stand-in in development; not offered in production'
  return {
    [`${provider}ClientId`]: {
      name: `${prefix}_CLIENT_ID`,
      otherwise,
      sentence: `The client id at ${providerNames[provider]} for projects that use shared keys.`,
      value: expect.anyText,
    },
    [`${provider}ClientSecret`]: {
      name: `${prefix}_CLIENT_SECRET`,
      otherwise,
      sentence: 'The client secret that belongs to it.',
      value: expect.anyText,
    },
  } as Record<
    `${P}ClientId` | `${P}ClientSecret`,
    { name: string; otherwise: string; sentence: string; value: expect.Expected<string> }
  >
}

/** Every variable Latchkey reads. `docs/configuration.md` is written from this table. */
export const settings = {
  port: {
    name: 'PORT',
    default: '8102',
    sentence: 'The port everything is served on.',
    value: expect.wholeNumber(1, 65535),
  },
  host: {
    name: 'HOST',
    otherwise: '`127.0.0.1` in development, all interfaces in production',
    sentence:
      'The address to listen on; `0.0.0.0` means all. The inbox and the stand-in for sign-in providers answer this machine only, whatever it says.',
    value: expect.hostName,
  },
  url: {
    name: 'LATCHKEY_URL',
    otherwise: 'http://localhost:PORT in development; required in production',
    sentence: 'The public base URL, as browsers see it. In production it must use https.',
    value: expect.baseUrl,
  },
  nodeEnv: {
    name: 'NODE_ENV',
    default: 'development',
    sentence:
      'With `production`, logs are JSON lines, nothing is there that only helps to develop, and `LATCHKEY_URL` and `LATCHKEY_SECRET` are required.',
    value: expect.oneOf(['production', 'development', 'test']),
  },
  dataFolder: {
    name: 'LATCHKEY_DATA_DIR',
    default: '.latchkey',
    sentence: 'The folder of the embedded database and of what was generated at the first start.',
    value: expect.anyText,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    otherwise: 'the embedded PostgreSQL',
    sentence: 'A PostgreSQL server (15 or newer) to use instead of the embedded one.',
    value: expect.postgresUrl,
  },
  secret: {
    name: 'LATCHKEY_SECRET',
    otherwise: `${fixedKey} in development; required in production`,
    sentence: 'The deployment secret that keys and encryption derive from; the same on every server of a deployment.',
    value: expect.secret,
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
    value: expect.projectKey,
  },
  superSecretAdminKey: {
    name: 'LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY',
    otherwise: fixedKey,
    sentence: 'The super secret admin key of the internal project.',
    value: expect.projectKey,
  },
  internalSignUp: {
    name: 'LATCHKEY_INTERNAL_SIGN_UP',
    otherwise: '`off` in production, `on` in development, or what the internal project was set to since',
    sentence:
      'Whether strangers may sign up as owners of projects. While they may in production, the mail server that all share sends built-in templates only.',
    value: expect.onOff,
  },
  setupCode: {
    name: 'LATCHKEY_SETUP_CODE',
    otherwise: 'generated; the log shows it at every start until there is an owner',
    sentence: 'What the first owner of projects has to know, where owners cannot sign up.',
    value: expect.setupCode,
  },
  internalMagicLink: {
    name: 'LATCHKEY_INTERNAL_MAGIC_LINK',
    otherwise: '`off`, or what the internal project was set to since',
    sentence: 'Whether owners of projects may sign in with a link or code that is mailed to them.',
    value: expect.onOff,
  },
  internalOAuthProviders: {
    name: 'LATCHKEY_INTERNAL_OAUTH_PROVIDERS',
    otherwise: '`none`, or what the internal project was set to since',
    sentence: 'The providers that owners of projects may sign in with, over the shared keys.',
    value: expect.someOf(sharedProviders),
  },
  internalAllowLocalhost: {
    name: 'LATCHKEY_INTERNAL_ALLOW_LOCALHOST',
    otherwise: '`off` in production; in development `on`, or what the internal project was set to since',
    sentence: 'Whether pages on localhost may sign owners of projects in.',
    value: expect.onOff,
  },
  internalUserEmail: {
    name: 'LATCHKEY_INTERNAL_USER_EMAIL',
    otherwise: 'nobody; the first owner is created with the set-up code, or signs up',
    sentence:
      'A first owner of projects, who is there from the start; nothing changes if somebody signs in with it already.',
    value: expect.emailAddress,
  },
  internalUserPassword: {
    name: 'LATCHKEY_INTERNAL_USER_PASSWORD',
    otherwise: 'required with `LATCHKEY_INTERNAL_USER_EMAIL`',
    sentence: 'The password that this owner starts with.',
    value: expect.password,
  },
  internalUserIsAdmin: {
    name: 'LATCHKEY_INTERNAL_USER_IS_ADMIN',
    default: 'off',
    sentence: 'Whether this owner also manages the internal project itself.',
    value: expect.onOff,
  },
  trustedProxies: {
    name: 'LATCHKEY_TRUSTED_PROXIES',
    otherwise: 'none',
    sentence: 'The proxies that may tell the client address by `X-Forwarded-For`.',
    value: expect.addressList,
  },
  outboundPorts: {
    name: 'LATCHKEY_OUTBOUND_PORTS',
    otherwise: 'none',
    sentence:
      'Ports besides 80 and 443 that webhooks and OpenID Connect issuers of projects may be on; in development any may.',
    value: expect.portList,
  },
  rateLimits: {
    name: 'LATCHKEY_RATE_LIMITS',
    default: 'on',
    sentence: 'Rate limits; turn them off in automated tests only.',
    value: expect.onOff,
  },
  smtpHost: {
    name: 'LATCHKEY_SMTP_HOST',
    otherwise: 'the development inbox',
    sentence: 'The mail server that sends for every project without one of its own.',
    value: expect.hostName,
  },
  smtpPort: {
    name: 'LATCHKEY_SMTP_PORT',
    default: '587',
    sentence: 'Its port; 465 means TLS from the first byte.',
    value: expect.wholeNumber(1, 65535),
  },
  smtpUsername: {
    name: 'LATCHKEY_SMTP_USERNAME',
    otherwise: 'no authentication',
    sentence: 'Its user name.',
    value: expect.anyText,
  },
  smtpPassword: {
    name: 'LATCHKEY_SMTP_PASSWORD',
    otherwise: 'no authentication',
    sentence: 'Its password.',
    value: expect.anyText,
  },
  smtpAllowPlaintext: {
    name: 'LATCHKEY_SMTP_ALLOW_PLAINTEXT',
    default: 'none',
    sentence:
      'The mail servers that may be used without TLS in production, in the clear for everybody on the way: the one above (`shared`), those of projects (`projects`).',
    value: expect.someOf(mailServerKinds),
  },
  mailFrom: {
    name: 'LATCHKEY_MAIL_FROM',
    otherwise: 'required with `LATCHKEY_SMTP_HOST`',
    sentence: 'The address that its mails come from. The name that people see is that of the project.',
    value: expect.mailbox,
  },
  ...sharedKeySettings('google'),
  ...sharedKeySettings('github'),
  ...sharedKeySettings('microsoft'),
  ...sharedKeySettings('spotify'),
  sharedOAuthIssuer: {
    name: 'LATCHKEY_SHARED_OAUTH_ISSUER',
    otherwise: 'each provider itself',
    sentence:
      'An OpenID Connect issuer that stands in for all shared providers; it knows each by its id, such as `google`, as the client id.',
    value: expect.issuerUrl,
  },
  sharedOAuthClientSecret: {
    name: 'LATCHKEY_SHARED_OAUTH_CLIENT_SECRET',
    otherwise: 'required with `LATCHKEY_SHARED_OAUTH_ISSUER`',
    sentence: 'The client secret at that issuer.',
    value: expect.anyText,
  },
  svixApiKey: {
    name: 'SVIX_API_KEY',
    otherwise: 'webhooks are delivered by this server',
    sentence: 'A key of Svix, hosted or your own; webhooks then go out through it.',
    value: expect.anyText,
  },
  svixServerUrl: {
    name: 'SVIX_SERVER_URL',
    otherwise: 'the hosted service, in the region of the key',
    sentence: 'The address of your own Svix server.',
    value: expect.baseUrl,
  },
  aiBaseUrl: {
    name: 'LATCHKEY_AI_BASE_URL',
    otherwise: 'no AI chat',
    sentence: 'Where a model answers that helps to write e-mails; anything that speaks the protocol of OpenAI.',
    value: expect.apiUrl,
  },
  aiApiKey: {
    name: 'LATCHKEY_AI_API_KEY',
    otherwise: 'no authentication',
    sentence: 'The key for it.',
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
    otherwise: 'purchases can only be tested',
    sentence: 'The secret key of your Stripe account, which payments of all projects go through.',
    value: expect.anyText,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    otherwise: 'webhooks of Stripe are refused',
    sentence: 'What Stripe signs its webhooks with. They go to `/api/v1/integrations/stripe/webhooks`.',
    value: expect.anyText,
  },
  stripePublishableKey: {
    name: 'STRIPE_PUBLISHABLE_KEY',
    otherwise: 'the purchase page has no card form',
    sentence: 'The publishable key of the same account, for the card form.',
    value: expect.anyText,
  },
  stripeApiUrl: {
    name: 'LATCHKEY_STRIPE_API_URL',
    otherwise: '`https://api.stripe.com`',
    sentence: 'Another address of its API, for tests.',
    value: expect.baseUrl,
  },
  cronSecret: {
    name: 'LATCHKEY_CRON_SECRET',
    otherwise: 'scheduled calls are refused',
    sentence: 'What a scheduler shows to `POST /internal/failed-emails-digest`, which mails owners what failed.',
    value: expect.secret,
  },
  accessTokenSeconds: {
    name: 'LATCHKEY_ACCESS_TOKEN_SECONDS',
    default: '600',
    sentence: 'How long an access token lives.',
    value: expect.wholeNumber(1, 86_400),
  },
  databaseWaitSeconds: {
    name: 'LATCHKEY_DATABASE_WAIT_SECONDS',
    default: '60',
    sentence: 'How long a start waits for a database that cannot be reached yet.',
    value: expect.wholeNumber(0, 3_600),
  },
  stopDelaySeconds: {
    name: 'LATCHKEY_STOP_DELAY_SECONDS',
    otherwise: '`5` in production, `0` in development',
    sentence:
      'How long a server goes on serving after `SIGTERM` while `/ready` already says no, so that load balancers take it out first.',
    value: expect.wholeNumber(0, 300),
  },
  logLevel: {
    name: 'LATCHKEY_LOG',
    default: 'info',
    sentence: 'The least important messages that are logged.',
    value: expect.logLevel,
  },
} satisfies Record<string, Setting<unknown>>
