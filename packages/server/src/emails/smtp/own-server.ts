import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { ProjectConfig } from '../../project-config/render.ts'
import type { SmtpServer } from './connection.ts'

export interface OwnEmailServer extends SmtpServer {
  password: string
  senderName: string
  /** Whether it is Resend, which takes many mails in one call of its HTTP API. */
  isResend: boolean
}

const resendHost = 'smtp.resend.com'

/** The project's own mail server. Undefined if it shares the operator's, and if something about its own is missing. */
export function findOwnEmailServer({ emails }: ProjectConfig): OwnEmailServer | undefined {
  const { isShared, provider, host, port, username, password, senderName, senderEmail } = emails.server
  if (isShared || !host || port === undefined || !username || !password || !senderName || !senderEmail) return undefined
  const isResend = provider === 'resend' || host.toLowerCase() === resendHost
  return { host, port, username, password, senderName, from: senderEmail, isResend }
}

/** While strangers can own projects, the operator's server is for what people need to sign in and for nothing else. */
export async function assertOwnTextAllowed({ project, services }: Context): Promise<void> {
  if (!(await services.emailServers.mayBeOwnText(project))) throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
}
