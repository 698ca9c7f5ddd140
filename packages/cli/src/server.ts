import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { exitCodes, Failure } from './failures.ts'
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

export interface RestoreOptions {
  passphraseFile?: string
  sendWaiting?: boolean
  discardWaiting?: boolean
}

export async function restore(path: string, options: RestoreOptions): Promise<void> {
  const passphrase = await readPassphrase(options.passphraseFile)
  const decide = (waiting: Waiting) => decideAboutWaiting(waiting, options)
  await operate((server) => server.restoreDatabase(process.env, { path, passphrase }, { print, decide }))
}

interface Waiting {
  emails: number
  webhooks: number
}

/** If the server of the backup has gone on, it has sent them, and the copy would send them a second time. */
async function decideAboutWaiting(
  { emails, webhooks }: Waiting,
  { sendWaiting, discardWaiting }: RestoreOptions,
): Promise<'send' | 'discard'> {
  if (sendWaiting) return 'send'
  if (discardWaiting) return 'discard'
  const found = `The backup has ${count(emails, 'email')} and ${count(webhooks, 'webhook')} that were still to be sent.`
  if (process.stdin.isTTY) {
    print(`${found} Discard them if they were sent later, or if this is a copy of a server that goes on.`)
    return askToSend()
  }
  throw new Failure(
    `${found} Add --send-waiting, or --discard-waiting if they were sent later or this is a copy. Nothing was changed.`,
    exitCodes.wrongUsage,
  )
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

async function askToSend(): Promise<'send' | 'discard'> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new AbortController()
  terminal.once('close', () => closed.abort())
  try {
    for (;;) {
      const answer = await terminal.question('Send or discard them? [send/discard] ', { signal: closed.signal })
      if (answer.trim() === 'send' || answer.trim() === 'discard') return answer.trim() as 'send' | 'discard'
    }
  } catch (cause) {
    throw new Failure('Cancelled. Nothing was changed.', exitCodes.interrupted, cause)
  } finally {
    terminal.close()
  }
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
  if (!passphrase.trim()) throw new Failure(`There is no passphrase in ${file}.`)
  return passphrase.trim()
}
