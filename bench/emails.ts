import { setTimeout as delay } from 'node:timers/promises'
import { ownEmailServer, startEmailSink } from './email-sink.ts'
import { startInternalServer } from './internal-server.ts'
import { printReport } from './report.ts'

// A thousand emails of one template to a thousand users, from the request until the last one was sent over SMTP.

const count = 1_000

const sink = await startEmailSink()
const server = await startInternalServer()
const { call } = server
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
  const { id } = await call<{ id: string }>('POST', '/internal/email-templates', { display_name: 'Bench' })
  const started = performance.now()
  await call('POST', '/emails/send-email', { all_users: true, template_id: id, variables: { count: 7 } })
  const accepted = performance.now()
  const cpuBefore = server.program.cpuSeconds()
  while (sink.recipients().length < count) await delay(20)
  const seconds = (performance.now() - started) / 1000
  const recipients = sink.recipients()
  const detail = `accepted after ${((accepted - started) / 1000).toFixed(1)} s, first email after ${((sink.firstAt() - started) / 1000).toFixed(1)} s, ${(((server.program.cpuSeconds() - cpuBefore) * 1000) / count).toFixed(0)} ms of CPU per email, ${server.program.residentMegabytes().toFixed(0)} MB`
  printReport([
    { what: 'emails per second', value: count / seconds, unit: '/s', target: 300, atLeast: true, detail },
    {
      what: 'users who received it exactly once',
      value: new Set(recipients).size - (recipients.length - new Set(recipients).size),
      unit: '',
      target: count,
      atLeast: true,
    },
  ])
} finally {
  await server.close()
  await sink.close()
}
