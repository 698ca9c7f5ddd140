import type { InternalKeys } from '../administration/deployment/seed.ts'
import { createApp } from '../app.ts'
import type { SmtpServer } from '../emails/smtp/connection.ts'
import { type OpenPlatform, openPlatform, type PlatformOptions } from '../open-platform.ts'
import { readConfig } from '../platform/config.ts'
import type { PoolOptions } from '../platform/db/database.ts'
import { createLog } from '../platform/log.ts'
import type { OutboundClient } from '../platform/outbound/client.ts'

export const testSecret = 'a secret for tests that is long enough'

export const testCronSecret = 'a cron secret for tests, long enough'

export const internalKeys: InternalKeys = {
  publishableClientKey: 'internal-client-key-for-tests',
  secretServerKey: 'internal-server-key-for-tests',
  superSecretAdminKey: 'internal-admin-key-for-tests',
}

export interface TestServer {
  platform: OpenPlatform
  /** The server as `fetch`, without a port. `address` is the caller's IP address. */
  fetch(input: string | URL | Request, init?: RequestInit, address?: string): Promise<Response>
  close(): Promise<void>
}

export const testUrl = 'http://localhost:8102'

/** A separate node on the run's database: the real app, no port, no mocks. */
export async function openTestServer(
  databaseUrl: string,
  options: {
    config?: Partial<PlatformOptions['config']>
    now?: () => Date
    logLines?: string[]
    outbound?: OutboundClient
    pool?: PoolOptions
    smtp?: SmtpServer
    secret?: string
  } = {},
): Promise<TestServer> {
  const lines = options.logLines
  const platform = await openPlatform({
    config: {
      url: testUrl,
      isProduction: false,
      trustedProxies: [],
      outboundPorts: [],
      // Nobody listens there: tests ask no name servers but their own.
      nameServers: ['127.0.0.1:9'],
      accessTokenSeconds: 600,
      rateLimits: false,
      plaintextSmtp: [],
      sharedOAuth: { keys: {} },
      webhookService: undefined,
      ai: undefined,
      stripe: undefined,
      cronSecret: testCronSecret,
      retention: readConfig({}).retention,
      passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
      ...options.config,
    },
    secret: options.secret ?? testSecret,
    internalKeys,
    databaseUrl,
    log: createLog({
      level: lines ? 'debug' : 'error',
      isProduction: false,
      ...(lines ? { write: (line: string) => void lines.push(line) } : {}),
    }),
    // Tests compare with this machine's clock, to the millisecond.
    now: options.now ?? (() => new Date()),
    ...(options.outbound ? { outbound: options.outbound } : {}),
    ...(options.smtp ? { smtp: options.smtp } : {}),
    // Many servers share the database, so each has few connections. Concurrent requests wait for each other, on a busy
    // machine longer than a user would.
    pool: { maxConnections: 12, connectMillis: 20_000, statementMillis: 20_000, ...options.pool },
  })
  const app = createApp(platform)
  return {
    platform,
    fetch: async (input, init, address = '127.0.0.1') => {
      const incoming = { socket: { remoteAddress: address } } as never
      return app.fetch(new Request(input instanceof Request ? input : new URL(input, testUrl), init), { incoming })
    },
    close: () => platform.close(),
  }
}
