import { createEmailJobs } from '../emails/jobs.ts'
import type { EmailKind } from '../emails/outbox/outbox.ts'
import { emailRenderer } from '../emails/rendering/renderer.ts'
import { startJobs } from '../platform/jobs/workers.ts'
import { createLog } from '../platform/log.ts'
import { createCodeResolver } from '../requested-codes.ts'
import { type Inbox, type InboxEmail, startInbox } from '../site/inbox/inbox.ts'
import { createDatabase } from './database.ts'
import { openTestServer, type TestServer } from './server.ts'

export interface TestEmail {
  server: TestServer
  inbox: Inbox
  /** Waits for the newest email to an address, optionally of one kind. */
  waitForEmail(to: string, template?: EmailKind): Promise<InboxEmail>
  close(): Promise<void>
}

const maxMillis = 20_000

/** Settings of a project's own SMTP server, which nothing listens on. */
export const ownEmailServer = {
  isShared: false,
  provider: 'smtp',
  host: '127.0.0.1',
  port: 1,
  username: 'user',
  password: 'password',
  senderName: 'Sender',
  senderEmail: 'sender@example.com',
} as const

/** A server with the whole path of an email: outbox, job, SMTP, and an inbox at the end. */
export async function openEmailServer(
  sharedDatabaseUrl: string,
  options: Parameters<typeof openTestServer>[1] = {},
): Promise<TestEmail> {
  const database = await createDatabase(sharedDatabaseUrl)
  const inbox = await startInbox(createLog({ level: 'error', isProduction: false }))
  const server = await openTestServer(database.url, { smtp: inbox.smtp, ...options })
  const { platform } = server
  const handlers = createEmailJobs(platform, createCodeResolver(platform))
  const jobs = startJobs({ ...platform, handlers })
  return {
    server,
    inbox,
    waitForEmail: (to, template) => waitForEmail(inbox, to, template),
    close: async () => {
      await jobs.stop()
      await server.close()
      await inbox.close()
      await database.drop()
    },
  }
}

function waitForEmail(inbox: Inbox, to: string, template?: EmailKind): Promise<InboxEmail> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      unsubscribe()
      reject(new Error(`No ${template ?? 'email'} to ${to} came in ${maxMillis} ms.`))
    }, maxMillis)
    const look = () => {
      const isWanted = (email: InboxEmail) => email.to.includes(to) && (!template || email.template === template)
      const email = inbox.list().find(isWanted)
      if (!email) return
      clearTimeout(timer)
      unsubscribe()
      resolve(email)
    }
    const unsubscribe = inbox.subscribe(look)
    look()
  })
}

/** For tests that render emails while a browser uses the same machine. */
export function allowSlowRendering({ platform }: TestServer): void {
  const renderer = emailRenderer(platform)
  emailRenderer.replace(platform, {
    ...renderer,
    render: (projectId, sources, inputs, options) =>
      renderer.render(projectId, sources, inputs, { ...options, maxMillis: 60_000 }),
  })
}
