import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../platform/config.ts'
import { connectionStringOf } from '../platform/db/embedded/readiness.ts'
import { startEmbeddedPostgres } from '../platform/db/embedded.ts'
import { checkDatabase } from '../platform/start/checks.ts'
import { type DataFolder, DataFolderLockedError, openDataFolder } from '../platform/start/data-folder.ts'
import { StartError } from '../platform/start/error.ts'
import { findSecrets, openNeededDataFolder } from '../platform/start/secrets.ts'

export interface ReachedDatabase {
  url: string
  /** The current secret of the deployment. */
  secret: string
  close(): Promise<void>
}

/** The database for a command: that of a running server, or, if none runs, the embedded one started for this command. */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url) {
    await checkDatabase(url)
    const folder = await openNeededDataFolder(config)
    return { url, secret: await readSecret(config, folder), close: async () => folder?.close() }
  }
  const folder = await openDataFolder(config.dataFolder).catch((error) => {
    if (error instanceof DataFolderLockedError) return undefined
    throw error
  })
  if (!folder) return reachRunningServer(config)
  const database = await startEmbeddedPostgres({ folder: folder.path })
  const close = async () => {
    await database.stop()
    await folder.close()
  }
  return { url: database.connectionString, secret: await readSecret(config, folder), close }
}

async function reachRunningServer(config: Config): Promise<ReachedDatabase> {
  const folder = await openDataFolder(config.dataFolder, { isShared: true })
  const [, , , port] = (await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split(
    '\n',
  )
  if (!port) throw new StartError('The server is just starting or stopping. Try again in a moment.')
  const password = (await readFile(join(folder.path, 'postgres-password'), 'utf8')).trim()
  return {
    url: connectionStringOf(Number(port), password),
    secret: await readSecret(config, folder),
    close: () => folder.close(),
  }
}

async function readSecret(config: Config, folder: DataFolder | undefined): Promise<string> {
  return (await findSecrets(config, folder)).secret
}
