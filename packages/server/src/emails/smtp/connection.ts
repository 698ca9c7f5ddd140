import { connect, isIP, type Socket } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { isPublicAddress } from '../../outbound/addresses.ts'
import { resolverFor } from '../../outbound/resolve.ts'
import { timeoutCode } from './failures.ts'

export interface SmtpServer {
  host: string
  port: number
  username?: string
  password?: string
  /** The address that mails come from. */
  from: string
}

export interface SmtpConnectionOptions {
  /** A server that somebody else chose must not be one of this network. */
  allowsPrivateAddresses: boolean
  /** Nothing is said to a server without TLS but that it is wanted. */
  requiresTls: boolean
  /** How long the server may be silent. */
  timeoutMillis: number
}

/** One connection to a mail server: opened with its first mail, kept for the next, one mail at a time. */
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

  /** Calls back when the last byte is on its way: from then on only the server knows what became of the mail. */
  async send(mail: SendMailOptions, onHandedOver: () => void): Promise<void> {
    this.#onHandedOver = onHandedOver
    await this.#transport.sendMail(mail)
  }

  /** Takes back what is on its way: not even what the system was given to send already leaves any more. */
  cut(): void {
    if (this.#socket?.connecting) this.#socket.destroy()
    else this.#socket?.resetAndDestroy()
    this.#close({ force: true })
  }

  /** Not to be used in the middle of a mail. */
  close(): void {
    this.#close({ force: false })
  }

  #close(options: { force: boolean }): void {
    this.#isClosed = true
    this.#transport.close(options)
  }

  /** The address that was judged is the one that is connected to: a name cannot change its mind in between. */
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
      // It stays: a connection that is cut may still have something to complain about.
      socket.on('error', reject)
      for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
    })
  }
}

function openTransport(
  server: SmtpServer,
  { requiresTls, timeoutMillis }: SmtpConnectionOptions,
  open: () => Promise<Socket>,
) {
  const waitMillis = toWaitMillis(timeoutMillis)
  return createTransport({
    host: server.host,
    port: server.port,
    // The name is what its certificate is for.
    ...(isIP(server.host) === 0 ? { tls: { servername: server.host } } : {}),
    secure: server.port === 465,
    requireTLS: requiresTls,
    getSocket: (_: unknown, done: (error: Error | null, keys?: { connection: Socket }) => void) => {
      open().then((connection) => done(null, { connection }), done)
    },
    pool: true,
    maxConnections: 1,
    // Once, for a connection that the server had closed before it was told anything.
    maxRequeues: 1,
    connectionTimeout: waitMillis,
    greetingTimeout: waitMillis,
    socketTimeout: timeoutMillis,
    // What is said is text; nothing is fetched for it, neither files nor pages.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(server.username ? { auth: { user: server.username, pass: server.password ?? '' } } : {}),
  })
}

function toWaitMillis(timeoutMillis: number): number {
  return Math.min(timeoutMillis, 10_000)
}

function timeout(): Error {
  return Object.assign(new Error(), { code: timeoutCode })
}
