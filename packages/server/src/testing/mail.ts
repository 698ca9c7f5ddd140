import { type Inbox, type InboxMail, startInbox } from '../inbox/inbox.ts'
import { startJobs } from '../jobs/jobs.ts'
import { createMailer } from '../mail/send.ts'
import { createDatabase } from './database.ts'
import { openTestServer, type TestServer } from './server.ts'

export interface TestMail {
  server: TestServer
  inbox: Inbox
  /** The newest mail to somebody, as soon as it is there. */
  waitForMail(to: string): Promise<InboxMail>
  close(): Promise<void>
}

const maxMillis = 10_000

/** A server with the real way of a mail: outbox, job, SMTP, and an inbox at its end. */
export async function openMailServer(sharedDatabaseUrl: string): Promise<TestMail> {
  const database = await createDatabase(sharedDatabaseUrl)
  const server = await openTestServer(database.url)
  const { db, secrets, log, now } = server.services
  const inbox = await startInbox(log)
  const mailer = createMailer({ db, secrets, smtp: inbox.smtp, log, now })
  const jobs = await startJobs(database.url, { 'send-mail': mailer.send }, log)
  return {
    server,
    inbox,
    waitForMail: (to) => waitForMail(inbox, to),
    close: async () => {
      await jobs.stop()
      mailer.close()
      await inbox.close()
      await server.close()
      await database.drop()
    },
  }
}

function waitForMail(inbox: Inbox, to: string): Promise<InboxMail> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      unsubscribe()
      reject(new Error(`No mail to ${to} came in ${maxMillis} ms.`))
    }, maxMillis)
    const look = () => {
      const mail = inbox.list().find((candidate) => candidate.to.includes(to))
      if (!mail) return
      clearTimeout(timer)
      unsubscribe()
      resolve(mail)
    }
    const unsubscribe = inbox.subscribe(look)
    look()
  })
}
