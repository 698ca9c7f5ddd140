import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { renderConfigDocs } from './config/docs.ts'
import { settings, type Variable } from './config/settings.ts'
import { ConfigError, readConfig } from './config.ts'

test('requires no variables in development', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 8102,
    host: '127.0.0.1',
    url: 'http://localhost:8102',
    isProduction: false,
    databaseUrl: undefined,
    secret: undefined,
    internalKeys: {},
    trustedProxies: [],
    rateLimits: true,
    smtp: undefined,
    plaintextSmtp: [],
    sharedOAuth: { keys: {} },
    accessTokenSeconds: 600,
    logLevel: 'info',
  })
  expect(isAbsolute(config.dataFolder)).toBe(true)
})

test('reads every variable', () => {
  const config = readConfig({
    PORT: '80',
    HOST: '::1',
    LATCHKEY_URL: 'https://auth.example.com/',
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://db/latchkey',
    LATCHKEY_SECRET: 's'.repeat(32),
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: 'p'.repeat(16),
    LATCHKEY_INTERNAL_SECRET_SERVER_KEY: 'some_fixed-Key_0001',
    LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: 'any text: "ok"=/+?',
    LATCHKEY_TRUSTED_PROXIES: '10.0.0.0/8, ::1,2001:db8::/32',
    LATCHKEY_OUTBOUND_PORTS: '8443, 9000',
    LATCHKEY_RATE_LIMITS: 'off',
    LATCHKEY_SMTP_HOST: 'mail.example.com',
    LATCHKEY_SMTP_PORT: '465',
    LATCHKEY_SMTP_USERNAME: 'u',
    LATCHKEY_SMTP_PASSWORD: 'p',
    LATCHKEY_SMTP_ALLOW_PLAINTEXT: 'shared',
    LATCHKEY_MAIL_FROM: 'Example <auth@example.com>',
    LATCHKEY_SHARED_OAUTH_GITHUB_CLIENT_ID: 'our id',
    LATCHKEY_SHARED_OAUTH_GITHUB_CLIENT_SECRET: 'our secret',
    LATCHKEY_SHARED_OAUTH_ISSUER: 'https://id.example.com:8443/realms/main',
    LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: 'its secret',
    LATCHKEY_ACCESS_TOKEN_SECONDS: '60',
    LATCHKEY_LOG: 'warn',
  })
  expect(config).toMatchObject({
    port: 80,
    host: '::1',
    url: 'https://auth.example.com',
    isProduction: true,
    databaseUrl: 'postgresql://db/latchkey',
    internalKeys: {
      publishableClientKey: 'p'.repeat(16),
      secretServerKey: 'some_fixed-Key_0001',
      superSecretAdminKey: 'any text: "ok"=/+?',
    },
    trustedProxies: ['10.0.0.0/8', '::1', '2001:db8::/32'],
    outboundPorts: [8443, 9000],
    rateLimits: false,
    smtp: { host: 'mail.example.com', port: 465, username: 'u', password: 'p', from: 'auth@example.com' },
    plaintextSmtp: ['shared'],
    sharedOAuth: {
      keys: { github: { clientId: 'our id', clientSecret: 'our secret' } },
      issuer: { url: 'https://id.example.com:8443/realms/main', clientSecret: 'its secret' },
    },
    accessTokenSeconds: 60,
    logLevel: 'warn',
  })
})

test('the port of a stand-in for the shared providers has to be one that may be called', () => {
  const env = {
    LATCHKEY_SHARED_OAUTH_ISSUER: 'https://id.example.com:8443',
    LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: 'x',
  }
  expect(findProblems(env)).toEqual([])
  const production = {
    ...env,
    NODE_ENV: 'production',
    LATCHKEY_SECRET: 's'.repeat(32),
    LATCHKEY_URL: 'https://a.example',
  }
  expect(findProblems(production)).toEqual([
    'LATCHKEY_SHARED_OAUTH_ISSUER is on port 8443: add it to LATCHKEY_OUTBOUND_PORTS.',
  ])
  expect(findProblems({ ...production, LATCHKEY_OUTBOUND_PORTS: '8443' })).toEqual([])
})

