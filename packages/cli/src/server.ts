import { readFile } from 'node:fs/promises'
import { Failure } from './failures.ts'
import { print } from './terminal.ts'

// Commands of operators. They work where the server is installed and read the same environment variables.

export interface BackupOptions {
  output: string
  passphraseFile?: string
}

export async function startServer(): Promise<void> {
  const { main } = await loadServer()
  await main()
}

export async function migrate(): Promise<void> {
  await operate((server) => server.migrateDatabase(process.env, print))
}

export async function reencrypt(): Promise<void> {
  await operate((server) => server.reencryptDatabase(process.env, print))
}

export async function backUp({ output, passphraseFile }: BackupOptions): Promise<void> {
  const passphrase = await readPassphrase(passphraseFile)
  await operate((server) =>
    server.backUpDatabase(process.env, { output: output === '-' ? process.stdout : output, passphrase }),
  )
  if (output !== '-') print(`The backup is in ${output}.`)
}

export async function restore(path: string, { passphraseFile }: Pick<BackupOptions, 'passphraseFile'>): Promise<void> {
  const passphrase = await readPassphrase(passphraseFile)
  await operate((server) => server.restoreDatabase(process.env, { path, passphrase }, print))
}

type Server = typeof import('@latchkey/server')

async function operate(work: (server: Server) => Promise<void>): Promise<void> {
  const server = await loadServer()
  try {
    await work(server)
  } catch (error) {
    if (error instanceof server.StartError) throw new Failure(error.message)
    throw error
  }
}

/** Optional: most people use this command without having the server. */
async function loadServer(): Promise<Server> {
  try {
    return await import('@latchkey/server')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Failure('The Latchkey server is not installed here. Run this command in the folder of the server.')
  }
}

async function readPassphrase(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return process.env.LATCHKEY_BACKUP_PASSPHRASE || undefined
  const passphrase = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Failure(`The passphrase cannot be read: ${error.message}.`)
  })
  return passphrase.trim()
}
