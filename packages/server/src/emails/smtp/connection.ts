import { connect, isIP, type Socket } from 'node:net'
import { format } from 'node:util'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { isPublicAddress } from '../../platform/outbound/addresses.ts'
import { resolverFor } from '../../platform/outbound/resolve.ts'
import { timeoutCode } from './failures.ts'

export interface SmtpServer {
  host: string
  port: number
  username?: string
  password?: string
  /** The sender address. */
  from: string
}

export interface SmtpConnectionOptions {
  /** A server chosen by a project must not be in this network. */
  allowsPrivateAddresses: boolean
  /** Nothing but STARTTLS is sent to a server without TLS. */
  requiresTls: boolean
  /** How long the server may take to respond. */
  timeoutMillis: number
  /** Receives what the server replies, and that the connection is encrypted. */
  onDialogue?: ((from: 'server' | 'tls', line: string) => void) | undefined
}

/** One connection to an email server: opened for its first email and reused for the next, one at a time. */
export class SmtpConnection {
  readonly #server: SmtpServer
  readonly #options: SmtpConnectionOptions
  readonly #transport: ReturnType<typeof openTransport>
  #socket: Socket | undefined
  #isClosed = false
  #onHandedOver: () => void = () => undefined

  constructor(server: SmtpServer, options: SmtpConnectionOptions) {
    this.#server = server
    this.#options = options
    this.#transport = openTransport(server, options, () => this.#connect())
    this.#transport.use('stream', ({ message }, done) => {
      message.processFunc((content) => content.once('end', () => this.#onHandedOver()))
      done()
    })
  }

  /** Called when the last byte has been sent: from then on only the server knows whether the email is delivered. */
  async send(email: SendMailOptions, onHandedOver: () => void): Promise<void> {
    this.#onHandedOver = onHandedOver
    await this.#transport.sendMail(email)
  }

  /** Resets the connection, so that buffered data is not sent either. */
  cut(): void {
    if (this.#socket?.connecting) this.#socket.destroy()
    else this.#socket?.resetAndDestroy()
    this.#close({ force: true })
  }

  /** Must not be called while an email is being sent. */
  close(): void {
    this.#close({ force: false })
  }

  #close(options: { force: boolean }): void {
    this.#isClosed = true
    this.#transport.close(options)
  }

  /** Connects to the IP address that was checked, so that DNS cannot return a different one in between. */
  async #connect(): Promise<Socket> {
    const { host, port } = this.#server
    const { allowsPrivateAddresses, timeoutMillis } = this.#options
    const addresses = await resolverFor(this.#options)(host)
    const allowed = addresses.find(({ address }) => allowsPrivateAddresses || isPublicAddress(address))
    if (!allowed) throw Object.assign(new Error(), { code: 'LATCHKEY_REFUSED_TARGET' })
    if (this.#isClosed) throw timeout()
    const socket = connect({ host: allowed.address, port })
    this.#socket = socket
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => socket.destroy(timeout()), toWaitMillis(timeoutMillis))
      socket.once('connect', () => resolve(socket))
      // The listener stays, because a destroyed connection may still emit errors.
      socket.on('error', reject)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
    })
  }
}

function openTransport(
  server: SmtpServer,
  { requiresTls, timeoutMillis, onDialogue }: SmtpConnectionOptions,
  open: () => Promise<Socket>,
) {
  const waitMillis = toWaitMillis(timeoutMillis)
  return createTransport({
    host: server.host,
    port: server.port,
    // The host name is what the certificate is verified against.
    ...(isIP(server.host) === 0 ? { tls: { servername: server.host } } : {}),
    secure: server.port === 465,
    requireTLS: requiresTls,
    getSocket: (_: unknown, done: (error: Error | null, keys?: { connection: Socket }) => void) => {
      open().then((connection) => done(null, { connection }), done)
    },
    ...(onDialogue ? { logger: createLogger(onDialogue), transactionLog: true } : {}),
    pool: true,
    maxConnections: 1,
    // Once, for a connection that the server closed while it was idle.
    maxRequeues: 1,
    connectionTimeout: waitMillis,
    greetingTimeout: waitMillis,
    socketTimeout: timeoutMillis,
    // The content is text: neither files nor URLs are loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(server.username ? { auth: { user: server.username, pass: server.password ?? '' } } : {}),
  })
}

function createLogger(onDialogue: NonNullable<SmtpConnectionOptions['onDialogue']>) {
  const log = ({ tnx }: { tnx?: string } = {}, message = '', ...rest: unknown[]) => {
    const text = format(message, ...rest)
    if (tnx === 'server') onDialogue(tnx, text)
    else if (text.includes('upgraded with STARTTLS')) onDialogue('tls', text)
  }
  return { level: () => {}, trace: log, debug: log, info: log, warn: log, error: log, fatal: log }
}

function toWaitMillis(timeoutMillis: number): number {
  return Math.min(timeoutMillis, 10_000)
}

function timeout(): Error {
  return Object.assign(new Error(), { code: timeoutCode })
}
