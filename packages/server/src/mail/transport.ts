import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { isPublicAddress } from '../outbound/addresses.ts'
import { explainMailFailure, type MailFailure } from './failures.ts'
import { toOneLine } from './templates.ts'

export interface SmtpServer {
  host: string
  port: number
  username?: string
  password?: string
  /** The address that mails come from. */
  from: string
}

export interface Mail {
  /** The same for every attempt, so that a mail server or program can tell a repetition. */
  id: string
  to: string
  senderName: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

export interface MailTransport {
  /** One attempt. Answers why it failed. */
  send(mail: Mail): Promise<MailFailure | undefined>
  close(): void
}

export interface TransportOptions {
  /** A server that somebody else chose must not be one of this network. */
  allowsPrivateAddresses: boolean
  maxConnections: number
  /** For one attempt, whatever the server does meanwhile. */
  timeoutMillis: number
}

export function createMailTransport(server: SmtpServer, options: TransportOptions): MailTransport {
  const { timeoutMillis } = options
  let opened: ReturnType<typeof open> | undefined

  async function attempt(mail: Mail): Promise<void> {
    opened ??= open(server, options)
    opened.catch(() => {
      opened = undefined
    })
    const transport = await opened
    await transport.sendMail({
      // Given explicitly, so that no parser can find a second recipient in an address.
      envelope: { from: server.from, to: [mail.to] },
      from: { name: toOneLine(mail.senderName), address: server.from },
      to: { name: '', address: mail.to },
      subject: toOneLine(mail.subject),
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
      messageId: `<${mail.id}@${server.from.split('@')[1] ?? 'localhost'}>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    })
  }

  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'ETIMEDOUT' })), timeoutMillis)
      })
      try {
        await Promise.race([attempt(mail), timeout])
        return undefined
      } catch (error) {
        return explainMailFailure(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => void opened?.then((transport) => transport.close()).catch(() => undefined),
  }
}

/** The address that was judged is the one that is connected to: a name cannot change its mind in between. */
async function open(server: SmtpServer, options: TransportOptions) {
  const { allowsPrivateAddresses, maxConnections, timeoutMillis } = options
  const addresses = await lookup(server.host, { all: true })
  const allowed = addresses.find(({ address }) => allowsPrivateAddresses || isPublicAddress(address))
  if (!allowed) throw Object.assign(new Error(), { code: 'LATCHKEY_REFUSED_TARGET' })
  const waitMillis = Math.min(timeoutMillis, 10_000)
  return createTransport({
    host: allowed.address,
    port: server.port,
    // The name is what its certificate is for.
    ...(isIP(server.host) === 0 ? { tls: { servername: server.host } } : {}),
    secure: server.port === 465,
    pool: true,
    maxConnections,
    connectionTimeout: waitMillis,
    greetingTimeout: waitMillis,
    socketTimeout: timeoutMillis,
    // What is said is text; nothing is fetched for it, neither files nor pages.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(server.username ? { auth: { user: server.username, pass: server.password ?? '' } } : {}),
  })
}
