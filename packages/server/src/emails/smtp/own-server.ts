import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
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

/** If anybody can own projects, the shared email server only sends what users need to sign in. */
export async function assertOwnTextAllowed({ project, services }: Context): Promise<void> {
  if (!(await services.emailServers.mayBeOwnText(project))) throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
}
