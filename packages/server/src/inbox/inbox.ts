import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SmtpServer } from '../emails/smtp/connection.ts'
import type { Log } from '../log.ts'

/** A mail that the development inbox has received. */
export interface InboxEmail {
  id: string
  receivedAt: Date
  from: string
  to: string[]
  subject: string
  template: string | undefined
  html: string | undefined
  text: string
  source: string
  /** What people want from a mail while they develop: the link to click and the code to type. */
  link: string | undefined
  code: string | undefined
}

export interface Inbox {
  smtp: SmtpServer
  /** Newest first. */
  list(): InboxEmail[]
  find(id: string): InboxEmail | undefined
  clear(): void
  /** Calls back at every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

const maxEmails = 200
const maxEmailBytes = 5_000_000

/**
 * A mail server of our own that delivers to a page instead of to people. Emails are kept in memory: their codes are
 * secrets, and a database of codes in clear is what nobody should have.
 */
export async function startInbox(log: Log): Promise<Inbox> {
  const mails: InboxEmail[] = []
  const changes = new EventEmitter().setMaxListeners(0)
  const server = new SMTPServer({
    // Who keeps a connection open without a mail on it is not waited for at the end.
    closeTimeout: 1_000,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: maxEmailBytes,
    logger: false,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map((recipient) => recipient.address)
        parseEmail(Buffer.concat(chunks), recipients).then(
          (mail) => {
            mails.unshift(mail)
            mails.splice(maxEmails)
            changes.emit('change')
            callback()
          },
          (error: Error) => callback(error),
        )
      })
    },
  })
  server.on('error', (error) => log.warn('The inbox had trouble with a connection', { error }))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }

  return {
    smtp: { host: '127.0.0.1', port, from: 'noreply@latchkey.localhost' },
    list: () => [...mails],
    find: (id) => mails.find((mail) => mail.id === id),
    clear() {
      mails.length = 0
      changes.emit('change')
    },
    subscribe(listener) {
      changes.on('change', listener)
      return () => changes.off('change', listener)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parseEmail(source: Buffer, recipients: string[]): Promise<InboxEmail> {
  const parsed = await PostalMime.parse(source)
  const text = parsed.text ?? ''
  return {
    id: randomUUID(),
    receivedAt: new Date(),
    from: parsed.from?.name ? `${parsed.from.name} <${parsed.from.address}>` : (parsed.from?.address ?? ''),
    to: recipients,
    subject: parsed.subject ?? '',
    template: parsed.headers.find((header) => header.key === 'x-latchkey-template')?.value,
    html: parsed.html,
    text,
    source: source.toString('utf8'),
    link: /https?:\/\/\S+[?&]code=\S+/.exec(text)?.[0],
    code: /^\s*([0-9A-Z]{6})\s*$/m.exec(text)?.[1],
  }
}
