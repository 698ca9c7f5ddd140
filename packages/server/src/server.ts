import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createAuditExportJobs } from './administration/audit-export/export.ts'
import { createBackupJobs } from './administration/backups/schedule.ts'
import { type InternalKeys, seedDemoProject } from './administration/deployment/seed.ts'
import { createApp } from './app.ts'
import { createEmailJobs } from './emails/jobs.ts'
import { listOverdueEmails } from './emails/outbox/queries.ts'
import { describePlaintext } from './emails/smtp/tls.ts'
import { createHousekeeping } from './housekeeping.ts'
import { listen } from './http/listen.ts'
import { createConnectionJobs } from './identity/connections/jobs.ts'
import { createOAuthProviderJobs } from './identity/oauth-provider/jobs.ts'
import { type OpenPlatform, openPlatform } from './open-platform.ts'
import { createStripeJobs } from './payments/stripe/end-subscriptions.ts'
import type { Config } from './platform/config.ts'
import { createSweep } from './platform/deliveries/sweep.ts'
import type { JobHandlers } from './platform/jobs/jobs.ts'
import { startJobs } from './platform/jobs/workers.ts'
import type { Log } from './platform/log.ts'
import type { ActiveTelemetry } from './platform/observability/telemetry.ts'
import { packageFolder } from './platform/package-folder.ts'
import { findSetup, type Setup } from './projects/deployment/setup-code.ts'
import { liveUpdates } from './projects/live-updates/live-updates.ts'
import { createCodeResolver } from './requested-codes.ts'
import type { Inbox } from './site/inbox/inbox.ts'
import { createWebhookJobs } from './webhooks/deliver.ts'
import { listOverdueWebhooks } from './webhooks/delivery-queries.ts'

export interface RunningServer {
  url: string
  pages: { name: string; url: string }[]
  /** How to become the first owner, in development. */
  setup?: Setup
  close(): Promise<void>
}

interface StartOptions {
  config: Config
  secret: string
  internalKeys: InternalKeys
  databaseUrl: string
  log: Log
  telemetry?: ActiveTelemetry | undefined
  onProgress?: (message: string) => void
}

/** The built example app, beside this package in the repository. If it is not installed, there is no demo. */
const demoFolder = new URL('../../examples/vite-react/dist/', packageFolder)
/** The built dashboard, likewise. */
const dashboardFolder = new URL('../dashboard/dist/app/', packageFolder)
/** What the build has packed for apps to install. */
const servedPackages = new URL('dist/served-packages/', packageFolder)

/**
 * Starts everything that one node runs, on an available database. Emails are sent through the configured SMTP server;
 * without one they go to the built-in inbox in development, and stay queued in production.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log } = options
  const closers: (() => Promise<void>)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const inbox = config.smtp || config.isProduction ? undefined : await openInbox(options)
    if (inbox) closers.push(() => inbox.close())
    const smtp = config.smtp ?? inbox?.smtp
    if (!smtp)
      log.warn('No SMTP server is configured, so emails are not sent. Set LATCHKEY_SMTP_HOST and LATCHKEY_MAIL_FROM.')
    const plaintext = describePlaintext(config)
    if (plaintext) log.warn(plaintext)
    const platform = await openPlatform({ ...options, smtp })
    closers.push(() => platform.close())
    const { telemetry } = options
    const jobHandlers = createJobHandlers(platform)
    const handlers = telemetry ? telemetry.observeJobs(jobHandlers) : jobHandlers
    const jobs = startJobs({ ...platform, handlers })
    closers.push(() => jobs.stop())
    const demo = await findDemo(platform)
    const dashboard = findDashboard(options)

    const stopping = new AbortController()
    const app = createApp(platform, {
      ...(dashboard ? { dashboard } : {}),
      ...(demo ? { demo } : {}),
      ...(inbox ? { inbox } : {}),
      ...(existsSync(servedPackages) ? { packages: servedPackages } : {}),
      ...(telemetry ? { telemetry } : {}),
      stopping: stopping.signal,
    })
    const listener = await listen(app.fetch, { port: config.port, host: config.host, log })
    closers.push(() => listener.close())
    // Load balancers see that this node is not ready and have time to send requests elsewhere.
    closers.push(() => delay(config.stopDelaySeconds * 1000))
    closers.push(async () => {
      stopping.abort()
      liveUpdates(platform).endAll()
    })
    const setup = config.isProduction ? undefined : await findSetup(platform)
    const page = (name: string, path: string) => ({ name, url: `${config.url}${path}` })
    return {
      url: config.url,
      pages: [
        ...(dashboard ? [page('Dashboard', '/dashboard')] : []),
        page('API', '/api/v1'),
        ...(demo ? [page('Demo', '/demo')] : []),
        page('Docs', '/docs'),
        ...(inbox ? [page('Inbox', '/inbox')] : []),
      ],
      ...(setup ? { setup } : {}),
      close: closeAll,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Loaded only if it is needed, because its library takes memory. Its emails are kept where the embedded database is. */
async function openInbox({ config, log }: StartOptions): Promise<Inbox> {
  const { startInbox } = await import('./site/inbox/inbox.ts')
  return startInbox(log, config.databaseUrl ? undefined : join(config.dataFolder, 'inbox'))
}

/** Background jobs. */
function createJobHandlers(platform: OpenPlatform): JobHandlers {
  return {
    ...createHousekeeping(platform),
    ...createBackupJobs(platform),
    ...createAuditExportJobs(platform),
    ...createWebhookJobs(platform),
    ...createStripeJobs(platform),
    ...createConnectionJobs(platform),
    ...createOAuthProviderJobs(platform),
    ...createEmailJobs(platform, createCodeResolver(platform)),
    ...createSweep(platform.db, [listOverdueEmails, listOverdueWebhooks]),
  }
}

async function findDemo({ config, db, secrets, now }: OpenPlatform) {
  if (config.isProduction || !existsSync(new URL('index.html', demoFolder))) return undefined
  return { ...(await seedDemoProject(db, { url: config.url, secrets, now: now() })), folder: demoFolder }
}

function findDashboard({ internalKeys: { publishableClientKey } }: StartOptions) {
  if (!existsSync(new URL('index.html', dashboardFolder))) return undefined
  return { publishableClientKey, folder: dashboardFolder }
}
