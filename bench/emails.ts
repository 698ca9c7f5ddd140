import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@latchkey/server'
import { startEmailSink } from './email-sink.ts'
import { findFreePort, Program } from './processes.ts'
import { printReport } from './report.ts'

// A thousand emails of one template to a thousand users, from the request until the last one was sent over SMTP.

const serverScript = new URL('../../packages/server/dist/main.js', import.meta.url)
const keys = {
  client: 'client-key-of-the-benchmark',
  server: 'server-key-of-the-benchmark',
  admin: 'admin-key-of-the-benchmark',
}
const count = 1_000

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'shared') })
const sink = await startEmailSink()
const port = await findFreePort()
const url = `http://localhost:${port}`
const server = new Program(serverScript, {
  PORT: String(port),
  LATCHKEY_URL: url,
  LATCHKEY_DATA_DIR: join(folder, 'data'),
  DATABASE_URL: postgres.connectionString,
  LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: keys.client,
  LATCHKEY_INTERNAL_SECRET_SERVER_KEY: keys.server,
  LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: keys.admin,
  LATCHKEY_RATE_LIMITS: 'off',
  LATCHKEY_LOG: 'warn',
})
try {
  await server.waitForHealth(url)
  await call('PATCH', '/internal/config/override', {
    config_override_string: JSON.stringify({ 'emails.server': ownServer(sink.port) }),
  })
  for (let n = 0; n < count; n += 20) {
    const some = Array.from({ length: 20 }, (_, index) => n + index)
    await Promise.all(
      some.map((index) =>
        call('POST', '/users', { primary_email: `person-${index}@example.com`, display_name: `Person ${index}` }),
      ),
    )
  }
  const { id } = (await call('POST', '/internal/email-templates', { display_name: 'Bench' })) as { id: string }
  const started = performance.now()
  await call('POST', '/emails/send-email', { all_users: true, template_id: id, variables: { count: 7 } })
  const accepted = performance.now()
  const cpuBefore = server.cpuSeconds()
  while (sink.recipients().length < count) await delay(20)
  const seconds = (performance.now() - started) / 1000
  const recipients = sink.recipients()
  const detail = `accepted after ${((accepted - started) / 1000).toFixed(1)} s, first email after ${((sink.firstAt() - started) / 1000).toFixed(1)} s, ${(((server.cpuSeconds() - cpuBefore) * 1000) / count).toFixed(0)} ms of CPU per email, ${server.residentMegabytes().toFixed(0)} MB`
  printReport([
    { what: `${count} emails to ${count} users`, value: seconds, unit: 's', target: 120, atLeast: false, detail },
    { what: 'emails per second', value: count / seconds, unit: '/s', target: 10, atLeast: true },
    {
      what: 'users who received it exactly once',
      value: new Set(recipients).size - (recipients.length - new Set(recipients).size),
      unit: '',
      target: count,
      atLeast: true,
    },
  ])
} finally {
  await server.stop()
  await sink.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

function ownServer(smtpPort: number) {
  return {
    isShared: false,
    provider: 'smtp',
    host: '127.0.0.1',
    port: smtpPort,
    username: 'bench',
    password: 'bench',
    senderName: 'Bench',
    senderEmail: 'bench@example.com',
  }
}

async function call(method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': 'internal',
      'x-stack-access-type': 'admin',
      'x-stack-publishable-client-key': keys.client,
      'x-stack-secret-server-key': keys.server,
      'x-stack-super-secret-admin-key': keys.admin,
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
