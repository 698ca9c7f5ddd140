import cluster from 'node:cluster'
import { type Config, readConfig } from './platform/config.ts'
import { startEmbeddedPostgres } from './platform/db/embedded.ts'
import { waitForDatabase } from './platform/db/wait.ts'
import { createLog, type Log } from './platform/log.ts'
import { startTelemetry } from './platform/observability/telemetry.ts'
import { checkDatabase, checkPort, describePortProblem } from './platform/start/checks.ts'
import type { DataFolder } from './platform/start/data-folder.ts'
import { StartError } from './platform/start/error.ts'
import { checkNativeParts } from './platform/start/native-parts.ts'
import { findSecrets, openNeededDataFolder } from './platform/start/secrets.ts'
import { handleSignals, type Shutdown } from './platform/start/shutdown.ts'
import { renderSummary } from './platform/start/summary.ts'
import { type Foundation, receiveFoundation, reportReady, startWorkers } from './platform/start/workers.ts'

/** Runs the server until a signal stops it. A failed start prints the reason and exits with code 1. */
export async function main(): Promise<void> {
  const shutdown = handleSignals(() => {
    if (process.env.NODE_ENV !== 'production') console.log('\nStopping …')
  })
  try {
    await start(shutdown)
  } catch (error) {
    // If the start is interrupted, it may fail in any way.
    if (shutdown.isStopping()) return
    console.error(error instanceof StartError ? error.message : error)
    await shutdown.close()
    process.exit(1)
  }
}

async function start(shutdown: Shutdown): Promise<void> {
  const config = readConfig(process.env)
  const telemetry = await startTelemetry(config, process.env)
  if (telemetry) shutdown.add(() => telemetry.close())
  const { logLevel: level, isProduction } = config
  const log = createLog({ level, isProduction, onEntry: telemetry?.writeLog })
  process.on('uncaughtExceptionMonitor', (error) =>
    log.error('Latchkey is exiting because of an unexpected error.', { error }),
  )
  const onProgress = config.isProduction
    ? (message: string) => log.info(message)
    : (message: string) => console.log(`${message} …`)

  checkNativeParts()
  const hasWorkers = cluster.isPrimary && config.workers > 1
  // Loads the largest module while the database starts, but not before: loading blocks everything else.
  const onDatabaseStarting = hasWorkers ? () => {} : () => void import('./server.ts').catch(() => {})
  const foundation = cluster.isPrimary
    ? await prepare(config, shutdown, log, { onProgress, onDatabaseStarting })
    : await receiveFoundation(shutdown.stop)
  const stopDelayMillis = config.stopDelaySeconds * 1000
  if (hasWorkers) {
    const workers = startWorkers(config.workers, foundation, log)
    shutdown.add(workers.close, stopDelayMillis)
    await workers.ready
    if (!shutdown.isStopping()) log.info('Latchkey is ready.', { url: config.url, workers: config.workers })
    return
  }

  const { startServer } = await import('./server.ts')
  const { databaseUrl, secrets } = foundation
  const startOnDatabase = async () => {
    if (config.databaseUrl) await checkDatabase(config.databaseUrl)
    if (config.databaseDirectUrl) await checkDatabase(config.databaseDirectUrl, 'DATABASE_DIRECT_URL')
    return startServer({ config, ...secrets, databaseUrl, log, telemetry, onProgress })
  }
  const waiting = { maxSeconds: config.databaseWaitSeconds, onProgress, isStopping: shutdown.isStopping }
  const server = await waitForDatabase(startOnDatabase, waiting).catch((error: unknown) => {
    throw describePortProblem(error, config) ?? error
  })
  shutdown.add(() => server.close(), stopDelayMillis)
  if (shutdown.isStopping()) return
  if (cluster.isWorker) reportReady()
  else if (config.isProduction) log.info('Latchkey is ready.', { url: server.url })
  else console.log(renderSummary(server, config))
}

interface StartCallbacks {
  onProgress: (message: string) => void
  onDatabaseStarting: () => void
}

async function prepare(config: Config, shutdown: Shutdown, log: Log, callbacks: StartCallbacks): Promise<Foundation> {
  const folder = await openNeededDataFolder(config)
  if (folder) shutdown.add(() => folder.close())
  folder?.describeHolder({ url: config.url })
  await checkPort(config)
  const secrets = await findSecrets(config, folder)
  return { secrets, databaseUrl: config.databaseUrl ?? (await startOwnDatabase(folder!, shutdown, log, callbacks)) }
}

async function startOwnDatabase(
  folder: DataFolder,
  shutdown: Shutdown,
  log: Log,
  { onProgress, onDatabaseStarting }: StartCallbacks,
): Promise<string> {
  const onCrash = (reason: string) => log.error(reason)
  const database = await startEmbeddedPostgres({
    folder: folder.path,
    onProgress,
    onSpawn: onDatabaseStarting,
    onCrash,
  })
  shutdown.add(() => database.stop())
  return database.connectionString
}