test.each<[Variable, string]>([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '1e3'],
  ['HOST', 'all of them'],
  ['NODE_ENV', 'Production'],
  ['NODE_ENV', 'prod'],
  ['LATCHKEY_URL', 'auth.example.com'],
  ['LATCHKEY_URL', 'ftp://example.com'],
  ['LATCHKEY_URL', 'https://example.com/auth'],
  ['LATCHKEY_URL', 'https://user:pass@example.com'],
  ['LATCHKEY_URL', 'https://example.com?'],
  ['DATABASE_URL', 'mysql://db/latchkey'],
  ['LATCHKEY_SECRET', 's'.repeat(31)],
  ['LATCHKEY_INTERNAL_SECRET_SERVER_KEY', 'k'.repeat(15)],
  ['LATCHKEY_INTERNAL_SECRET_SERVER_KEY', ' spaces around are lost '],
  ['LATCHKEY_INTERNAL_SECRET_SERVER_KEY', 'no header has an ü'],
  ['LATCHKEY_INTERNAL_SECRET_SERVER_KEY', 'two lines\nare not one header'],
  ['LATCHKEY_INTERNAL_SIGN_UP', 'yes'],
  ['LATCHKEY_INTERNAL_OAUTH_PROVIDERS', 'google,gitlab'],
  ['LATCHKEY_INTERNAL_OAUTH_PROVIDERS', 'google,google'],
  ['LATCHKEY_INTERNAL_USER_EMAIL', 'ada@example'],
  ['LATCHKEY_INTERNAL_USER_EMAIL', '.ada@example.com'],
  ['LATCHKEY_INTERNAL_USER_PASSWORD', 'seven77'],
  ['LATCHKEY_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['LATCHKEY_TRUSTED_PROXIES', '10.0.0.1,'],
  ['LATCHKEY_TRUSTED_PROXIES', 'proxy.example.com'],
  ['LATCHKEY_OUTBOUND_PORTS', '22 80'],
  ['LATCHKEY_OUTBOUND_PORTS', '8443,'],
  ['LATCHKEY_OUTBOUND_PORTS', '65536'],
  ['LATCHKEY_RATE_LIMITS', 'no'],
  ['LATCHKEY_SMTP_HOST', 'mail server'],
  ['LATCHKEY_SMTP_ALLOW_PLAINTEXT', 'on'],
  ['LATCHKEY_MAIL_FROM', 'nobody'],
  ['LATCHKEY_MAIL_FROM', 'A <a@example.com>\r\nBcc: <b@example.com>'],
  ['LATCHKEY_SHARED_OAUTH_ISSUER', 'id.example.com'],
  ['LATCHKEY_SHARED_OAUTH_ISSUER', 'https://id.example.com?realm=main'],
  ['LATCHKEY_SHARED_OAUTH_ISSUER', 'https://user:pass@id.example.com'],
  ['LATCHKEY_ACCESS_TOKEN_SECONDS', '0'],
  ['LATCHKEY_LOG', 'verbose'],
])('refuses %s=%s and says what is expected', (name, value) => {
  const { description } = settings[name].value
  expect(findProblems({ [name]: value })).toContain(`${name} must be ${description}.`)
})

test('lists every invalid variable at once and never repeats a value', () => {
  const problems = findProblems({ PORT: 'x', LATCHKEY_LOG: 'y', LATCHKEY_SECRET: 'too-short' })
  expect(problems).toHaveLength(3)
  expect(problems.join()).not.toContain('too-short')
})

const production = {
  NODE_ENV: 'production',
  LATCHKEY_URL: 'https://auth.example.com',
  LATCHKEY_SECRET: 's'.repeat(32),
}

