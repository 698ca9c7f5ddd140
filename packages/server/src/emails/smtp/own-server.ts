import type { ProjectConfig } from '../../projects/project-config/render.ts'
import type { SmtpServer } from './connection.ts'

export interface OwnEmailServer extends SmtpServer {
  password: string
  senderName: string
  /** Whether it is Resend, which accepts many emails in one call of its HTTP API. */
  isResend: boolean
}

const resendHost = 'smtp.resend.com'

/** The project's own email server. Undefined if it uses the shared one or its configuration is incomplete. */
export function findOwnEmailServer({ emails }: ProjectConfig): OwnEmailServer | undefined {
  const { isShared, provider, host, port, username, password, senderName, senderEmail } = emails.server
  if (isShared || !host || port === undefined || !username || !password || !senderName || !senderEmail) return undefined
  const isResend = provider === 'resend' || host.toLowerCase() === resendHost
  return { host, port, username, password, senderName, from: senderEmail, isResend }
}
