import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { parse } from 'yaml'
import { openWebhookReceiver, testServer, type WebhookReceiver } from '../../testing/index.ts'
import { openCollector, openObservedServer } from '../../testing/observed-server.ts'
import { internalKeys } from '../../testing/server.ts'
import { metricDefinitions, prometheusName } from './metrics.ts'
import { describeStatement } from './observe-pool.ts'
import { startTelemetry } from './telemetry.ts'

vi.setConfig({ hookTimeout: 120_000, testTimeout: 60_000 })

const email = 'ada.lovelace@example.com'
const password = 'a passphrase nobody may see 1815'
const docs = new URL('../../../../../docs/', import.meta.url)
let collector: Awaited<ReturnType<typeof openCollector>>
let server: Awaited<ReturnType<typeof openObservedServer>>
let receiver: WebhookReceiver
let scraped = ''

beforeAll(async () => {
  collector = await openCollector()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  receiver = await openWebhookReceiver()
  server = await openObservedServer(inject('databaseUrl'))
  await useEverything()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await receiver?.close()
  await collector?.close()
})

async function call(access: 'client' | 'server' | 'admin', route: string, body?: object): Promise<Response> {
  const [method, path] = route.split(' ')
  return fetch(`${server.url}/api/v1${path}`, {
    method: method!,
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': 'internal',
      'x-stack-access-type': access,
      'x-stack-publishable-client-key': internalKeys.publishableClientKey,
      'x-stack-secret-server-key': internalKeys.secretServerKey,
      'x-stack-super-secret-admin-key': internalKeys.superSecretAdminKey,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Sign-ins that succeed and fail, emails, webhooks, a refusal and a path with an ID. */
async function useEverything(): Promise<void> {
  await call('admin', 'POST /internal/webhook-endpoints', { url: receiver.url })
  const verification_callback_url = 'http://localhost:3000/verify'
  const body = { email, password, verification_callback_url }
  const signUp = await call('client', 'POST /auth/password/sign-up', body)
  expect(signUp.status).toBe(200)
  const { user_id } = (await signUp.json()) as { user_id: string }
  await call('client', 'POST /auth/password/sign-in', { email, password: 'wrong' })
  expect((await call('server', `GET /users/${user_id}`)).status).toBe(200)
  expect((await call('server', 'GET /users')).status).toBe(200)
  const callback_url = 'http://localhost:3000/reset'
  const codes: number[] = []
  for (let count = 0; count < 12; count++) {
    codes.push((await call('client', 'POST /auth/password/send-reset-code', { email, callback_url })).status)
  }
  expect(codes.at(-1)).toBe(429)
  const expected = [
    /latchkey_emails_total\{outcome="sent"\} [1-9]/,
    /latchkey_webhooks_total\{outcome="delivered"\} [1-9]/,
    /latchkey_job_duration_seconds_count\{job="send-email",outcome="success"\}/,
  ]
  const read = async () => {
    scraped = await (await server.scrape()).text()
    for (const pattern of expected) expect(scraped).toMatch(pattern)
  }
  await vi.waitFor(read, { timeout: 40_000, interval: 200 })
}

test('every metric is measured, by route template and without personal data', () => {
  for (const [name, definition] of Object.entries(metricDefinitions)) {
    const sample = prometheusName(name, definition) + (definition.kind === 'histogram' ? '_count' : '')
    expect(scraped).toMatch(new RegExp(`^${sample}(?:\\{.*\\})? \\S+$`, 'm'))
  }
  expect(scraped).toContain('http_route="/api/v1/users/{user_id}"')
  expect(scraped).toMatch(/latchkey_sign_ins_total\{method="password",outcome="failure"\} 1/)
  expect(scraped).toMatch(/latchkey_sign_ins_total\{method="password",outcome="success"\} 1/)
  expect(scraped).toMatch(/latchkey_rate_limit_refusals_total\{limit="emailsByRecipient"\} [1-9]/)
  expect(scraped).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|ada.lovelace|@/)
})

test('only who knows the token reads the metrics', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${btoa('a:b')}`]) {
    const { status, headers } = await server.scrape(authorization)
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
})

test('without the setting there are no metrics', async () => {
  const { fetch } = await testServer()
  expect((await fetch('/metrics')).status).toBe(404)
  expect(await startTelemetry({ metricsToken: undefined }, {})).toBeUndefined()
  const disabled = { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  expect(await startTelemetry({ metricsToken: undefined }, disabled)).toBeUndefined()
})

const listRequests = () => server.lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'Request')

test('the access log has one line per request, without paths, queries and tokens', async () => {
  await fetch(`${server.url}/health?token=secret-in-a-query`)
  await fetch(`${server.url}/purchase/secret-in-a-path`)
  await expect.poll(() => listRequests().some(({ route }) => route === '/health')).toBe(true)
  expect(listRequests().find(({ route }) => route === '/api/v1/users/{user_id}')).toMatchObject({
    method: 'GET',
    status: 200,
    projectId: 'internal',
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    durationMillis: expect.any(Number),
  })
  const all = server.lines.join('')
  for (const secret of ['secret-in-a', password, internalKeys.secretServerKey]) expect(all).not.toContain(secret)
})

// ASVS 16.3.2, 16.3.3
test('the access log has who was refused, whether for lack of access, for what was sent or for sending too much', async () => {
  expect((await call('client', 'GET /users')).status).toBe(401)
  expect((await call('server', 'POST /users', { primary_email: 'nobody' })).status).toBe(400)
  const route = (name: string) => `/api/v1${name}`
  const refused = [
    { method: 'GET', route: route('/users'), status: 401 },
    { method: 'POST', route: route('/users'), status: 400 },
    { method: 'POST', route: route('/auth/password/sign-in'), status: 400 },
    { method: 'POST', route: route('/auth/password/send-reset-code'), status: 429 },
  ]
  const who = { projectId: 'internal', address: expect.stringMatching(/127\.0\.0\.1|::1/), time: expect.any(String) }
  for (const each of refused) {
    await expect.poll(listRequests).toContainEqual(expect.objectContaining({ ...each, ...who }))
  }
})

test('the dashboard and the alert rules use metrics that exist', async () => {
  const dashboard = JSON.parse(await readFile(new URL('grafana/latchkey.json', docs), 'utf8'))
  const rules = parse(await readFile(new URL('grafana/alerts.yaml', docs), 'utf8'))
  const panels: { targets?: { expr: string }[] }[] = dashboard.panels
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const alerts: { alert: string; expr: string; annotations: { summary: string } }[] = rules.groups.flatMap(
    (group: { rules: unknown[] }) => group.rules,
  )
  expect(shown.length).toBeGreaterThan(8)
  expect(alerts.length).toBeGreaterThan(4)
  expect(alerts.every(({ alert, annotations }) => alert && annotations.summary)).toBe(true)
  const used = [...shown, ...alerts.map(({ expr }) => expr)].flatMap(
    (expr) => expr.match(/\b(?:http|db|nodejs|process|latchkey)_\w+(?=[{[\s)]|$)/g) ?? [],
  )
  const measured = new Set([...scraped.matchAll(/^(\w+)[{ ]/gm)].map(([, name]) => name!))
  expect(used.length).toBeGreaterThan(15)
  const labels = new Set(['http_route', 'http_response_status_code', 'db_operation_name', 'db_client_connection_state'])
  expect(used.filter((name) => !measured.has(name) && !labels.has(name))).toEqual([])
})

test('the guide lists every metric', async () => {
  const guide = await readFile(new URL('guide/monitoring.md', docs), 'utf8')
  for (const [name, definition] of Object.entries(metricDefinitions)) {
    const attributes = definition.attributes.map((attribute) => `\`${attribute.replaceAll('.', '_')}\``).join(', ')
    const row = `| \`${prometheusName(name, definition)}\` | ${definition.description} | ${attributes} |`
    expect(guide).toContain(row)
  }
})

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

