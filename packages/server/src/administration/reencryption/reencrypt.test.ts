import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openSecrets } from '../../identity/connections/secrets.ts'
import { totpAt } from '../../identity/mfa/totp.ts'
import { storeProviderTokens } from '../../identity/oauth/provider-token-queries.ts'
import { openToken, sealTokens } from '../../identity/oauth/provider-tokens.ts'
import { loadKeys } from '../../identity/oauth-provider/keys.ts'
import { insertLink } from '../../identity/provider-links/queries.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { projectCache } from '../../projects/cache.ts'
import { createDatabase } from '../../testing/database.ts'
import {
  goodPassword,
  newEmail,
  openTestServer,
  type TestProject,
  type TestServer,
  testSecret,
} from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { createTestProject, projectWithKeys } from '../../testing/project.ts'
import { refusedSignIn } from '../../testing/second-factor.ts'
import { createPerson, type Person } from '../../testing/world.ts'
import { reencrypt } from './reencrypt.ts'
import { sealedColumns } from './sealed-columns.ts'

const newSecret = 'the secret that replaces the one for tests'
const settings = {
  'auth.password.allowSignIn': true,
  'dataVault.stores.tokens': {},
  'emails.server': { isShared: false, host: 'mail.example.com', port: 587, username: 'u', password: 'p'.repeat(20) },
  'auth.oauth.providers.github': {
    type: 'github',
    isShared: false,
    clientId: 'id-at-github',
    clientSecret: 'secret-of-github',
    allowSignIn: true,
    allowConnectedAccounts: true,
  },
}

async function prepareDatabase() {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const open = async (secret: string, formerSecrets: string[] = []) => {
    const server = await openTestServer(database.url, { secret, config: { formerSecrets } })
    onTestFinished(() => server.close())
    return server
  }
  return { database, open }
}

