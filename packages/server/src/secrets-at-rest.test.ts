import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { totpAt } from './identity/mfa/totp.ts'
import type { Db } from './platform/db/database.ts'
import { TestAuthenticator } from './testing/authenticator.ts'
import { sendAs } from './testing/directory.ts'
import { goodPassword, newEmail, openEmailServer, type TestEmail, type TestProject } from './testing/index.ts'
import { createTestProject } from './testing/project.ts'

const logLines: string[] = []
let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'), { logLines, config: { rateLimits: true } })
})
afterAll(() => emailServer.close())

/** Fields of answers that hold what only the caller may know. */
const secretField = /(?:token|code|nonce|_key|\.secret|trusted_device)$/

/** Remembers every secret that the server hands out. */
function rememberSecrets(project: TestProject, secrets: Map<string, string>): TestProject['send'] {
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string' && secretField.test(place) && value.length > 30) secrets.set(value, place)
    if (typeof value !== 'object' || value === null) return
    for (const [name, part] of Object.entries(value)) collect(part, `${place}.${name}`)
  }
  return async (route, request) => {
    const response = await project.send(route, request)
    collect(response.body, route)
    return response
  }
}

async function codeInEmail(
  email: string,
  template: Parameters<TestEmail['waitForEmail']>[1],
  secrets: Map<string, string>,
) {
  const received = await emailServer.waitForEmail(email, template)
  const code = new URL(received.link!).searchParams.get('code')!
  secrets.set(code, `the link of ${template}`)
  if (received.code) secrets.set(received.code, `the typed code of ${template}`)
  return code
}

