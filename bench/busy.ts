/** How long people wait for `GET /users/me` while the server imports users, sends emails and delivers webhooks. */
import { Agent, get } from 'node:http'
import { ownEmailServer, startEmailSink } from './email-sink.ts'
import { headersOf, startInternalServer } from './internal-server.ts'
import { printReport } from './report.ts'
import { startWebhookSink } from './webhook-sink.ts'

const seconds = 15
const people = 4
const importers = 2

const emailSink = await startEmailSink()
const webhookSink = await startWebhookSink()
const server = await startInternalServer()
const { call, url } = server
try {
  await call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({ 'emails.server': ownEmailServer(emailSink.port) }),
  })
  const tokens: string[] = []
  for (let index = 0; index < people; index++) {
    const { id } = await importUser(index)
    tokens.push((await call<{ access_token: string }>('POST', '/auth/sessions', { user_id: id })).access_token)
  }
  await readFor(5)
  const alone = await readFor(seconds)

  for (let index = 0; index < 1_000; index++) await importUser(index + people)
  await call('POST', '/internal/webhook-endpoints', { url: webhookSink.url })
  const { id } = await call<{ id: string }>('POST', '/internal/email-templates', { display_name: 'Bench' })
  await call('POST', '/emails/send-email', { all_users: true, template_id: id, variables: { count: 7 } })
  const end = performance.now() + seconds * 1000
  let imported = 0
  const importing = Array.from({ length: importers }, async () => {
    while (performance.now() < end) await importUser(10_000 + imported++)
  })
  const busy = await readFor(seconds)
  await Promise.all(importing)

  const work = `${imported} users imported, ${emailSink.recipients().length} emails, ${webhookSink.ids().length} webhooks`
  printReport([
    {
      what: 'p99 of GET /users/me while busy, against alone',
      value: busy.p99 / alone.p99,
      unit: '×',
      target: 3,
      atLeast: false,
      detail: `${busy.p99.toFixed(1)} ms against ${alone.p99.toFixed(1)} ms; ${work}`,
    },
  ])

  async function readFor(duration: number): Promise<{ p99: number }> {
    const until = performance.now() + duration * 1000
    const times = await Promise.all(tokens.map((token) => readUntil(token, until)))
    const sorted = times.flat().sort((a, b) => a - b)
    return { p99: sorted[Math.floor(sorted.length * 0.99)]! }
  }
} finally {
  await server.close()
  await emailSink.close()
  webhookSink.close()
}

function importUser(index: number): Promise<{ id: string }> {
  return call('POST', '/users', { primary_email: `person-${index}@example.com`, display_name: `Person ${index}` })
}

/** One person, with one connection. */
async function readUntil(token: string, until: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { ...headersOf('client'), 'x-stack-access-token': token }
  const times: number[] = []
  while (performance.now() < until) {
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(`${url}/api/v1/users/me`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`GET /users/me returned ${response.statusCode}.`))
        response.resume().on('end', resolve)
      }).on('error', reject)
    })
    times.push(performance.now() - started)
  }
  agent.destroy()
  return times
}
