import { randomUUID } from 'node:crypto'
import type { emailRoutes, HandlerOutput, Routes } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { toOneLine } from '../bounded-text.ts'
import { recordSentEmail } from '../outbox/sent-log.ts'
import { requiresTls } from './tls.ts'
import { createEmailTransport } from './transport.ts'

type Route = 'POST /internal/send-test-email'

const timeoutMillis = 10_000
const maxReplies = 60
const maxCharacters = 500

/**
 * Makes one attempt with settings that may not be saved yet. Returns how far it got and the refusal of the server.
 */
export async function sendTestEmail(
  ctx: Context,
  { recipient_email: to, email_config: config }: Routes[Route]['request']['body'],
): Promise<HandlerOutput<(typeof emailRoutes)[Route]>> {
  const { host, port, username, password, sender_name, sender_email } = config
  const replies: string[] = []
  let isUpgraded = false
  const transport = createEmailTransport(
    { host, port, username, password, from: sender_email },
    {
      allowsPrivateAddresses: !ctx.platform.config.isProduction,
      requiresTls: requiresTls(ctx.platform.config, 'projects'),
      maxConnections: 1,
      timeoutMillis,
      onDialogue: (from, text) => {
        if (from === 'tls') isUpgraded = true
        else if (replies.length < maxReplies) replies.push(toOneLine(text))
      },
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
  await recordSentEmail(ctx.db, ctx.project.id, {
    kind: 'test',
    subject,
    to,
    sender: { type: 'standard', host, port, username, sender_name, sender_email },
    failure,
    now: ctx.now(),
  })
  const said = (code: string) => replies.some((reply) => reply.startsWith(code))
  const refusal = replies.findLast((reply) => /^[45]\d\d/.test(reply))?.slice(0, maxCharacters)
  const smtp = {
    is_connected: said('220'),
    is_encrypted: isUpgraded || (port === 465 && said('220')),
    is_signed_in: said('235'),
    is_accepted: failure === undefined,
    // Only from what speaks SMTP: the words of any other service in a network are nobody's business here.
    refusal: (said('220') && said('250') && refusal) || null,
  }
  return failure ? { success: false, error_message: failure.message, smtp } : { success: true, smtp }
}
