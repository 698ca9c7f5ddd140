import { SmtpConnection, type SmtpConnectionOptions, type SmtpServer } from './connection.ts'

export interface SmtpPoolOptions extends SmtpConnectionOptions {
  maxConnections: number
}

type Waiting = (line: SmtpConnection | undefined) => void

/** The connections to one email server, each used for one email at a time. If none is free, callers wait in a queue. */
export class SmtpConnectionPool {
  readonly #server: SmtpServer
  readonly #options: SmtpPoolOptions
  readonly #free: SmtpConnection[] = []
  readonly #waiting: Waiting[] = []
  #taken = 0
  #isClosed = false

  constructor(server: SmtpServer, options: SmtpPoolOptions) {
    this.#server = server
    this.#options = options
  }

  /** Undefined if none was free in time. */
  async take(maxMillis: number): Promise<SmtpConnection | undefined> {
    if (this.#taken < this.#options.maxConnections) {
      this.#taken++
      return this.#free.pop() ?? this.#open()
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(onLine), 1)
        resolve(undefined)
      }, maxMillis)
      const onLine: Waiting = (line) => {
        clearTimeout(timer)
        resolve(line)
      }
      this.#waiting.push(onLine)
    })
  }

  /** A closed connection is replaced when it is needed. */
  giveBack(line: SmtpConnection, { isUsable }: { isUsable: boolean }): void {
    const next = this.#waiting.shift()
    if (next) {
      next(isUsable ? line : this.#open())
      return
    }
    this.#taken--
    if (this.#isClosed) line.close()
    else if (isUsable) this.#free.push(line)
  }

  /** Connections in use are closed when they are returned. */
  close(): void {
    this.#isClosed = true
    for (const line of this.#free.splice(0)) line.close()
  }

  #open(): SmtpConnection {
    return new SmtpConnection(this.#server, this.#options)
  }
}
