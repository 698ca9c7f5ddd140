import { expect, onTestFinished, test } from 'vitest'
import { traces } from '../../records/traces/traces.ts'
import { separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { openOidcServer } from '../../testing/oidc-server.ts'
import { createTestProject } from '../../testing/project.ts'
import { openCallback, sharedIssuer, sharedProviderSettings, startFlow } from '../../testing/provider-sign-in.ts'
import { createPurchaseLink } from '../../testing/shop.ts'
import { createPerson } from '../../testing/world.ts'

const day = 24 * 3600 * 1000
const read = (project: TestProject, days?: number) =>
  project.call('GET /internal/overview', { as: 'admin', query: days === undefined ? {} : { days } })

const refresh = (project: TestProject, { refresh_token }: { refresh_token: string }) =>
  project.call('POST /auth/sessions/current/refresh', {
    headers: { 'x-stack-refresh-token': refresh_token },
  } as never)

test('has the days of the range and as many before it, if they are kept', async () => {
  const server = await separateServer({ now: () => new Date('2030-03-31T12:00:00Z') })
  const project = await createTestProject(server)
  const nothing = { sign_ups: 0, sessions: 0, active_users: 0 }
  const month = await read(project)
  expect(month.daily).toHaveLength(60)
  expect(month.daily.at(-1)).toEqual({ date: '2030-03-31', ...nothing })
  expect((await read(project, 90)).daily).toHaveLength(180)
  const year = await read(project, 365)
  expect(year.daily).toHaveLength(365)
  expect(year.monthly.map(({ date }) => date)).toHaveLength(12)
  expect(month.monthly.at(-1)).toEqual({ date: '2030-03-01', active_users: 0 })
  // That day is a Sunday.
  expect(month.weekly.at(-1)).toEqual({ date: '2030-03-25', active_users: 0 })
  for (const days of ['0', '366', '1.5', 'week']) {
    expect((await project.send('GET /internal/overview', { as: 'admin', query: { days } })).status).toBe(400)
  }
})

test('somebody counts once for each day, week and month, and each of their sessions', async () => {
  let now = Date.parse('2031-03-30T12:00:00Z')
  const server = await separateServer({ now: () => new Date(now) })
  const project = await createTestProject(server)
  const ada = await createPerson(project)
  await createPerson(project)
  await createPerson(project, { isAnonymous: true })
  // Sunday, Monday and Tuesday, the first of April.
  for (let count = 0; count < 2; count++) {
    now += day
    await refresh(project, ada)
    await refresh(project, ada)
  }
  await project.call('POST /auth/sessions', { as: 'server', body: { user_id: ada.id } })
  const { daily, weekly, monthly, total_users } = await read(project, 7)
  expect(total_users).toBe(2)
  expect(daily.slice(-3)).toEqual([
    { date: '2031-03-30', sign_ups: 2, sessions: 2, active_users: 2 },
    { date: '2031-03-31', sign_ups: 0, sessions: 0, active_users: 1 },
    { date: '2031-04-01', sign_ups: 0, sessions: 1, active_users: 1 },
  ])
  expect(weekly.slice(-2)).toEqual([
    { date: '2031-03-24', active_users: 2 },
    { date: '2031-03-31', active_users: 1 },
  ])
  expect(monthly.slice(-2)).toEqual([
    { date: '2031-03-01', active_users: 2 },
    { date: '2031-04-01', active_users: 1 },
  ])
})

test('an anonymous user who signs up counts as a user in every period', async () => {
  const project = await testProject()
  const { id } = await createPerson(project, { isAnonymous: true })
  const counts = async () => {
    const { daily, weekly, monthly } = await read(project)
    return [daily, weekly, monthly].map((periods) => periods.at(-1)!.active_users)
  }
  expect(await counts()).toEqual([0, 0, 0])
  const change = { as: 'server' as const, params: { user_id: id }, body: { is_anonymous: false } }
  await project.call('PATCH /users/{user_id}', change as never)
  expect(await counts()).toEqual([1, 1, 1])
})

test('problems are failed emails, failing webhooks and keys that expire soon, of this project alone', async () => {
  const [project, other] = [await testProject(), await testProject()]
  const { db } = project.server.platform
  const none = { failed_emails: 0, failing_webhooks: [], expiring_keys: [] }
  expect(await read(project)).toMatchObject({ problems: none, has_valid_keys: true })

  const row = { project_id: project.id, kind: 'bulk', subject: 'Hi', recipients: ['a@example.com'] }
  const email = { ...row, sender_config: '{}', error: '"refused"', email_id: null, html_encrypted: null }
  await db
    .insertInto('sent_emails')
    .values([
      { ...email, id: crypto.randomUUID(), sent_at: new Date() },
      { ...email, id: crypto.randomUUID(), sent_at: new Date(Date.now() - 8 * day) },
      { ...email, id: crypto.randomUUID(), sent_at: new Date(), error: null },
    ])
    .execute()
  const addWebhook = async (change: object) => {
    const body = { url: 'https://example.com/hook' }
    const { id } = await project.call('POST /internal/webhook-endpoints', { as: 'admin', body })
    await db
      .updateTable('webhook_endpoints')
      .set(change)
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .execute()
    return { id, url: body.url }
  }
  const failing = await addWebhook({ failing_since: new Date() })
  const disabled = await addWebhook({ is_enabled: false, disabled_reason: 'gone' })
  await addWebhook({ is_enabled: false, failing_since: new Date() })
  await addWebhook({ failing_since: null })
  const addKeys = (expires_at_millis: number) =>
    project.call('POST /internal/api-keys', {
      as: 'admin',
      body: {
        description: 'Soon',
        expires_at_millis,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      },
    })
  const soon = await addKeys(Date.now() + 3 * day)
  const revoked = await addKeys(Date.now() + 3 * day)
  await project.call('PATCH /internal/api-keys/{id}', {
    as: 'admin',
    params: { id: revoked.id },
    body: { revoked: true },
  })

  expect((await read(project)).problems).toEqual({
    failed_emails: 1,
    failing_webhooks: [
      { ...failing, is_disabled: false },
      { ...disabled, is_disabled: true },
    ],
    expiring_keys: [
      { id: soon.id, description: 'Soon', expires_at_millis: soon.expires_at_millis, is_replaced: false },
    ],
  })
  expect((await read(other)).problems).toEqual(none)
})

test('replaced keys are a problem only while an app still uses them', async () => {
  const project = await testProject()
  const { db } = project.server.platform
  const { id } = await project.call('POST /internal/api-keys', {
    as: 'admin',
    body: {
      description: 'Replaced',
      expires_at_millis: Date.now() + 100 * day,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    },
  })
  const body = { old_keys_expire_at_millis: Date.now() + 3 * day }
  await project.call('POST /internal/api-keys/{id}/rotate', { as: 'admin', params: { id }, body })
  expect((await read(project)).problems.expiring_keys).toEqual([])

  const replaced_at = new Date(Date.now() - 2 * 3_600_000)
  await db.updateTable('project_key_sets').set({ replaced_at }).where('id', '=', id).execute()
  const use = { project_id: project.id, set_id: id, used_at: new Date() }
  await db.insertInto('project_key_uses').values(use).execute()
  expect((await read(project)).problems.expiring_keys).toMatchObject([{ id, is_replaced: true }])
})

test('counts failures of all ways to sign in, also when there were too many, and of nothing else', async () => {
  const idp = await openOidcServer()
  onTestFinished(() => idp.close())
  const server = await separateServer({ config: { ...sharedIssuer(idp), rateLimits: true } })
  const project = await createTestProject(server, { ...sharedProviderSettings, 'auth.password.allowSignIn': true })
  const ada = await project.signUp()
  const password = (attempt: string) =>
    project.send('POST /auth/password/sign-in', { body: { email: ada.email, password: attempt } })
  await project.send('POST /auth/step-up', { user: ada, body: { type: 'password', password: 'not the password' } })
  await project.send('POST /auth/password/reset/check-code', { body: { code: 'a'.repeat(45) } })

  const flow = await startFlow(project)
  const back = new URL('http://localhost:8102/api/v1/auth/oauth/callback/google?error=access_denied')
  back.searchParams.set('iss', idp.url)
  back.searchParams.set('state', new URL(flow.authorizationUrl).searchParams.get('state')!)
  await openCallback(project, back, flow.cookie)

  await project.call('PUT /users/{user_id}/restriction', {
    as: 'server',
    params: { user_id: ada.user_id },
    body: { reason: 'Spam' },
  })
  await password(ada.password)
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 50) statuses.push((await password('not the password')).status)
  await traces(project.server.platform).flush()
  const { failed_sign_ins } = await read(project)
  const tuples = failed_sign_ins.map(({ method, code, is_known_user, attempts }) => [
    method,
    code,
    is_known_user,
    attempts,
  ])
  expect(new Set(tuples)).toEqual(
    new Set([
      ['password', 'EMAIL_PASSWORD_MISMATCH', true, statuses.length - 1],
      ['password', 'USER_IS_RESTRICTED', true, 1],
      ['password', 'RATE_LIMITED', true, 1],
      ['oauth', 'OAUTH_PROVIDER_ACCESS_DENIED', false, 1],
    ]),
  )
})

