import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { execute } from '@latchkey/server/testing'
import type { ReceivedEmail } from './email-sink.ts'
import type { Result } from './fault.ts'
import { ask } from './node.ts'
import { openRig, type Rig, until } from './rig.ts'

/** Claims of emails, webhooks and jobs last a minute, because another server cannot know whether the first still works. */
const maxSeconds = 100
/** Less than the servers' time limit for a statement. */
const lockSeconds = 3.5
const scheduled = ['clean-up', 'back-up', 'wake-deliveries', 'end-test-subscriptions']
const kinds = ['send-email', 'send-bulk-email', 'deliver-webhooks', 'delete-project', ...scheduled]

/** All jobs of a server are held in the middle, the server is killed, and another one has to do all of them. */
export const jobFault = {
  id: 'F21',
  name: `a server is killed in the middle of jobs (${kinds.join(', ')})`,
  tries: 3,
  async run(tries: number): Promise<Result> {
    const problems: string[] = []
    let slowest = 0
    for (let attempt = 0; attempt < tries; attempt++) {
      const backups = mkdtempSync(join(tmpdir(), 'latchkey-backups-'))
      const rig = await openRig({ nodes: 1, env: () => ({ LATCHKEY_BACKUP_FOLDER: backups }) })
      try {
        slowest = Math.max(slowest, await killAtWork(rig, backups, problems))
      } finally {
        await rig.close()
        rmSync(backups, { recursive: true, force: true })
      }
    }
    return { tries, seconds: slowest, problems }
  },
}

async function killAtWork(rig: Rig, backups: string, problems: string[]): Promise<number> {
  const { databaseUrl, emails, webhooks, nodes } = rig
  const { url, program } = nodes[0]!
  const project = await createProject(url)
  const [codeEmail, lateEmail, subject] = [newEmail(), newEmail(), randomUUID()]
  const lateUser = await createUser(url, lateEmail)
  await until(() => webhooks.received.some(({ data }) => data.id === lateUser), 60)

  await emails.become('hangs')
  webhooks.respond = () => new Promise<number>(() => {})
  const user = await createUser(url, codeEmail)
  await post(url, '/auth/otp/send-sign-in-code', { email: codeEmail, callback_url: callback })
  await post(url, '/emails/send-email', { user_ids: [user], subject, html: '<p>Hello</p>' })
  await expectActive(databaseUrl, ['send-email', 'send-bulk-email', 'deliver-webhooks'], 30)

  const locked = execute(
    databaseUrl,
    `BEGIN; LOCK TABLE verification_codes, webhook_deliveries, subscriptions IN ACCESS EXCLUSIVE MODE;
     SELECT pg_sleep(${lockSeconds}); COMMIT`,
  )
  await delay(100)
  await post(url, '/auth/otp/send-sign-in-code', { email: lateEmail, callback_url: callback })
  await project.delete()
  for (const name of scheduled) await addJob(databaseUrl, name)
  await expectActive(databaseUrl, kinds, 3)
  program.kill('SIGKILL')
  await program.exited
  await locked

  await emails.become('accepts')
  webhooks.respond = () => 200
  const startedAt = performance.now()
  rig.restart(0)
  for (const name of scheduled) await addJob(databaseUrl, name)
  const isBulk = (email: ReceivedEmail) => email.subject === subject
  const isCode = (email: ReceivedEmail) => email.recipient === codeEmail && !isBulk(email)
  const isLateCode = (email: ReceivedEmail) => email.recipient === lateEmail
  const open: Record<string, () => boolean | Promise<boolean>> = {
    'the code that was being sent': () => count(emails.received(), isCode) >= 1,
    'the code that was being prepared': () => count(emails.received(), isLateCode) >= 1,
    'the email to many': () => count(emails.received(), isBulk) >= 1,
    'the webhook': () => count(webhooks.received, ({ data }) => data.id === user) >= 2,
    'the deletion': () => isEmpty(databaseUrl, `SELECT FROM projects WHERE id = '${project.id}'`),
    'the backup': () => readdirSync(backups).some((name) => name.endsWith('.backup')),
    'scheduled jobs': () =>
      isEmpty(databaseUrl, 'SELECT FROM jobs WHERE claim_id IS NULL AND next_attempt_at <= now()'),
  }
  for (const [what, isDone] of Object.entries(open)) {
    const left = maxSeconds - (performance.now() - startedAt) / 1000
    if (!(await until(isDone, Math.max(left, 1)))) problems.push(`${what} was not done`)
  }
  for (const isOne of [isCode, isLateCode, isBulk]) {
    const times = count(emails.received(), isOne)
    if (times > 1) problems.push(`${times} emails instead of one`)
  }
  return (performance.now() - startedAt) / 1000
}

const callback = 'http://localhost:8102/handler/magic-link-callback'
const newEmail = () => `${randomUUID()}@example.com`

async function post(url: string, path: string, body: object, headers?: Record<string, string>) {
  const response = await ask(url, 'POST', path, { body, ...(headers && { headers }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

async function createUser(url: string, email: string): Promise<string> {
  const signIn = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true }
  return (await post(url, '/users', signIn)).id
}

/** As its owner would. */
async function createProject(url: string) {
  const owner = await createUser(url, newEmail())
  const { access_token: token } = await post(url, '/auth/sessions', { user_id: owner })
  const team = await post(url, '/teams', { display_name: 'Owners', creator_user_id: owner })
  const body = { display_name: 'To be deleted', owner_team_id: team.id }
  const { id } = await post(url, '/internal/projects', body, { 'x-stack-access-token': token })
  return {
    id: id as string,
    async delete() {
      const headers = { 'x-stack-project-id': id, 'x-stack-access-type': 'admin', 'x-stack-admin-access-token': token }
      const response = await fetch(`${url}/api/v1/internal/projects/current`, { method: 'DELETE', headers })
      if (!response.ok) throw new Error(`The project was not deleted: ${await response.text()}`)
    },
  }
}

async function addJob(databaseUrl: string, name: string): Promise<void> {
  await execute(
    databaseUrl,
    `INSERT INTO jobs (name, payload) VALUES ('${name}', '{}');
     SELECT pg_notify('latchkey_job_added', '${name}')`,
  )
}

async function expectActive(databaseUrl: string, names: string[], maxWait: number): Promise<void> {
  let active = new Set<string>()
  const isDone = async () => {
    const { rows } = await execute(databaseUrl, 'SELECT DISTINCT name FROM jobs WHERE claimed_until > now()')
    active = new Set(rows.map(({ name }) => name))
    return names.every((name) => active.has(name))
  }
  if (await until(isDone, maxWait)) return
  throw new Error(`These jobs did not start: ${names.filter((name) => !active.has(name)).join(', ')}`)
}

async function isEmpty(databaseUrl: string, query: string): Promise<boolean> {
  return (await execute(databaseUrl, query)).rowCount === 0
}

function count<T>(all: T[], isMeant: (one: T) => boolean): number {
  return all.filter(isMeant).length
}
