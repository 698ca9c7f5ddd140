import { toOneLine } from '../bounded-text.ts'
import type { SmtpServer } from './connection.ts'
import { SmtpConnectionPool, type SmtpPoolOptions } from './connection-pool.ts'
import { type EmailFailure, explainEmailFailure, timeoutCode } from './failures.ts'

export interface Email {
  /** The same for all attempts, so that email servers and programs can recognize duplicates. */
  id: string
  to: string
  senderName: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

export interface EmailTransport {
  /** Makes one attempt, which has ended when this returns. Returns why it failed. */
  send(email: Email): Promise<EmailFailure | undefined>
  close(): void
}

export interface TransportOptions extends SmtpPoolOptions {
  /** The time limit of an attempt, including the wait for a free connection. */
  timeoutMillis: number
}

export function createEmailTransport(server: SmtpServer, options: TransportOptions): EmailTransport {
  const lines = new SmtpConnectionPool(server, options)
  return {
    async send(email) {
      const deadline = performance.now() + options.timeoutMillis
      const line = await lines.take(options.timeoutMillis)
      if (!line) return explainEmailFailure({ code: timeoutCode })
      let isHandedOver = false
      let isCut = false
      const timer = setTimeout(() => {
        isCut = true
        line.cut()
      }, deadline - performance.now())
      try {
        await line.send(toMessage(email, server.from), () => {
          isHandedOver = true
        })
        return undefined
      } catch (error) {
        const failure = explainEmailFailure(isCut ? { code: timeoutCode } : error)
        return isHandedOver && isSilence(failure) ? { ...failure, mayHaveArrived: true } : failure
      } finally {
        clearTimeout(timer)
        lines.giveBack(line, { isUsable: !isCut })
      }
    },
    close: () => lines.close(),
  }
}

/** Whether the failure was not reported by the server. */
function isSilence({ errorType }: EmailFailure): boolean {
  return errorType === 'TIMEOUT' || errorType === 'SOCKET_CLOSED'
}

function toMessage(email: Email, from: string) {
  return {
    // Set explicitly, so that no parser finds a second recipient in an address.
    envelope: { from, to: [email.to] },
    from: { name: toOneLine(email.senderName), address: from },
    to: { name: '', address: email.to },
    subject: toOneLine(email.subject),
    text: email.text,
    ...(email.html === undefined ? {} : { html: email.html }),
    messageId: `<${email.id}@${from.split('@')[1] ?? 'localhost'}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...email.headers },
  }
}
