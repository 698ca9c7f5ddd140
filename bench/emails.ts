import { setTimeout as delay } from 'node:timers/promises'
import { emailDocument } from './email-document.ts'
import { ownEmailServer, startEmailSink } from './email-sink.ts'
import { startInternalServer } from './internal-server.ts'
import { type Measurement, printReport } from './report.ts'

// A thousand emails to a thousand users, from the request until the last one was sent over SMTP: a document of the
// project, a built-in email, and code, which runs in the sandbox. Then previews of the email with a sign-in code.

const count = 1_000
const signInEmail = '822687fe-8d0a-4467-a0d1-416b6e639478'

const sink = await startEmailSink()
const server = await startInternalServer()
const { call } = server

async function sendToAll(what: string, target: number, content: object): Promise<Measurement[]> {
  const before = sink.recipients().length
  const cpuBefore = server.program.cpuSeconds()
  const started = performance.now()
  await call('POST', '/emails/send-email', { all_users: true, ...content })
  while (sink.recipients().length < before + count) await delay(20)
  const seconds = (performance.now() - started) / 1000
  const recipients = sink.recipients().slice(before)
  const cpuMillis = ((server.program.cpuSeconds() - cpuBefore) * 1000) / count
  const detail = `${cpuMillis.toFixed(1)} ms of CPU per email, ${server.program.residentMegabytes().toFixed(0)} MB`
  return [
    { what: `emails per second, ${what}`, value: count / seconds, unit: '/s', target, atLeast: true, detail },
    {
      what: 'users who received it exactly once',
      value: new Set(recipients).size - (recipients.length - new Set(recipients).size),
      unit: '',
      target: count,
      atLeast: true,
    },
  ]
}

/** The whole request, of which rendering is a part. */
async function renderSignInEmail(): Promise<Measurement> {
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const started = performance.now()
    await call('POST', '/emails/render-email', { template_id: signInEmail })
    times.push(performance.now() - started)
  }
  const median = times.sort((a, b) => a - b)[times.length / 2]!
  return { what: 'preview of a sign-in code, median', value: median, unit: 'ms', target: 5, atLeast: false }
}

try {
  await call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({ 'emails.server': ownEmailServer(sink.port) }),
  })
  for (let n = 0; n < count; n += 20) {
    const some = Array.from({ length: 20 }, (_, index) => n + index)
    await Promise.all(
      some.map((index) =>
        call('POST', '/users', { primary_email: `person-${index}@example.com`, display_name: `Person ${index}` }),
      ),
    )
  }
  const create = async (body: object) => (await call<{ id: string }>('POST', '/internal/email-templates', body)).id
  const own = await create({ display_name: 'Own', document: emailDocument })
  const code = await create({ display_name: 'Code' })
  const variables = { otp: 'ABC123', magicLink: 'https://example.com/sign-in?code=abc123' }
  printReport([
    ...(await sendToAll('own document', 300, { template_id: own })),
    ...(await sendToAll('built in', 300, { template_id: signInEmail, variables })),
    ...(await sendToAll('code', 30, { template_id: code, variables: { count: 7 } })),
    await renderSignInEmail(),
  ])
} finally {
  await server.close()
  await sink.close()
}
