import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { startTelemetry } from '../platform/observability/telemetry.ts'
import { startServer } from '../server.ts'
import { createDatabase } from './database.ts'
import { internalKeys, testSecret } from './server.ts'

/** A collector that keeps what it receives, by path, unless its status says otherwise. */
export async function openCollector() {
  const received: Record<string, unknown[]> = {}
  const collector = { status: 200 }
  const server = createServer(async (request, response) => {
    const body = await json(request)
    if (collector.status !== 200) return response.writeHead(collector.status).end()
    received[request.url!] = [...(received[request.url!] ?? []), body]
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  })
}

/** A whole server on a port and a database of its own, with everything that can be observed switched on. */
export async function openObservedServer(databaseUrl: string) {
  const database = await createDatabase(databaseUrl)
  const token = randomBytes(32).toString('hex')
  const port = await findFreePort()
  const config = readConfig({
    PORT: String(port),
    LATCHKEY_METRICS_TOKEN: token,
    LATCHKEY_ACCESS_LOG: 'on',
    DATABASE_URL: database.url,
    // Not a replica, so it is never read, but that is counted.
    DATABASE_REPLICA_URL: database.url,
  })
  const telemetry = (await startTelemetry(config, process.env))!
  const lines: string[] = []
  const write = (line: string) => void lines.push(line)
  const log = createLog({ level: 'info', isProduction: true, write, onEntry: telemetry.writeLog })
  const options = { config, secret: testSecret, internalKeys, databaseUrl: database.url, log, telemetry }
  const server = await startServer(options)
  return {
    url: server.url,
    lines,
    scrape: async (authorization = `Bearer ${token}`) => fetch(`${server.url}/metrics`, { headers: { authorization } }),
    async close() {
      await server.close()
      await telemetry.close()
      await database.drop()
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
