import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createCodeResolver } from '../../requested-codes.ts'
import { testProject } from '../../testing/index.ts'
import { firstAttempt } from '../../testing/jobs.ts'
import { openScriptedSmtp } from '../../testing/smtp-script.ts'
import { enqueueEmail } from './outbox.ts'
import { createEmailSender } from './send.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function outgoingEmail(discardAfter = new Date(Date.now() + 60_000)) {
  const project = await testProject()
  // What fails here on purpose is not worth a line.
  const platform = { ...project.server.platform, log: createLog({ level: 'silent', isProduction: false }) }
  const { db, secrets } = platform
  const variables = {
    projectDisplayName: 'App',
    userDisplayName: '',
    emailVerificationLink: 'https://app.example.com',
    accountName: 'Ada',
    notMeLink: 'https://app.example.com/not-me',
  }
  const email = {
    kind: 'email_verification',
    to: 'ada@example.com',
    locale: null,
    variables,
    discardAfter,
    now: new Date(),
  } as const
  await enqueueEmail(db, project, email, secrets)
  const logRows = () => db.selectFrom('sent_emails').selectAll().where('project_id', '=', project.id).execute()
  const findEmail = () =>
    db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', project.id).executeTakeFirst()
  const isWaiting = async () => ((await findEmail())?.next_attempt_at ?? null) !== null
  /** One attempt over the server at this port. */
  const attempt = async (port: number, attempts?: number) => {
    const due = { next_attempt_at: new Date(0), ...(attempts === undefined ? {} : { attempts }) }
    await db.updateTable('outgoing_emails').set(due).where('project_id', '=', project.id).execute()
    const smtp = { host: '127.0.0.1', port, from: 'noreply@example.com' }
    await createEmailSender({ ...platform, smtp }, createCodeResolver(platform))(
      { project_id: project.id },
      firstAttempt,
    )
  }
  return { attempt, logRows, findEmail, isWaiting }
}

async function openSmtp(script: Parameters<typeof openScriptedSmtp>[0]) {
  const smtp = await openScriptedSmtp(script)
  opened.push(smtp)
  return smtp
}

test('an email that the server defers is retried', async () => {
  const { attempt, logRows, findEmail, isWaiting } = await outgoingEmail()
  const { port } = await openSmtp({ rcpt: ({ say }) => say('450 try later') })
  await attempt(port)
  expect(await isWaiting()).toBe(true)
  expect(await findEmail()).toMatchObject({ attempts: 1, claimed_until: null })
  expect(await logRows()).toMatchObject([
    { recipients: ['ada@example.com'], error: { errorType: 'TEMPORARY', canRetry: true } },
  ])
})

test('an email that the server rejects permanently is given up and logged', async () => {
  const { attempt, logRows, isWaiting } = await outgoingEmail()
  const { port } = await openSmtp({ rcpt: ({ say }) => say('554 no') })
  await attempt(port)
  expect(await isWaiting()).toBe(false)
  expect(await logRows()).toMatchObject([{ error: { errorType: 'REJECTED', canRetry: false } }])
})

test('a server that is not there is tried again until the last attempt', async () => {
  const { attempt, logRows, isWaiting } = await outgoingEmail()
  await attempt(1)
  expect(await isWaiting()).toBe(true)
  await attempt(1, 11)
  expect(await isWaiting()).toBe(false)
  const lost = { error: { errorType: 'SOCKET_CLOSED', canRetry: false } }
  expect(await logRows()).toMatchObject([lost, lost])
})

test('an email that may have arrived is retried with the same id, but not all day', async () => {
  const { attempt, isWaiting } = await outgoingEmail()
  const { port, emails } = await openSmtp({ endOfData: ({ socket }) => socket.resetAndDestroy() })
  for (let n = 0; n < 2; n++) await attempt(port)
  expect(await isWaiting()).toBe(true)
  await attempt(port)
  expect(await isWaiting()).toBe(false)
  const ids = emails.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
})

test('refusals do not count as unconfirmed attempts: after them, a lost confirmation does not end an email', async () => {
  const { attempt, isWaiting, findEmail } = await outgoingEmail()
  const refusing = await openSmtp({ endOfData: ({ say }) => say('451 try later') })
  const cutting = await openSmtp({ endOfData: ({ socket }) => socket.resetAndDestroy() })
  const working = await openSmtp({})
  for (const { port } of [refusing, refusing, refusing, cutting, refusing, cutting]) {
    await attempt(port)
    expect(await isWaiting()).toBe(true)
  }
  await attempt(working.port)
  expect(await findEmail()).toBeUndefined()
  const ids = [...cutting.emails, ...working.emails].map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(1)
})

test('an email whose code has expired is marked and not sent', async () => {
  const { attempt, logRows, isWaiting } = await outgoingEmail(new Date(Date.now() - 1))
  await attempt(1)
  expect(await isWaiting()).toBe(false)
  const error = { errorType: 'UNKNOWN', canRetry: false, message: expect.stringContaining('expired before') }
  expect(await logRows()).toMatchObject([{ error }])
})