// ASVS 13.2.3, 13.3.1
test('requires a secret in production and says how to make one', () => {
  for (const LATCHKEY_SECRET of [undefined, '']) {
    const problems = findProblems({ ...production, LATCHKEY_SECRET })
    expect(problems).toEqual([expect.stringContaining('openssl rand -hex 32')])
  }
})

// ASVS 12.2.1
test('requires an https address in production', () => {
  for (const LATCHKEY_URL of [undefined, '']) {
    expect(findProblems({ ...production, LATCHKEY_URL })).toEqual([
      expect.stringMatching(/^LATCHKEY_URL is required with NODE_ENV=production: .*https:\/\/auth\.example\.com/),
    ])
  }
  expect(findProblems({ ...production, LATCHKEY_URL: 'http://auth.example.com' })).toEqual([
    expect.stringMatching(/^LATCHKEY_URL must use https/),
  ])
  expect(findProblems({ LATCHKEY_URL: 'http://auth.example.com' })).toEqual([])
})

test('listens on localhost in development, on all interfaces in production, and elsewhere if configured', () => {
  expect(readConfig({ NODE_ENV: 'test' }).host).toBe('127.0.0.1')
  expect(readConfig(production).host).toBeUndefined()
  expect(readConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  expect(readConfig({ ...production, HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
})

test('takes the address out of a sender with a name', () => {
  const fromOf = (LATCHKEY_MAIL_FROM: string) =>
    readConfig({ LATCHKEY_SMTP_HOST: 'mail.example.com', LATCHKEY_MAIL_FROM }).smtp?.from
  for (const sender of ['auth@example.com', 'Name <auth@example.com>', '"Name, a company" <auth@example.com>']) {
    expect(fromOf(sender)).toBe('auth@example.com')
  }
})

// ASVS 2.2.3
test('refuses incomplete SMTP settings', () => {
  expect(findProblems({ LATCHKEY_SMTP_USERNAME: 'u' })).toEqual([
    'LATCHKEY_SMTP_USERNAME requires LATCHKEY_SMTP_HOST.',
    'LATCHKEY_SMTP_USERNAME and LATCHKEY_SMTP_PASSWORD must be set together.',
  ])
  expect(findProblems({ LATCHKEY_SMTP_HOST: 'mail', LATCHKEY_SMTP_USERNAME: 'u' })).toEqual([
    'LATCHKEY_SMTP_HOST requires LATCHKEY_MAIL_FROM.',
    'LATCHKEY_SMTP_USERNAME and LATCHKEY_SMTP_PASSWORD must be set together.',
  ])
})

test('refuses incomplete shared keys', () => {
  expect(findProblems({ LATCHKEY_SHARED_OAUTH_GOOGLE_CLIENT_ID: 'our id' })).toEqual([
    'LATCHKEY_SHARED_OAUTH_GOOGLE_CLIENT_ID and LATCHKEY_SHARED_OAUTH_GOOGLE_CLIENT_SECRET must be set together.',
  ])
  expect(findProblems({ LATCHKEY_SHARED_OAUTH_ISSUER: 'https://id.example.com' })).toEqual([
    'LATCHKEY_SHARED_OAUTH_ISSUER and LATCHKEY_SHARED_OAUTH_CLIENT_SECRET must be set together.',
  ])
})

// ASVS 12.3.1
test('refuses an issuer without TLS in production', () => {
  const env = { LATCHKEY_SHARED_OAUTH_ISSUER: 'http://localhost:9000', LATCHKEY_SHARED_OAUTH_CLIENT_SECRET: 'x' }
  expect(findProblems(env)).toEqual([])
  expect(findProblems({ ...env, ...production })).toEqual([
    'LATCHKEY_SHARED_OAUTH_ISSUER must use https in production.',
  ])
})

test('knows where Svix is by the region of the key, unless it is told', () => {
  const urlOf = (env: NodeJS.ProcessEnv) => readConfig(env).webhookService?.url
  expect(urlOf({})).toBeUndefined()
  expect(urlOf({ SVIX_API_KEY: 'sk_abc' })).toBe('https://api.svix.com')
  expect(urlOf({ SVIX_API_KEY: 'sk_abc.eu' })).toBe('https://api.eu.svix.com')
  expect(urlOf({ SVIX_API_KEY: 'sk_abc.eu', SVIX_SERVER_URL: 'http://svix:8071/' })).toBe('http://svix:8071')
  expect(findProblems({ SVIX_SERVER_URL: 'http://svix:8071' })).toEqual(['SVIX_SERVER_URL requires SVIX_API_KEY.'])
})

test('requires the Stripe secret key for all other Stripe settings', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).stripe).toEqual({ secretKey: 'sk_test_1' })
  const others = {
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    LATCHKEY_STRIPE_API_URL: 'http://localhost:12111/',
  }
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', ...others }).stripe).toEqual({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    publishableKey: 'pk_test_1',
    apiUrl: 'http://localhost:12111',
  })
  expect(findProblems(others)).toEqual(Object.keys(others).map((name) => `${name} requires STRIPE_SECRET_KEY.`))
})

