import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { openEmailServer, separateServer, type TestEmail, type TestServer } from '../../testing/index.ts'
import { createTestProject, projectWithKeys, sendRequest } from '../../testing/project.ts'
import { internalKeys, testCronSecret } from '../../testing/server.ts'
import { createPerson } from '../../testing/world.ts'
import { recordSentEmail } from '../outbox/sent-log.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())

const route = 'POST /internal/failed-emails-digest'
const headers = { authorization: `Bearer ${testCronSecret}` }
const digest = async (query = {}) => (await sendRequest(emailServer.server, route, { headers, query })).body as Answer
interface Answer {
  failed_emails_by_tenancy: {
    project_id: string
    tenancy_id: string
    emails: { subject: string }[]
    tenant_owner_emails: string[]
  }[]
}

async function createOwnedProject(failures: string[], owners = 1, server: TestServer = emailServer.server) {
  const internal = projectWithKeys(server, 'internal', internalKeys)
  const { id: teamId } = await internal.call('POST /teams', { as: 'server', body: { display_name: 'Owners' } })
  const people = []
  for (let n = 0; n < owners; n++) {
    const person = await createPerson(internal)
    await internal.call('POST /team-memberships/{team_id}/{user_id}', {
      as: 'server',
      params: { team_id: teamId, user_id: person.id },
      body: {},
    })
    people.push(person)
  }
  const project = await createTestProject(server)
  const { db } = server.platform
  await db.updateTable('projects').set({ owner_team_id: teamId }).where('id', '=', project.id).execute()
  const sender = { type: 'shared', host: 'x', port: 1, username: '', sender_name: '', sender_email: '' } as const
  const failure = { errorType: 'REJECTED', isPassing: false, message: 'no' } as const
  for (const [index, subject] of failures.entries()) {
    const now = new Date(Date.now() - index * 1000)
    await recordSentEmail(db, project.id, { kind: 'bulk', subject, to: 'ada@example.com', sender, failure, now })
  }
  return { project, people }
}

test('every owner of a project gets one email about what failed in the last day', async () => {
  const subjects = Array.from({ length: 12 }, (_, n) => `News ${n} <b>${'x'.repeat(60)}`)
  const { project, people } = await createOwnedProject(subjects, 2)
  const untouched = await createOwnedProject([])
  const find = (answer: Answer) => answer.failed_emails_by_tenancy.filter(({ project_id }) => project_id === project.id)

  const [dry] = find(await digest({ dry_run: 'true' }))
  const { tenancy_id } = (await projectCache(emailServer.server.platform).find(project.id))!
  expect(dry!.tenancy_id).toBe(tenancy_id)
  expect(dry!.emails.map(({ subject }) => subject)).toEqual(subjects)
  expect(dry!.tenant_owner_emails).toEqual(people.map(({ email }) => email).sort())
  expect(emailServer.inbox.list()).toEqual([])

  const answer = await digest()
  expect(answer).toMatchObject({ success: true })
  expect(answer.failed_emails_by_tenancy.map(({ project_id }) => project_id)).not.toContain(untouched.project.id)
  for (const { email } of people) {
    const received = await emailServer.waitForEmail(email, 'failed_emails_digest')
    expect(received.subject).toBe('12 emails from Test project could not be sent')
    expect(received.text).toContain(`http://localhost:8102/dashboard/projects/${project.id}/emails`)
    expect(received.html).toContain('News 9 &lt;b&gt;')
    expect(received.html).not.toContain('News 10')
    expect(received.html).not.toContain('x'.repeat(50))
  }
})

