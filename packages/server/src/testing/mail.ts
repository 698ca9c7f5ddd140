import { createBulkMailer } from '../emails/send/bulk.ts'
import { type Inbox, type InboxMail, startInbox } from '../inbox/inbox.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { MailKind } from '../mail/outbox.ts'
import { createMailer } from '../mail/send.ts'
import { createMailServers } from '../mail/servers.ts'
import { createDatabase } from './database.ts'
import { openTestServer, type TestServer } from './server.ts'

export interface TestMail {
  server: TestServer
  inbox: Inbox
  /** The newest mail to somebody, of this kind if one is named, as soon as it is there. */
  waitForMail(to: string, template?: MailKind): Promise<InboxMail>
  close(): Promise<void>
}

const maxMillis = 10_000

/** Settings of a mail server of the project's own, at which nobody answers. */
export const ownMailServer = {
  isShared: false,
  provider: 'smtp',
  host: '127.0.0.1',
  port: 1,
  username: 'user',
  password: 'password',
  senderName: 'Sender',
  senderEmail: 'sender@example.com',
} as const

/** A server with the real way of a mail: outbox, job, SMTP, and an inbox at its end. */
export async function openMailServer(
  sharedDatabaseUrl: string,
  options: Parameters<typeof openTestServer>[1] = {},
): Promise<TestMail> {
  const database = await createDatabase(sharedDatabaseUrl)
  const server = await openTestServer(database.url, options)
  const { log } = server.services
  const inbox = await startInbox(log)
  const servers = createMailServers(inbox.smtp, { allowsPrivateAddresses: true })
  const jobs = await startJobs(
    database.url,
    {
      'send-mail': createMailer(server.services, servers),
      'send-bulk-mail': createBulkMailer(server.services, servers),
    },
    log,
  )
  return {
    server,
    inbox,
    waitForMail: (to, template) => waitForMail(inbox, to, template),
    close: async () => {
      await jobs.stop()
      servers.close()
      await inbox.close()
      await server.close()
      await database.drop()
    },
  }
}

function waitForMail(inbox: Inbox, to: string, template?: MailKind): Promise<InboxMail> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      unsubscribe()
      reject(new Error(`No ${template ?? 'mail'} to ${to} came in ${maxMillis} ms.`))
    }, maxMillis)
    const look = () => {
      const isWanted = (mail: InboxMail) => mail.to.includes(to) && (!template || mail.template === template)
      const mail = inbox.list().find(isWanted)
      if (!mail) return
      clearTimeout(timer)
      unsubscribe()
      resolve(mail)
    }
    const unsubscribe = inbox.subscribe(look)
    look()
  })
}