test('requires a URL and a name for the AI model', () => {
  const env = { LATCHKEY_AI_BASE_URL: 'https://api.example.com/v1', LATCHKEY_AI_MODEL: 'small' }
  expect(readConfig(env).ai).toEqual({ baseUrl: 'https://api.example.com/v1', model: 'small' })
  expect(readConfig({ ...env, LATCHKEY_AI_API_KEY: 'key' }).ai).toMatchObject({ apiKey: 'key' })
  const half = 'LATCHKEY_AI_BASE_URL and LATCHKEY_AI_MODEL must be set together.'
  expect(findProblems({ LATCHKEY_AI_MODEL: 'small' })).toEqual([half])
  expect(findProblems({ LATCHKEY_AI_BASE_URL: env.LATCHKEY_AI_BASE_URL })).toEqual([half])
  expect(findProblems({ LATCHKEY_AI_API_KEY: 'key' })).toEqual(['LATCHKEY_AI_API_KEY requires LATCHKEY_AI_BASE_URL.'])
})

test('reads what the deployment says about the internal project, and nothing else about it', () => {
  expect(readConfig({}).internalProject).toEqual({})
  const env = {
    LATCHKEY_INTERNAL_SIGN_UP: 'off',
    LATCHKEY_INTERNAL_MAGIC_LINK: 'on',
    LATCHKEY_INTERNAL_OAUTH_PROVIDERS: 'google, github',
    LATCHKEY_INTERNAL_ALLOW_LOCALHOST: 'off',
    LATCHKEY_INTERNAL_USER_EMAIL: 'Ada@Example.com',
    LATCHKEY_INTERNAL_USER_PASSWORD: 'correct horse',
  }
  const firstUser = { email: 'ada@example.com', password: 'correct horse', isAdmin: false }
  expect(readConfig(env).internalProject).toEqual({
    isSignUpAllowed: false,
    hasMagicLink: true,
    oauthProviders: ['google', 'github'],
    allowsLocalhost: false,
    firstUser,
  })
  expect(readConfig({ ...env, LATCHKEY_INTERNAL_USER_IS_ADMIN: 'on' }).internalProject.firstUser?.isAdmin).toBe(true)
  expect(readConfig({ LATCHKEY_INTERNAL_OAUTH_PROVIDERS: 'none' }).internalProject).toEqual({ oauthProviders: [] })
})

