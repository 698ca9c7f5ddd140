import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { type InternalKeys, seedDemoProject } from './deployment/seed.ts'
import type { Log } from './log.ts'
import { openServices } from './services.ts'

export interface RunningServer {
  url: string
  pages: { name: string; url: string }[]
  close(): Promise<void>
}

/** The built example app, beside this package in the repository. Installed without it, there is no demo. */
const demoFolder = new URL('../../../examples/vite-react/dist/', import.meta.url)
const drainMillis = 10_000

export async function startServer(options: {
  config: Config
  secret: string
  internalKeys: InternalKeys
  databaseUrl: string
  log: Log
  onProgress?: (message: string) => void
}): Promise<RunningServer> {
  const { config, log } = options
  const services = await openServices(options)
  try {
    const hasDemo = !config.isProduction && existsSync(new URL('index.html', demoFolder))
    const demo = hasDemo
      ? {
          ...(await seedDemoProject(services.db, { secrets: services.secrets, now: services.now() })),
          folder: demoFolder,
        }
      : undefined

    let isReady = true
    const app = createApp(services, { ...(demo ? { demo } : {}), isReady: () => isReady })
    const server = createServer(limits, getRequestListener(app.fetch))
    applyTimeouts(server)
    await listen(server, config.port)
    return {
      url: config.url,
      pages: [
        { name: 'API', url: `${config.url}/api/v1` },
        ...(demo ? [{ name: 'Demo', url: `${config.url}/demo` }] : []),
        { name: 'Docs', url: `${config.url}/docs` },
      ],
      close: async () => {
        isReady = false
        await drain(server, log)
        await services.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}

/** Slow senders are cut off early; Node's own defaults would let them hold a connection for minutes. */
const limits = { maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 2_000, insecureHTTPParser: false }

function applyTimeouts(server: Server): void {
  server.headersTimeout = 10_000
  server.requestTimeout = 25_000
  server.keepAliveTimeout = 20_000
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** No new connections; what is under way may finish, up to a limit. */
async function drain(server: Server, log: Log): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    log.warn('Some requests did not finish in time and were cut off')
    server.closeAllConnections()
  }, drainMillis)
  await closed
  clearTimeout(timer)
}
