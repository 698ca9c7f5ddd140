import { afterEach, expect, test } from 'vitest'
import type { EmailServerKind } from '../../platform/config/settings.ts'
import { projectCache } from '../../projects/cache.ts'
import { createTestProject, newEmail, ownEmailServer, separateServer } from '../../testing/index.ts'
import { openScriptedSmtp } from '../../testing/smtp-script.ts'
import { createEmailServers } from './servers.ts'
import { createEmailSharing } from './sharing.ts'
import { describePlaintext, requiresTls } from './tls.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function openPlainSmtp() {
  const smtp = await openScriptedSmtp()
  opened.push(smtp)
  return smtp
}

// ASVS 12.3.1
test('production sends nothing over a shared email server without TLS, unless it is configured to', async () => {
  const smtp = await openPlainSmtp()
  const invite = async (plaintextSmtp: EmailServerKind[]) => {
    const server = await separateServer({
      config: { isProduction: true, plaintextSmtp },
      smtp: { host: '127.0.0.1', port: smtp.port, from: 'noreply@example.com', username: 'user', password: 'secret' },
    })
    const body = { email: newEmail(), callback_url: 'http://localhost:3000/welcome' }
    return (await createTestProject(server)).send('POST /internal/send-sign-in-invitation', { as: 'server', body })
  }
  for (const elsewhere of [[], ['projects']] as const) {
    expect(await invite([...elsewhere])).toMatchObject({
      status: 400,
      body: expect.stringContaining('does not offer TLS'),
    })
  }
  expect(smtp.commands.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/.test(line))).toEqual([])
  expect(await invite(['shared'])).toMatchObject({ status: 200 })
  expect(smtp.emails).toHaveLength(1)
})

// ASVS 12.3.1
test('production sends nothing over a project’s own email server without TLS, unless it is configured to', async () => {
  const smtp = await openPlainSmtp()
  const server = await separateServer({})
  const { id } = await createTestProject(server, { 'emails.server': { ...ownEmailServer, port: smtp.port } })
  const project = (await projectCache(server.platform).find(id))!
  const send = (plaintextSmtp: EmailServerKind[]) => {
    const config = { isProduction: true, plaintextSmtp }
    const emailServers = createEmailServers(undefined, {
      // In production it would have to be a public one, which a test has not.
      allowsPrivateAddresses: true,
      requiresTls: { shared: requiresTls(config, 'shared'), projects: requiresTls(config, 'projects') },
      outbound: server.platform.outbound,
      telemetry: server.platform.telemetry,
      quotas: server.platform.quotas,
      sharing: createEmailSharing(server.platform, { isProduction: true }),
    })
    opened.push(emailServers)
    return emailServers.send(project, { id: 'x', to: newEmail(), subject: 'Hi', text: 'Hi', isBuiltIn: true })
  }
  expect(await send(['shared'])).toMatchObject({ message: expect.stringContaining('does not offer TLS') })
  expect(smtp.commands.filter((line) => /^(AUTH|MAIL)/.test(line))).toEqual([])
  expect(await send(['projects'])).toBeUndefined()
})

test('what may go without TLS is worth a warning, and nothing else is', () => {
  expect(describePlaintext({ isProduction: true, plaintextSmtp: [] })).toBeUndefined()
  expect(describePlaintext({ isProduction: false, plaintextSmtp: ['shared'] })).toBeUndefined()
  expect(describePlaintext({ isProduction: true, plaintextSmtp: ['shared', 'projects'] })).toBe(
    'LATCHKEY_SMTP_ALLOW_PLAINTEXT allows the shared email server and the email servers of projects to be used without TLS, so passwords and codes can be read in transit.',
  )
})
