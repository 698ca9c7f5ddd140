import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SmtpServer } from '../../emails/smtp/connection.ts'
import type { Log } from '../../platform/log.ts'
import { openEmailFiles, type ReceivedEmail } from './email-files.ts'

/** An email that the development inbox has received. */
export interface InboxEmail {
  id: string
  receivedAt: Date
  from: string
  to: string[]
  subject: string
  template: string | undefined
  /** The language of the variant that was sent. */
  locale: string | undefined
  html: string | undefined
  text: string
  source: string
  /** The link and the code in the email, which developers need most often. */
  link: string | undefined
  code: string | undefined
}

export interface Inbox {
  smtp: SmtpServer
  /** Newest first. */
  list(): InboxEmail[]
  find(id: string): InboxEmail | undefined
  clear(): void
  /** Calls the function at every change, until the returned function is called. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

const maxEmails = 200
const maxEmailBytes = 5_000_000
const maxTotalBytes = 50_000_000

/** An SMTP server for development that shows emails on a page. With a folder, it still has them after a restart. */
export async function startInbox(log: Log, folder?: string): Promise<Inbox> {
  const files = folder === undefined ? undefined : openEmailFiles(folder, log)
  const emails: InboxEmail[] = await Promise.all((files?.read() ?? []).map(parseEmail))
  const removeOldest = () => {
    let bytes = 0
    const kept = emails.findIndex(({ source }, index) => {
      bytes += source.length
      return index >= maxEmails || bytes > maxTotalBytes
    })
    if (kept > 0) for (const email of emails.splice(kept)) files?.remove(email)
  }
  removeOldest()
  const changes = new EventEmitter().setMaxListeners(0)
  const server = new SMTPServer({
    // Idle connections do not delay the shutdown.
    closeTimeout: 1_000,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxEmailBytes,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const received = {
          id: randomUUID(),
          receivedAt: new Date(),
          recipients: session.envelope.rcptTo.map((recipient) => recipient.address),
          source: Buffer.concat(chunks),
        }
        parseEmail(received).then(
          (email) => {
            files?.add(received)
            emails.unshift(email)
            removeOldest()
            changes.emit('change')
            callback()
          },
          (error: Error) => callback(error),
        )
      })
    },
  })
  server.on('error', (error) => log.warn('A connection to the inbox failed', { error }))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }

  return {
    smtp: { host: '127.0.0.1', port, from: 'noreply@latchkey.localhost' },
    list: () => [...emails],
    find: (id) => emails.find((email) => email.id === id),
    clear() {
      for (const email of emails.splice(0)) files?.remove(email)
      changes.emit('change')
    },
    subscribe(listener) {
      changes.on('change', listener)
      return () => changes.off('change', listener)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parseEmail({ id, receivedAt, recipients, source }: ReceivedEmail): Promise<InboxEmail> {
  const parsed = await PostalMime.parse(source)
  const text = parsed.text ?? ''
  return {
    id,
    receivedAt,
    from: parsed.from?.name ? `${parsed.from.name} <${parsed.from.address}>` : (parsed.from?.address ?? ''),
    to: recipients,
    subject: parsed.subject ?? '',
    template: parsed.headers.find((header) => header.key === 'x-latchkey-template')?.value,
    locale: parsed.headers.find((header) => header.key === 'content-language')?.value,
    html: parsed.html,
    text,
    source: source.toString('utf8'),
    link: /https?:\/\/\S+[?&#]code=\S+/.exec(text)?.[0],
    code: /^\s*([0-9A-Z]{6})\s*$/m.exec(text)?.[1],
  }
}