test('traces and logs reach a collector, without personal data', async () => {
  await server.close()
  const bodies = collector.received['/v1/traces'] as { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }[]
  const spans = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const signUp = spans.find(({ name }) => name === 'POST /api/v1/auth/password/sign-up')!
  const inside = spans.filter(({ traceId }) => traceId === signUp.traceId).map(({ name }) => name)
  expect(inside).toEqual(expect.arrayContaining([expect.stringMatching(/ users$/)]))
  const parentOf = (name: string) => {
    const { parentSpanId } = spans.find((span) => span.name === name)!
    return spans.find(({ spanId }) => spanId === parentSpanId)?.name
  }
  expect(parentOf('send email')).toBe('process send-email')
  expect(parentOf('deliver webhook')).toBe('process deliver-webhooks')
  const sent = JSON.stringify(collector.received)
  for (const secret of [email, password, internalKeys.secretServerKey, receiver.url]) expect(sent).not.toContain(secret)
  expect(JSON.stringify(collector.received['/v1/logs'])).toContain('"stringValue":"Request"')
  // They are scraped instead.
  expect(collector.received['/v1/metrics']).toBeUndefined()
})

test('metrics that are not scraped are sent to the collector', async () => {
  const telemetry = (await startTelemetry({ metricsToken: undefined }, process.env))!
  expect(telemetry.renderMetrics).toBeUndefined()
  telemetry.count('latchkey.emails', { outcome: 'sent' })
  await telemetry.close()
  expect(JSON.stringify(collector.received['/v1/metrics'])).toContain('"name":"latchkey.emails"')
})

test.each([
  ['select * from "users" where "id" = $1', 'SELECT', 'users'],
  ['/* prepared: x */ INSERT INTO rate_limits AS l (key)', 'INSERT', 'rate_limits'],
  ['update sessions set x', 'UPDATE', 'sessions'],
  ['SELECT 1', 'SELECT', undefined],
  ['VACUUM', 'OTHER', undefined],
])('names the statement %s without its values', (text, operation, table) => {
  expect(describeStatement(text)).toEqual({ operation, table })
})