test('tells how people signed up, why sign-ins failed and what was sold', async () => {
  const project = await testProject({
    'auth.password.allowSignIn': true,
    'payments.items.seats': { customerType: 'user' },
    'payments.offers.once': {
      customerType: 'user',
      stackable: true,
      prices: { once: { USD: '4.90' } },
    },
    'payments.offers.foreign': { customerType: 'user', prices: { euros: { EUR: '9' } } },
    'payments.offers.pro': { customerType: 'user', prices: { monthly: { USD: '10', interval: [1, 'month'] } } },
  })
  const ada = await project.signUp()
  await project.call('POST /users', { as: 'server', body: { display_name: 'Grace' } })
  const signIn = (email: string) =>
    project.send('POST /auth/password/sign-in', { body: { email, password: 'not the password' } })
  await signIn(ada.email)
  await signIn(ada.email)
  await signIn('nobody@example.com')
  for (const [offer, price_id, quantity] of [
    ['once', 'once', 2],
    ['foreign', 'euros', 1],
    ['pro', 'monthly', 1],
  ] as const) {
    const full_code = await createPurchaseLink(project, ada.user_id, offer)
    const body = { full_code, price_id, quantity }
    await project.call('POST /internal/payments/test-mode-purchase-session', { as: 'admin', body })
  }
  const { db } = project.server.platform
  await traces(project.server.platform).flush()
  const overview = await read(project)
  expect(overview.sign_up_methods).toEqual([
    { method: 'none', users: 1 },
    { method: 'password', users: 1 },
  ])
  const code = 'EMAIL_PASSWORD_MISMATCH'
  expect(overview.failed_sign_ins).toEqual([
    { method: 'password', code, is_known_user: true, attempts: 2 },
    { method: 'password', code, is_known_user: false, attempts: 1 },
  ])
  expect(overview.revenue).toEqual({ purchases: 0, usd_cents: 0, test_usd_cents: 1980, previous_usd_cents: 0 })
  // As if it had been paid: one thing now, another one a while ago, and a third one was refunded.
  await db.updateTable('one_time_purchases').set({ is_test_mode: false }).where('project_id', '=', project.id).execute()
  await db
    .updateTable('subscriptions')
    .set({ is_test_mode: false, created_at: new Date(Date.now() - 40 * day) })
    .where('project_id', '=', project.id)
    .execute()
  expect((await read(project)).revenue).toEqual({
    purchases: 2,
    usd_cents: 980,
    test_usd_cents: 0,
    previous_usd_cents: 1000,
  })
  await db.updateTable('subscriptions').set({ status: 'trialing' }).where('project_id', '=', project.id).execute()
  expect((await read(project)).revenue).toMatchObject({ previous_usd_cents: 0 })
  await db
    .updateTable('one_time_purchases')
    .set({ refunded_at: new Date() })
    .where('project_id', '=', project.id)
    .execute()
  expect((await read(project)).revenue).toMatchObject({ purchases: 0, usd_cents: 0 })
})
