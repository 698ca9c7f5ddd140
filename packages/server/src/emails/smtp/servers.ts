import type { EmailServerKind } from '../../platform/config/settings.ts'
import type { Quotas } from '../../platform/limits/quotas.ts'
import type { Telemetry } from '../../platform/observability/telemetry.ts'
import type { OutboundClient } from '../../platform/outbound/client.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { boundName } from '../bounded-text.ts'
import type { SmtpServer } from './connection.ts'
import type { EmailFailure } from './failures.ts'
import { findOwnEmailServer } from './own-server.ts'
import { type BatchFailure, sendResendBatch } from './resend-api.ts'
import { createEmailSharing, type EmailSharing } from './sharing.ts'
import { requiresTls } from './tls.ts'
import { createEmailTransport, type Email, type EmailTransport } from './transport.ts'

export interface ProjectEmail extends Omit<Email, 'senderName'> {
  /** Whether it contains nothing written by the project. */
  isBuiltIn: boolean
}

/** The sender in the log of sent emails. */
export interface SenderConfig {
  type: 'shared' | 'standard'
  host: string
  port: number
  username: string
  sender_name: string
  sender_email: string
}

export interface EmailServers {
  /** Makes one attempt with the project's own server, or with the shared one. */
  send(project: Project, email: ProjectEmail): Promise<EmailFailure | undefined>
  /** Whether the project's own server supports batches. */
  takesBatches(project: Project): boolean
  /**
   * Makes one attempt for a batch, and returns the failure of each email. A batch with a known ID is not sent again.
   */
  sendBatch(project: Project, batch: { id: string; emails: ProjectEmail[] }): Promise<(BatchFailure | undefined)[]>
  describeSender(project: Project): SenderConfig
  /** Whether there is an email server for the project. */
  hasServer(project: Project): boolean
  /** For how long no email can be sent, because the project has used up its quota. */
  secondsToWait(project: Project): number | undefined
  /** Whether the project may send emails with its own content. */
  mayBeOwnText(project: Project): Promise<boolean>
  /** Whether only built-in emails may be sent, because anybody can use the shared server. */
  mustBeBuiltIn(project: Project): Promise<boolean>
  close(): void
}

const attemptMillis = 30_000
const idleMillis = 60_000
/** Emails to one server share its connections; every project has its own. */
const maxConnections = 4

/** All email servers. Connections to servers of projects are kept while they are in use. */
export function createEmailServers(
  shared: SmtpServer | undefined,
  options: {
    allowsPrivateAddresses: boolean
    requiresTls: Record<EmailServerKind, boolean>
    outbound: OutboundClient
    sharing: EmailSharing
    quotas: Quotas
    telemetry: Telemetry
  },
): EmailServers {
  const { allowsPrivateAddresses, requiresTls, outbound, sharing, quotas, telemetry } = options
  const common = { maxConnections, timeoutMillis: attemptMillis }
  const sharedTransport =
    shared && createEmailTransport(shared, { ...common, allowsPrivateAddresses: true, requiresTls: requiresTls.shared })
  const owned = new Map<string, { transport: EmailTransport; timer: NodeJS.Timeout }>()

  function openOwned(projectId: string, server: SmtpServer): EmailTransport {
    const key = JSON.stringify([projectId, server])
    const known = owned.get(key)
    if (known) {
      known.timer.refresh()
      return known.transport
    }
    const transport = createEmailTransport(server, {
      ...common,
      allowsPrivateAddresses,
      requiresTls: requiresTls.projects,
    })
    const timer = setTimeout(() => {
      owned.delete(key)
      transport.close()
    }, idleMillis).unref()
    owned.set(key, { transport, timer })
    return transport
  }

  async function send(project: Project, email: ProjectEmail): Promise<EmailFailure | undefined> {
    const own = findOwnEmailServer(project.config)
    const transport = own ? openOwned(project.id, own) : sharedTransport
    if (!transport) return notConfigured
    const refusal = own ? undefined : await sharing.refuse(project, email)
    if (!refusal && (await quotas.take('emails', project.id, 1)) === 0) return overQuota
    return refusal ?? transport.send({ ...email, senderName: own?.senderName ?? boundName(project.display_name) })
  }

  const count = (failure: unknown) =>
    telemetry.count('latchkey.emails', { outcome: failure === undefined ? 'sent' : 'failed' })

  return {
    async send(project, email) {
      const failure = await telemetry.trace('send email', () => send(project, email))
      count(failure)
      return failure
    },
    takesBatches: (project) => findOwnEmailServer(project.config)?.isResend ?? false,
    async sendBatch(project, batch) {
      const own = findOwnEmailServer(project.config)
      if (!own?.isResend) throw new Error('The email server of the project does not support batches.')
      // A batch is sent as a whole: its recipients are its identity.
      const isOverQuota = (await quotas.take('emails', project.id, batch.emails.length)) === 0
      if (isOverQuota) return batch.emails.map(() => ({ message: overQuota.message, canRetry: true }))
      const { password: apiKey, from, senderName } = own
      const sender = { apiKey, from, senderName }
      const failures = await telemetry.trace('send emails', () => sendResendBatch(outbound, sender, batch))
      for (const failure of failures) count(failure)
      return failures
    },
    hasServer: (project) => sharedTransport !== undefined || findOwnEmailServer(project.config) !== undefined,
    secondsToWait: (project) => quotas.secondsToWait('emails', project.id),
    mayBeOwnText: async (project) =>
      findOwnEmailServer(project.config) !== undefined ||
      (sharedTransport !== undefined && (await sharing.isForAllEmails())),
    mustBeBuiltIn: async (project) =>
      findOwnEmailServer(project.config) === undefined && (await sharing.isForBuiltInOnly(project)),
    describeSender(project) {
      const own = findOwnEmailServer(project.config)
      const { host = '', port = 0, username = '', from = '' } = own ?? shared ?? {}
      return {
        type: own ? 'standard' : 'shared',
        host,
        port,
        username,
        sender_name: own?.senderName ?? project.display_name,
        sender_email: from,
      }
    },
    close() {
      sharedTransport?.close()
      for (const { transport, timer } of owned.values()) {
        clearTimeout(timer)
        transport.close()
      }
      owned.clear()
    },
  }
}

const overQuota: EmailFailure = {
  errorType: 'UNKNOWN',
  isPassing: true,
  message: 'The project has sent as many emails as it may send in a day.',
}

const notConfigured: EmailFailure = {
  errorType: 'UNKNOWN',
  isPassing: true,
  message: 'No email server is configured.',
}

export const emailServers = oncePerServer((platform) => {
  const { config, smtp, outbound, telemetry, quotas } = platform
  const servers = createEmailServers(smtp, {
    allowsPrivateAddresses: !config.isProduction,
    requiresTls: { shared: requiresTls(config, 'shared'), projects: requiresTls(config, 'projects') },
    outbound,
    telemetry,
    sharing: createEmailSharing(platform, config),
    quotas,
  })
  platform.onClose(servers.close)
  return servers
})
