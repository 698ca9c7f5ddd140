/**
 * How much memory the server takes under a mixed load: at first, and after half an hour. Emails are documents, as the
 * dashboard's editor makes them; `npm run bench memory 2 code` sends code, which needs the sandbox.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { emailDocument } from './email-document.ts'
import { ownEmailServer, startEmailSink } from './email-sink.ts'
import { headersOf, startInternalServer } from './internal-server.ts'
import { type LoadRequest, requestsPerSecond } from './load.ts'
import { printReport } from './report.ts'
import { startWebhookSink } from './webhook-sink.ts'

const minutes = Number(process.argv[2] ?? 30)
const isCode = process.argv[3] === 'code'
const sampleMillis = 1_000
const password = 'correct horse battery'
const recipientsAtOnce = 20

const emailSink = await startEmailSink()
const webhookSink = await startWebhookSink()
// The same tokens for the whole run.
const server = await startInternalServer({ LATCHKEY_ACCESS_TOKEN_SECONDS: '86400' })
const { call, program, url } = server
try {
  await call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({ 'emails.server': ownEmailServer(emailSink.port) }),
  })
  await call('POST', '/internal/webhook-endpoints', { url: webhookSink.url })
  const template = await call<{ id: string }>('POST', '/internal/email-templates', {
    display_name: 'Bench',
    ...(!isCode && { document: emailDocument }),
  })
  const users: string[] = []
  for (let index = 0; index < recipientsAtOnce; index++) users.push((await importUser(index)).id)
  const requests = [
    ...(await forPeople(8, readSelf)),
    ...(await forPeople(3, refresh)),
    ...prepareSignIns(2),
    listUsers(),
  ]

  const end = performance.now() + minutes * 60_000
  let imported = 0
  let requested = 0
  const importing = repeat(100, async () => void (await importUser(recipientsAtOnce + imported++)))
  const emailing = repeat(10_000, () =>
    call('POST', '/emails/send-email', { user_ids: users, template_id: template.id, variables: { count: 7 } }),
  )
  const samples: number[] = []
  const sampling = repeat(sampleMillis, async () => void samples.push(program.residentMegabytes()))
  const requesting = repeat(0, async () => {
    requested += 10 * (await requestsPerSecond(requests, 10))
  })
  await Promise.all([importing, emailing, sampling, requesting])

  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [average(samples.slice(quarter, 2 * quarter)), average(samples.slice(-quarter))]
  const work = `${Math.round(requested)} requests, ${imported} users, ${emailSink.recipients().length} emails, ${webhookSink.ids().length} webhooks`
  printReport([
    {
      what: 'memory under load, the first minute',
      value: average(samples.slice(0, 60_000 / sampleMillis)),
      unit: 'MB',
      target: 200,
      atLeast: false,
    },
    {
      what: `memory after ${minutes} minutes`,
      value: last,
      unit: 'MB',
      target: 250,
      atLeast: false,
      detail: `at most ${Math.max(...samples).toFixed(0)} MB; ${work}`,
    },
    {
      what: 'its last quarter, against the second',
      value: last / second,
      unit: '×',
      target: 1.05,
      atLeast: false,
      detail: `${last.toFixed(0)} MB against ${second.toFixed(0)} MB`,
    },
  ])

  /** Until the end; the next one does not start before the last one is done. */
  async function repeat(everyMillis: number, work: () => Promise<unknown>): Promise<void> {
    while (performance.now() < end) {
      await work()
      await delay(everyMillis)
    }
  }

  /** The requests of as many people, each with a session of their own. */
  function forPeople(count: number, requestOf: (session: Session) => LoadRequest): Promise<LoadRequest[]> {
    const people = users.slice(0, count)
    return Promise.all(people.map(async (user_id) => requestOf(await call('POST', '/auth/sessions', { user_id }))))
  }
} finally {
  await server.close()
  await emailSink.close()
  webhookSink.close()
}

interface Session {
  access_token: string
  refresh_token: string
}

function readSelf({ access_token }: Session): LoadRequest {
  const headers = { ...headersOf('client'), 'x-stack-access-token': access_token }
  return { method: 'GET', url: `${url}/api/v1/users/me`, headers }
}

function refresh({ refresh_token }: Session): LoadRequest {
  const headers = { ...headersOf('client'), 'x-stack-refresh-token': refresh_token }
  return { method: 'POST', url: `${url}/api/v1/auth/sessions/current/refresh`, headers, body: '{}' }
}

function prepareSignIns(count: number): LoadRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    method: 'POST',
    url: `${url}/api/v1/auth/password/sign-in`,
    headers: headersOf('client'),
    body: JSON.stringify({ email: emailOf(index), password }),
  }))
}

function listUsers(): LoadRequest {
  return { method: 'GET', url: `${url}/api/v1/users?limit=50`, headers: headersOf('server') }
}

function importUser(index: number): Promise<{ id: string }> {
  return call('POST', '/users', { primary_email: emailOf(index), primary_email_auth_enabled: true, password })
}

function emailOf(index: number): string {
  return `person-${index}@example.com`
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
