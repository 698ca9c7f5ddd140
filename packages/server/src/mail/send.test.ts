import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { testProject } from '../testing/index.ts'
import { enqueueMail, findOutgoingMail } from './outbox.ts'
import { createMailer } from './send.ts'
import { createMailServers } from './servers.ts'

const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

/** A mail server that greets and then answers every command with these words. */
async function stubbornMailServer(
  greeting: string,
  answer: string,
): Promise<{ host: string; port: number; from: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`${greeting}\r\n`)
    socket.on('data', () => socket.write(`${answer}\r\n`))
  }).listen(0, '127.0.0.1')
  opened.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port, from: 'noreply@example.com' }
}

async function outgoingMail(worthlessAfter = new Date(Date.now() + 60_000)) {
  const project = await testProject()
  // What fails here on purpose is not worth a line.
  const services = { ...project.server.services, log: createLog({ level: 'silent', isProduction: false }) }
  const { db, secrets } = services
  const variables = { projectDisplayName: 'App', userDisplayName: '', emailVerificationLink: 'https://app.example.com' }
  const mail = {
    template: 'email_verification',
    to: 'ada@example.com',
    variables,
    worthlessAfter,
    now: new Date(),
  } as const
  await enqueueMail(db, project, mail, secrets)
  const { id } = await db
    .selectFrom('outgoing_mails')
    .select('id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  const logRows = () => db.selectFrom('sent_emails').selectAll().where('project_id', '=', project.id).execute()
  const isWaiting = async () => (await findOutgoingMail(db, project.id, id, secrets)) !== undefined
  const job = { project_id: project.id, mail_id: id }
  return { services, job, logRows, isWaiting }
}

test('a mail that the server cannot take for now is tried again', async () => {
  const { services, job, logRows, isWaiting } = await outgoingMail()
  const smtp = await stubbornMailServer('220 hello', '450 try later')
  const servers = createMailServers(smtp, { allowsPrivateAddresses: true, outbound: services.outbound })
  const send = createMailer({ ...services, mailServers: servers })
  await expect(send(job, { isLast: false })).rejects.toThrow('could not take the mail for now')
  expect(await isWaiting()).toBe(true)
  expect(await logRows()).toMatchObject([
    { recipients: ['ada@example.com'], error: { errorType: 'TEMPORARY', canRetry: true } },
  ])
  servers.close()
})

test('a mail that the server refuses for good is given up and logged', async () => {
  const { services, job, logRows, isWaiting } = await outgoingMail()
  const smtp = await stubbornMailServer('220 hello', '554 no')
  const servers = createMailServers(smtp, { allowsPrivateAddresses: true, outbound: services.outbound })
  const send = createMailer({ ...services, mailServers: servers })
  await send(job, { isLast: false })
  expect(await isWaiting()).toBe(false)
  expect(await logRows()).toMatchObject([{ error: { errorType: 'REJECTED', canRetry: false } }])
  servers.close()
})

test('a server that is not there is tried again until the last attempt', async () => {
  const { services, job, logRows, isWaiting } = await outgoingMail()
  const smtp = { host: '127.0.0.1', port: 1, from: 'noreply@example.com' }
  const servers = createMailServers(smtp, { allowsPrivateAddresses: true, outbound: services.outbound })
  const send = createMailer({ ...services, mailServers: servers })
  await expect(send(job, { isLast: false })).rejects.toThrow()
  expect(await isWaiting()).toBe(true)
  await send(job, { isLast: true })
  expect(await isWaiting()).toBe(false)
  expect(await logRows()).toHaveLength(2)
  servers.close()
})

test('a mail whose code has expired is dropped and marked, not sent', async () => {
  const { services, job, logRows, isWaiting } = await outgoingMail(new Date(Date.now() - 1))
  const smtp = { host: '127.0.0.1', port: 1, from: 'noreply@example.com' }
  const servers = createMailServers(smtp, { allowsPrivateAddresses: true, outbound: services.outbound })
  const send = createMailer({ ...services, mailServers: servers })
  await send(job, { isLast: false })
  expect(await isWaiting()).toBe(false)
  expect(await logRows()).toMatchObject([{ error: { errorType: 'EXPIRED' } }])
  servers.close()
})