test('refuses half of a first user', () => {
  const both = 'LATCHKEY_INTERNAL_USER_EMAIL and LATCHKEY_INTERNAL_USER_PASSWORD must be set together.'
  expect(findProblems({ LATCHKEY_INTERNAL_USER_EMAIL: 'ada@example.com' })).toEqual([both])
  expect(findProblems({ LATCHKEY_INTERNAL_USER_PASSWORD: 'correct horse' })).toEqual([both])
  expect(findProblems({ LATCHKEY_INTERNAL_USER_IS_ADMIN: 'on' })).toEqual([
    'LATCHKEY_INTERNAL_USER_IS_ADMIN requires LATCHKEY_INTERNAL_USER_EMAIL.',
  ])
})

test.each([
  ['DATABASE_DIRECT_URL', 'databaseDirectUrl'],
  ['DATABASE_REPLICA_URL', 'databaseReplicaUrl'],
])('%s needs DATABASE_URL beside it', (variable, name) => {
  const other = { [variable]: 'postgres://other/latchkey' }
  expect(() => readConfig(other)).toThrow(`${variable} requires DATABASE_URL.`)
  expect(readConfig({ ...other, DATABASE_URL: 'postgres://db/latchkey' })).toMatchObject({
    databaseUrl: 'postgres://db/latchkey',
    [name]: 'postgres://other/latchkey',
  })
})

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', LATCHKEY_SMTP_HOST: '' })).toMatchObject({
    port: 8102,
    databaseUrl: undefined,
    smtp: undefined,
  })
})

test('docs/configuration.md is up to date', async () => {
  await expect(renderConfigDocs()).toMatchFileSnapshot('../../../../docs/configuration.md')
})

function findProblems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test.each([
  ['LATCHKEY_SMPT_HOST', 'LATCHKEY_SMPT_HOST is not a setting. Did you mean LATCHKEY_SMTP_HOST?'],
  ['LATCHKEY_TRUSTED_PROXY', 'LATCHKEY_TRUSTED_PROXY is not a setting. Did you mean LATCHKEY_TRUSTED_PROXIES?'],
  ['LATCHKEY_COFFEE_MACHINE', 'LATCHKEY_COFFEE_MACHINE is not a setting. See docs/configuration.md for all of them.'],
])('refuses the unknown variable %s and names the closest known one', (name, sentence) => {
  expect(() => readConfig({ [name]: 'value' })).toThrow(sentence)
})

test("accepts the variables of apps that share the server's environment", () => {
  readConfig({ LATCHKEY_PROJECT_ID: 'p', LATCHKEY_SECRET_SERVER_KEY: 's', LATCHKEY_API_URL: 'http://localhost:8102' })
})

test('metrics of several processes on one port cannot be scraped', () => {
  const env = {
    NODE_ENV: 'production',
    LATCHKEY_URL: 'https://auth.example.com',
    LATCHKEY_SECRET: 'x'.repeat(32),
    LATCHKEY_METRICS_TOKEN: 'y'.repeat(32),
  }
  expect(() => readConfig({ ...env, LATCHKEY_WORKERS: '2' })).toThrow(/requires LATCHKEY_WORKERS=1/)
  expect(readConfig({ ...env, LATCHKEY_WORKERS: '1' }).metricsToken).toBe(env.LATCHKEY_METRICS_TOKEN)
})

test('exports the audit log only to a collector that it can reach over HTTP', () => {
  const on = { LATCHKEY_AUDIT_LOG_EXPORT: 'on' }
  expect(findProblems(on)).toEqual([
    'LATCHKEY_AUDIT_LOG_EXPORT requires OTEL_EXPORTER_OTLP_LOGS_ENDPOINT or OTEL_EXPORTER_OTLP_ENDPOINT, the address of the collector.',
  ])
  const collector = { ...on, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
  expect(readConfig(collector).auditLogExport).toBe(true)
  expect(findProblems({ ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
    'LATCHKEY_AUDIT_LOG_EXPORT requires OTEL_EXPORTER_OTLP_LOGS_PROTOCOL to be `http/protobuf` or `http/json`.',
  ])
  const json = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/json' }
  expect(readConfig({ ...collector, ...json }).auditLogExport).toBe(true)
})
