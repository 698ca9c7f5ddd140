import { randomUUID } from 'node:crypto'
import type { emailRoutes, HandlerOutput, Routes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { insertSentEmail } from '../outbox/sent-log.ts'
import { requiresTls } from './tls.ts'
import { createEmailTransport } from './transport.ts'

type Route = 'POST /internal/send-test-email'

const timeoutMillis = 10_000

/**
 * Makes one attempt with settings that may not be saved yet. Returns the kind of failure, not the server's response.
 */
export async function sendTestEmail(
  ctx: Context,
  { recipient_email: to, email_config: config }: Routes[Route]['request']['body'],
): Promise<HandlerOutput<(typeof emailRoutes)[Route]>> {
  const { host, port, username, password, sender_name, sender_email } = config
  const transport = createEmailTransport(
    { host, port, username, password, from: sender_email },
    {
      allowsPrivateAddresses: !ctx.services.config.isProduction,
      requiresTls: requiresTls(ctx.services.config, 'projects'),
      maxConnections: 1,
      timeoutMillis,
    },
  )
  const subject = 'Test email from Latchkey'
  const failure = await transport.send({
    id: randomUUID(),
    to,
    senderName: sender_name,
    subject,
    text: `If you can read this, the email server of ${ctx.project.display_name} works.`,
    headers: { 'X-Latchkey-Template': 'test' },
  })
  transport.close()
  await insertSentEmail(ctx.db, ctx.project.id, {
    template: 'test',
    subject,
    to,
    sender: { type: 'standard', host, port, username, sender_name, sender_email },
    failure,
    now: ctx.now(),
  })
  return failure ? { success: false, error_message: failure.message } : { success: true }
}
