import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'

export interface ReceivedEmail {
  id: string
  receivedAt: Date
  /** Also those that the email itself does not name. */
  recipients: string[]
  source: Buffer
}

/** Where the development inbox keeps its emails, so that a restart does not lose them. */
export interface EmailFiles {
  /** Newest first. */
  read(): ReceivedEmail[]
  add(email: ReceivedEmail): void
  remove(email: Pick<ReceivedEmail, 'id' | 'receivedAt'>): void
}

const recipientsHeader = 'X-Latchkey-Recipients: '

/**
 * One file for each email, which only the owner of the folder can read, because emails contain codes. If a file cannot be
 * written, the email is still shown until the server stops.
 */
export function openEmailFiles(folder: string, log: Log): EmailFiles {
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      log.warn('The inbox could not update its files', { reason: (error as Error).message })
    }
  }
  attempt(() => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  return {
    read() {
      const emails: ReceivedEmail[] = []
      const names: string[] = []
      attempt(() => names.push(...readdirSync(folder).sort().reverse()))
      for (const name of names) {
        attempt(() => {
          const email = readEmail(folder, name)
          if (email) emails.push(email)
        })
      }
      return emails
    },
    add: (email) =>
      attempt(() => {
        const file = join(folder, nameOf(email))
        const head = Buffer.from(`${recipientsHeader}${JSON.stringify(email.recipients)}\r\n`)
        // A file that a crash left half written must not look like an email.
        writeFileSync(`${file}.part`, Buffer.concat([head, email.source]), { mode: 0o600 })
        renameSync(`${file}.part`, file)
      }),
    remove: (email) => attempt(() => rmSync(join(folder, nameOf(email)), { force: true })),
  }
}

/** The names sort by time. */
function nameOf({ id, receivedAt }: Pick<ReceivedEmail, 'id' | 'receivedAt'>): string {
  return `${String(receivedAt.getTime()).padStart(15, '0')}_${id}.eml`
}

function readEmail(folder: string, name: string): ReceivedEmail | undefined {
  const [, millis, id] = /^(\d{15})_([0-9a-f-]{36})\.eml$/.exec(name) ?? []
  if (!millis || !id) return undefined
  const content = readFileSync(join(folder, name))
  const end = content.indexOf('\r\n')
  const head = content.subarray(0, end).toString()
  if (!head.startsWith(recipientsHeader)) return undefined
  const recipients = JSON.parse(head.slice(recipientsHeader.length)) as string[]
  return { id, receivedAt: new Date(Number(millis)), recipients, source: content.subarray(end + 2) }
}