// ASVS 11.2.2
test('replaces the secret under load, interrupted in the middle, without losing anything', async () => {
  const { database, open } = await prepareDatabase()
  const old = await open(testSecret)
  const project = await createTestProject(old, settings)
  const person = await fill(project)
  await setVaultValues(project, 0, 40)

  // First every server learns the new secret, then every server uses it. Both kinds run for a while.
  await old.close()
  const before = await open(testSecret, [newSecret])
  const after = await open(newSecret, [testSecret])
  const viaOld = projectWithKeys(before, project.id, project.keys)
  const viaNew = projectWithKeys(after, project.id, project.keys)
  const { db, secrets } = after.platform
  await Promise.all([setVaultValues(viaOld, 40, 60), setVaultValues(viaNew, 60, 80)])
  await Promise.all([checkEverything(viaOld, person), checkVaultValue(viaOld, 79), checkVaultValue(viaNew, 59)])
  await expect(reencrypt(db, secrets)).rejects.toThrow(
    `still encrypts with the key ${before.platform.secrets.keyIds[0]} instead of ${secrets.keyIds[0]}`,
  )
  await before.close()
  const interrupted = reencrypt(db, secrets, {
    batchSize: 7,
    onProgress: ({ table, done }) => {
      if (table === 'data_vault_values' && done > 14) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const load = Promise.all([setVaultValues(viaNew, 80, 100), checkEverything(viaNew, person)])
  expect(await reencrypt(db, secrets, { batchSize: 7 })).toBeGreaterThan(20)
  await load
  await checkEverything(viaNew, person)
  expect(await reencrypt(db, secrets)).toBe(0)
  expect(await findTextsOf(after, testSecret)).toEqual([])

  const alone = await open(newSecret)
  const viaAlone = projectWithKeys(alone, project.id, project.keys)
  await checkEverything(viaAlone, person)
  for (const index of [0, 39, 59, 79, 99]) await checkVaultValue(viaAlone, index)
  await checkUndo(viaAlone, person)
  await expect(openTestServer(database.url)).rejects.toThrow('LATCHKEY_SECRET is not the secret of this database')
  const back = openTestServer(database.url, { config: { formerSecrets: [newSecret] } })
  await expect(back).rejects.toThrow('was replaced, and everything was encrypted again without it')
})

test('does not end while a server uses the former secret that was started in the middle', async () => {
  const { open } = await prepareDatabase()
  const old = await open(testSecret)
  await fill(await createTestProject(old, settings))
  await old.close()
  const { db, secrets } = (await open(newSecret, [testSecret])).platform
  // What somebody is about to compare with what they read is left for later.
  const setBusyUntil = (renewed_until: Date | null) =>
    db.updateTable('provider_tokens').set({ renewed_until }).execute()
  await setBusyUntil(new Date(Date.now() + 3_600_000))
  let reencrypted: Promise<number> | undefined
  await new Promise<void>((resolve) => {
    reencrypted = reencrypt(db, secrets, { onProgress: () => resolve() })
  })
  const refused = expect(reencrypted).rejects.toThrow('still encrypts with the key')
  await open(testSecret, [newSecret])
  await setBusyUntil(null)
  await refused
  await open(testSecret, [newSecret])
})

test('a server that no longer knows the former secret refuses to start until everything is encrypted again', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  await (await openTestServer(database.url)).close()
  const start = openTestServer(database.url, { secret: newSecret })
  await expect(start).rejects.toThrow('add it to LATCHKEY_FORMER_SECRETS')
})

test('tokens of both secrets are valid while both are configured, and only those of the new one afterwards', async () => {
  const { open } = await prepareDatabase()
  const before = await open(testSecret, [newSecret])
  const project = await createTestProject(before)
  const oldToken = await createPerson(project)
  const after = await open(newSecret, [testSecret])
  const newToken = await createPerson(projectWithKeys(after, project.id, project.keys))
  const statuses = async (server: TestServer) => {
    const { send } = projectWithKeys(server, project.id, project.keys)
    const answers = await Promise.all([oldToken, newToken].map((user) => send('GET /users/me', { user })))
    return answers.map(({ status }) => status)
  }
  expect(await statuses(before)).toEqual([200, 200])
  expect(await statuses(after)).toEqual([200, 200])
  await before.close()
  await reencrypt(after.platform.db, after.platform.secrets)
  expect(await statuses(await open(newSecret))).toEqual([401, 200])
})

test('tokens of a project as an OAuth provider stay valid while its keys are replaced', async () => {
  const { open } = await prepareDatabase()
  const before = await open(testSecret, [newSecret])
  const { id } = await createTestProject(before)
  const keyIds = async ({ platform }: TestServer) => (await loadKeys(platform, id)).map(({ kid }) => kid)
  const [rsa, former, next] = await keyIds(before)
  const after = await open(newSecret, [testSecret])
  expect(await keyIds(after)).toEqual([rsa, next, former])
  await before.close()
  await reencrypt(after.platform.db, after.platform.secrets)
  expect(await keyIds(await open(newSecret))).toEqual([rsa, next])
})

test('knows every encrypted column', async () => {
  const database = await createDatabase(inject('databaseUrl'))
  onTestFinished(() => database.drop())
  const server = await openTestServer(database.url)
  onTestFinished(() => server.close())
  const { rows } = await sql<{ name: string }>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE '%\\_encrypted' AND data_type = 'text'`.execute(
    server.platform.db,
  )
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  for (const { name } of rows) expect(known).toContain(name)
})

const totpSecret = randomBytes(20)
const connectionSecret = 'the client secret of a connection'
let recoveryCodes: string[]

async function fill(project: TestProject): Promise<Person> {
  const { db, secrets, now } = project.server.platform
  const person = await createPerson(project, { password: goodPassword })
  const body = { totp_secret_base64: totpSecret.toString('base64') }
  await project.call('PATCH /users/me', { user: person, body })
  recoveryCodes = (await project.call('POST /auth/recovery-codes', { user: person })).codes
  // The link in the email about it would put the second factor back.
  const further = { user_id: 'me', type: 'email', value: newEmail('further'), used_for_auth: false } as const
  await project.call('POST /contact-channels', { user: person, body: further })
  const link = await insertLink(db, project.id, {
    userId: person.id,
    providerConfigId: 'github',
    accountId: 'account-1',
    email: null,
    allowSignIn: true,
    allowConnectedAccounts: true,
    now: now(),
  })
  const granted = { accessToken: 'access', refreshToken: 'refresh', expiresAt: new Date(now().getTime() + 3_600_000) }
  const tokens = sealTokens(secrets, project.id, granted)
  await storeProviderTokens(db, project.id, { userId: person.id, linkId: link.id, scopes: ['user'], tokens })
  await project.call('POST /internal/webhook-endpoints', {
    as: 'admin',
    body: { url: 'https://receiver.example.com/', event_types: ['user.created'] },
  })
  const oidc = { issuer: 'https://login.example.com', client_id: 'public', client_secret: connectionSecret }
  await project.call('POST /connections', { as: 'server', body: { display_name: 'Acme', oidc } })
  // Waits in the outbox, as no jobs run here.
  const request = { email: person.email, callback_url: 'http://localhost:3000' }
  await project.call('POST /auth/password/send-reset-code', { body: request })
  return person
}

/** Whatever needs something that is encrypted at rest. */
async function checkEverything(project: TestProject, { email, id }: Person): Promise<void> {
  const { db, secrets } = project.server.platform
  const projects = projectCache(project.server.platform)
  const credentials = { email, password: goodPassword }
  const refusal = await project.send('POST /auth/password/sign-in', { body: credentials })
  const { attempt_code: code } = (refusal.body as { details: { attempt_code: string } }).details
  await db.updateTable('users').set({ last_totp_step: null }).where('id', '=', id).execute()
  const totp = totpAt(totpSecret, Math.floor(Date.now() / 30_000))
  const signedIn = await project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } })
  expect(signedIn.status).toBe(200)
  await useRecoveryCode(project, { email })
  const token = await db.selectFrom('provider_tokens').selectAll().executeTakeFirstOrThrow()
  expect(openToken(secrets, project.id, token.access_token_encrypted!)).toBe('access')
  expect(openToken(secrets, project.id, token.refresh_token_encrypted!)).toBe('refresh')
  const connection = await db.selectFrom('connections').selectAll().executeTakeFirstOrThrow()
  const opened = openSecrets(project.server.platform, connection)
  expect(opened).toEqual({ client_secret: connectionSecret })
  const { items } = await project.call('GET /internal/webhook-endpoints', { as: 'admin' })
  const [endpoint] = items
  const secret = await project.send('GET /internal/webhook-endpoints/{endpoint_id}/secret', {
    as: 'admin',
    params: { endpoint_id: endpoint!.id },
  })
  expect(secret.status).toBe(200)
  projects.forget(project.id)
  const { config } = (await projects.find(project.id))!
  expect(config.emails.server.password).toBe('p'.repeat(20))
  await checkVaultValue(project, 3)
}

async function useRecoveryCode(project: TestProject, { email }: Pick<Person, 'email'>): Promise<void> {
  const recovery_code = recoveryCodes.pop()
  const { attempt_code: code } = await refusedSignIn(project, { email, password: goodPassword })
  const finished = await project.send('POST /auth/mfa/sign-in', {
    body: { type: 'recovery_code', recovery_code, code },
  })
  expect(finished.status).toBe(200)
}

/** Undoing what came after the second factor was set up leaves it alone, and does not ask for its code. */
async function checkUndo(project: TestProject, { email, id }: Person): Promise<void> {
  const code = await codeEmailedTo(project, email, 'email_added')
  const body = new URLSearchParams({ code, confirmed: 'true' })
  const page = await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })
  expect(await page.text()).toContain('undone')
  const user = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })
  expect(user.requires_totp_mfa).toBe(true)
  expect(await listOutgoingEmails(project, 'second_factor_ending')).toEqual([])
}

async function setVaultValues(project: TestProject, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++) {
    await project.call('POST /data-vault/stores/{store}/set', {
      as: 'server',
      params: { store: 'tokens' },
      body: { hashed_key: `key-${index}`, encrypted_value: `value-${index}` },
    })
  }
}

async function checkVaultValue(project: TestProject, index: number): Promise<void> {
  const request = { params: { store: 'tokens' }, body: { hashed_key: `key-${index}` } }
  const answer = await project.call('POST /data-vault/stores/{store}/get', { as: 'server', ...request })
  expect(answer).toEqual({ encrypted_value: `value-${index}` })
}

/** The tables in which something is still encrypted with this secret, in columns of any name. */
async function findTextsOf({ platform: { db } }: TestServer, secret: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      SELECT FROM ${sql.table(name)} t WHERE strpos(t::text, ${createSecrets(secret).currentPrefix}) > 0`.execute(db)
    if (rows.length > 0) found.push(name)
  }
  return found
}