describe('a digest that cannot be sent is a 500', () => {
  /** A server of its own whose shared email server gives these answers to the first recipients and takes the rest. */
  async function openRefusingServer(...refusals: string[]): Promise<TestEmail> {
    const smtp = createServer((socket) => {
      const write = (answer: string) => void socket.write(`${answer}\r\n`)
      socket.on('error', () => undefined)
      write('220 ready')
      socket.on('data', (data) => {
        const line = String(data)
        if (/^EHLO/.test(line)) write('250-hello\r\n250 AUTH PLAIN')
        else if (/^DATA/.test(line)) write('354 go on')
        else if (/^RCPT/.test(line)) write(refusals.shift() ?? '250 ok')
        else if (/^(MAIL|RSET)/.test(line) || line.endsWith('\r\n.\r\n')) write('250 ok')
      })
    })
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const { port } = smtp.address() as AddressInfo
    const refusing = await openEmailServer(inject('databaseUrl'), {
      smtp: { host: '127.0.0.1', port, from: 'server@example.com' },
    })
    onTestFinished(async () => {
      await refusing.close()
      smtp.close()
    })
    return refusing
  }

  test('with the same body, and the other owners get theirs', async () => {
    const { server } = await openRefusingServer('553 no such person')
    const { project, people } = await createOwnedProject(['News'], 2, server)
    const answer = await sendRequest(server, route, { headers })
    const failed = [{ project_id: project.id, emails: [{ subject: 'News', to: ['ada@example.com'] }] }]
    expect(answer).toMatchObject({
      status: 500,
      body: {
        success: false,
        error_message: '1 of 2 emails could not be sent. The email server rejected the address.',
        failed_emails_by_tenancy: failed,
      },
    })
    expect(answer.headers.get('x-stack-known-error')).toBeNull()
    const rows = await server.platform.db
      .selectFrom('sent_emails')
      .select(['recipients', 'error'])
      .where('project_id', '=', 'internal')
      .orderBy('sent_at')
      .execute()
    expect(rows.flatMap(({ recipients }) => recipients).sort()).toEqual(people.map(({ email }) => email).sort())
    expect(rows.map(({ error }) => error === null)).toEqual([false, true])
  })

  test('which has status 200 if the client requested that', async () => {
    const { server } = await openRefusingServer('553 no such person')
    await createOwnedProject(['News'], 1, server)
    const asked = { ...headers, 'x-stack-override-error-status': 'true' }
    const answer = await sendRequest(server, route, { headers: asked })
    expect(answer).toMatchObject({ status: 200, body: { success: false } })
    expect(answer.headers.get('x-stack-actual-status')).toBe('500')
  })

  test('also without an email server, and no attempt is made then', async () => {
    const refusing = await openEmailServer(inject('databaseUrl'), { smtp: undefined as never })
    onTestFinished(() => refusing.close())
    await createOwnedProject(['News'], 1, refusing.server)
    const answer = await sendRequest(refusing.server, route, { headers })
    expect(answer).toMatchObject({ status: 500, body: { error_message: 'No email server is configured.' } })
    const dry = await sendRequest(refusing.server, route, { headers, query: { dry_run: 'true' } })
    expect(dry).toMatchObject({ status: 200, body: { success: true } })
  })
})

describe('it has no effect', () => {
  test('for old failures, projects without owners, and deleted ones', async () => {
    const { db } = emailServer.server.platform
    const old = await createOwnedProject(['Old'])
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    await db.updateTable('sent_emails').set({ sent_at: yesterday }).where('project_id', '=', old.project.id).execute()
    const unowned = await createOwnedProject(['x'])
    await db.updateTable('projects').set({ owner_team_id: null }).where('id', '=', unowned.project.id).execute()
    const deleted = await createOwnedProject(['x'])
    await db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', deleted.project.id).execute()
    const alone = await createOwnedProject(['x'], 0)
    const ids = (await digest({ dry_run: 'true' })).failed_emails_by_tenancy.map(({ project_id }) => project_id)
    for (const { project } of [old, unowned, deleted, alone]) expect(ids).not.toContain(project.id)
  })

  test('without the secret, and in a deployment that has none', async () => {
    expect((await sendRequest(emailServer.server, route)).status).toBe(400)
    const wrong = { authorization: 'Bearer wrong' }
    expect((await sendRequest(emailServer.server, route, { headers: wrong })).status).toBe(401)
    const server = await separateServer({ config: { cronSecret: undefined } })
    for (const authorization of ['Bearer undefined', 'Bearer ', headers.authorization]) {
      expect((await sendRequest(server, route, { headers: { authorization } })).status).toBe(401)
    }
  })
})