/** Lets every way in happen once, and answers what nobody may read afterwards. */
async function liveThroughEverything(): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  const project = await createTestProject(emailServer.server, {
    'auth.otp.allowSignIn': true,
    'auth.passkey.allowSignIn': true,
    'dataVault.stores.tokens': {},
  })
  for (const [name, key] of Object.entries(project.keys)) secrets.set(key, name)
  const send = rememberSecrets(project, secrets)
  const origin = 'http://localhost:3000'
  const password = `pass ${randomBytes(12).toString('hex')}`
  const newPassword = `pass ${randomBytes(12).toString('hex')}`
  const totpSecret = randomBytes(20)
  secrets.set(password, 'a password').set(newPassword, 'another password')
  secrets.set(totpSecret.toString('base64'), 'the TOTP secret')

  const email = newEmail()
  const credentials = { email, password }
  const signUp = { ...credentials, verification_callback_url: origin }
  const user = (await send('POST /auth/password/sign-up', { body: signUp })).body as { access_token: string }
  const verification = await codeInEmail(email, 'email_verification', secrets)
  await send('POST /contact-channels/verify', { user, body: { code: verification } })
  await send('POST /auth/password/sign-in', { body: { ...credentials, password: goodPassword } })
  const signedIn = (await send('POST /auth/password/sign-in', { body: credentials })).body as { refresh_token: string }
  await send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': signedIn.refresh_token } })

  const cli = (await send('POST /auth/cli', { body: {} })).body as { login_code: string; polling_code: string }
  const confirmation = { login_code: cli.login_code, refresh_token: signedIn.refresh_token }
  await send('POST /auth/cli/complete', { body: confirmation })
  await send('POST /auth/cli/poll', { body: { polling_code: cli.polling_code } })

  await send('POST /auth/otp/send-sign-in-code', { body: { email, callback_url: origin } })
  await send('POST /auth/otp/sign-in', { body: { code: await codeInEmail(email, 'magic_link', secrets) } })

  const started = await send('POST /auth/passkey/initiate-passkey-registration', { user })
  const { options_json, code } = started.body as { options_json: { challenge: string }; code: string }
  const credential = new TestAuthenticator().register({ challenge: options_json.challenge, origin })
  await send('POST /auth/passkey/register', { user, body: { credential, code } })

  await send('PATCH /users/me', { user, body: { totp_secret_base64: totpSecret.toString('base64') } })
  const waiting = await send('POST /auth/password/sign-in', { body: credentials })
  const { attempt_code } = (waiting.body as { details: { attempt_code: string } }).details
  const totp = totpAt(totpSecret, Math.floor(Date.now() / 30_000))
  const trusting = { type: 'totp', totp, code: attempt_code, trust_device: true }
  const { trusted_device } = (await send('POST /auth/mfa/sign-in', { body: trusting })).body as {
    trusted_device: string
  }
  const onDevice = { headers: { 'x-stack-trusted-device': trusted_device }, body: credentials }
  expect(await send('POST /auth/password/sign-in', onDevice)).toMatchObject({ status: 200 })
  const wrong = { ...onDevice, body: { ...credentials, password: goodPassword } }
  expect(await send('POST /auth/password/sign-in', wrong)).toMatchObject({ status: 400 })
  await send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code: attempt_code } })
  const { codes } = (await send('POST /auth/recovery-codes', { user })).body as { codes: string[] }
  for (const recoveryCode of codes) {
    secrets
      .set(recoveryCode, 'a recovery code')
      .set(recoveryCode.replaceAll('-', ''), 'a recovery code without hyphens')
  }
  const again = await send('POST /auth/password/sign-in', { body: credentials })
  const { attempt_code: code2 } = (again.body as { details: { attempt_code: string } }).details
  const recovery = { type: 'recovery_code', recovery_code: codes[0], code: code2 }
  expect(await send('POST /auth/mfa/sign-in', { body: recovery })).toMatchObject({ status: 200 })

  await send('POST /auth/password/send-reset-code', { body: { email, callback_url: origin } })
  const reset = await codeInEmail(email, 'password_reset', secrets)
  await send('POST /auth/password/reset', { body: { code: reset, password: newPassword } })
  await emailServer.waitForEmail(email, 'password_changed')

  const keys = { has_publishable_client_key: true, has_secret_server_key: true, has_super_secret_admin_key: true }
  const newKeys = { description: 'Keys', expires_at_millis: Date.now() + 60_000, ...keys }
  await send('POST /internal/api-keys', { as: 'admin', body: newKeys })
  const team = await send('POST /teams', { as: 'server', body: { display_name: 'Company' } })
  const ofTeam = { team_id: (team.body as { id: string }).id }
  const directory = (await send('POST /directories', { as: 'server', body: ofTeam })).body as {
    id: string
    token: string
  }
  expect((await sendAs(project, directory.id, directory.token)('GET /Users')).status).toBe(200)
  const webhook = await send('POST /internal/webhook-endpoints', { as: 'admin', body: { url: 'https://example.com' } })
  const params = { endpoint_id: (webhook.body as { id: string }).id }
  await send('POST /internal/webhook-endpoints/{endpoint_id}/rotate-secret', { as: 'admin', params, body: {} })
  await send('POST /webhooks/svix-token', { as: 'admin', body: {} })
  const vaultKey = randomBytes(32).toString('base64')
  const vaultValue = randomBytes(60).toString('base64')
  secrets.set(vaultKey, 'a key of the data vault').set(vaultValue, 'a value of the data vault')
  const kept = { as: 'server' as const, params: { store: 'tokens' } }
  const value = { hashed_key: vaultKey, encrypted_value: vaultValue }
  await send('POST /data-vault/stores/{store}/set', { ...kept, body: value })
  const read = await send('POST /data-vault/stores/{store}/get', { ...kept, body: { hashed_key: vaultKey } })
  expect(read.body).toEqual({ encrypted_value: vaultValue })
  const smtpPassword = randomBytes(12).toString('hex')
  const clientSecret = randomBytes(12).toString('hex')
  secrets.set(smtpPassword, 'the password of the email server').set(clientSecret, 'the secret of the provider')
  const config = {
    email_config: {
      type: 'standard',
      host: 'smtp.example.com',
      port: 587,
      username: 'mailer',
      password: smtpPassword,
      sender_name: 'App',
      sender_email: 'app@example.com',
    },
    oauth_providers: [{ id: 'google', type: 'standard', client_id: 'public', client_secret: clientSecret }],
  }
  const connectionSecret = randomBytes(12).toString('hex')
  secrets.set(connectionSecret, 'the client secret of a connection')
  const oidc = { issuer: 'https://login.example.com', client_id: 'public', client_secret: connectionSecret }
  const connected = await send('POST /connections', { as: 'server', body: { display_name: 'Acme', oidc } })
  expect(connected.status).toBe(201)
  const ofConnection = { as: 'server' as const, params: { connection_id: (connected.body as { id: string }).id } }
  const link = await send('POST /connections/{connection_id}/setup-link', ofConnection)
  const setupCode = new URL((link.body as { url: string }).url).hash.slice(1)
  secrets.set(setupCode, 'the code of a set-up link')
  expect((await send('POST /connection-setups/read', { body: { code: setupCode } })).status).toBe(200)
  expect((await send('POST /connection-setups/test', { body: { code: `${setupCode}x` } })).status).toBe(404)
  const configured = await send('PATCH /internal/projects/current', { as: 'admin', body: { config } })
  expect(configured.status).toBe(200)
  return secrets
}

/** What a backup of the database holds: every row of every table. */
async function dumpDatabase(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db)
  const contents = await Promise.all(
    tables.map(async ({ schema, name }) => {
      const { rows } = await sql<{
        row: string
      }>`SELECT t::text AS row FROM ${sql.table(`${schema}.${name}`)} t`.execute(db)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return contents.join('\n')
}

// ASVS 13.3.1, 14.2.4, 16.2.5
test('no secret that was issued or given can be read in the database or in the logs', async () => {
  const secrets = await liveThroughEverything()
  expect(secrets.size).toBeGreaterThan(28)
  const dump = (await dumpDatabase(emailServer.server.platform.db)).toLowerCase()
  const logs = logLines.join('\n').toLowerCase()
  expect(dump).toContain('smtp.example.com')
  expect(logs).toContain('a job was completed')
  const found = [...secrets].flatMap(([secret, place]) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
      .map((form) => form.toLowerCase())
      .flatMap((form) => [
        ...(dump.includes(form) ? [`database: ${place}`] : []),
        ...(logs.includes(form) ? [`logs: ${place}`] : []),
      ]),
  )
  expect(found).toEqual([])
})
