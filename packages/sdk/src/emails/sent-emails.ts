import type { Admin } from '../core/actors.ts'
import { failed, ok, type Result } from '../errors/result.ts'
import type { AdminEmailServer } from '../projects/admin-project-settings.ts'
import type { Json } from '../transport/json.ts'

/**
 * An email server to test, and the recipient.
 * @example await adminApp.sendTestEmail({ recipientEmail: 'ada@example.com', emailConfig })
 */
export interface SendTestEmailOptions {
  /** The recipient of the email. */
  recipientEmail: string
  /** The email server to test. */
  emailConfig: AdminEmailServer
}

/**
 * One attempt to send an email.
 * @example
 * for (const email of await adminApp.listSentEmails()) {
 *   console.log(email.id, email.sentAt, email.senderConfig.type, email.to, email.recipient, email.subject, email.error)
 * }
 */
export interface AdminSentEmail {
  /** The id of the email. */
  readonly id: string
  /** The subject line. */
  readonly subject: string
  /** The recipients. */
  readonly to: readonly string[]
  /** The first of `to`. */
  readonly recipient: string
  /** When it was sent. */
  readonly sentAt: Date
  /** The email server that sent it. */
  readonly senderConfig: { readonly type: 'shared' | 'standard' } & Omit<AdminEmailServer, 'password'>
  /** Null if the email server accepted the email. */
  readonly error: Json
}

export async function listSentEmails({ core, as }: Admin): Promise<AdminSentEmail[]> {
  const { items } = await core.call('GET /internal/emails', as)
  return items.map(({ id, subject, to, sent_at_millis, sender_config, error }) => {
    const { sender_name, sender_email, ...sender } = sender_config
    return Object.freeze({
      id,
      subject,
      to,
      recipient: to[0] ?? '',
      sentAt: new Date(sent_at_millis),
      senderConfig: { ...sender, senderName: sender_name, senderEmail: sender_email },
      error: error as Json,
    })
  })
}

export async function resendEmail({ core, as }: Admin, id: string): Promise<void> {
  await core.call('POST /internal/emails/{id}/resend', { ...as, params: { id }, body: {} })
}

export async function sendTestEmail(
  { core, as }: Admin,
  { recipientEmail, emailConfig }: SendTestEmailOptions,
): Promise<Result<undefined, { errorMessage: string }>> {
  const { host, port, username, password, senderName, senderEmail } = emailConfig
  const body = {
    recipient_email: recipientEmail,
    email_config: { host, port, username, password, sender_name: senderName, sender_email: senderEmail },
  }
  const { success, error_message } = await core.call('POST /internal/send-test-email', { ...as, body })
  return success ? ok(undefined) : failed({ errorMessage: error_message ?? 'Email test error not specified' })
}

export async function sendSignInInvitationEmail({ core, as }: Admin, email: string, callbackUrl: string) {
  await core.call('POST /internal/send-sign-in-invitation', { ...as, body: { email, callback_url: callbackUrl } })
}
