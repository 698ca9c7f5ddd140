import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestProject } from '../../testing/index.ts'
import {
  exchangeCode,
  newPerson,
  openAuthorize,
  openCallback,
  providerForTests,
  signInAt,
  startFlow,
} from '../../testing/provider-sign-in.ts'
import { listTraces } from '../../testing/traces.ts'
import { referenceOf } from './reference.ts'

const provider = providerForTests()
const errorUrl = 'http://localhost:3000/handler/error?from=app'

const readTrace = (project: TestProject, id: string) =>
  project.call('GET /internal/traces/{id}', { as: 'admin', params: { id } })

async function dumpTraces({ id, server: { platform } }: TestProject): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT row_to_json(t)::text AS text FROM traces t WHERE project_id = ${id}`.execute(platform.db)
  return rows.map(({ text }) => text).join('\n')
}

test('a provider that denies access is told, with the reference that the error page gets', async () => {
  const project = await provider.newProject()
  const flow = await startFlow(project, { query: { error_redirect_url: errorUrl } })
  const state = new URL(flow.authorizationUrl).searchParams.get('state')!
  const back = new URL('http://localhost:8102/api/v1/auth/oauth/callback/google')
  back.search = `${new URLSearchParams({ state, iss: provider.idp.url, error: 'access_denied', error_description: 'No, says Ada' })}`
  const response = await openCallback(project, back, flow.cookie)
  const { searchParams } = new URL(response.headers.get('location')!)
  const reference = searchParams.get('reference')!
  expect(reference).toBe(referenceOf(response.headers.get('x-stack-request-id')!))
  expect(await listTraces(project, { reference })).toMatchObject([
    {
      kind: 'oauth',
      code: 'OAUTH_PROVIDER_ACCESS_DENIED',
      route: 'GET /auth/oauth/callback/{provider}',
      references: [reference],
      steps: [
        { step: 'provider-began', provider: 'google', began_at_millis: expect.any(Number) },
        { step: 'provider-refused', provider: 'google', reason: 'access-denied' },
      ],
    },
  ])
  const dump = await dumpTraces(project)
  for (const secret of [state, flow.verifier, 'says Ada']) expect(dump).not.toContain(secret)
})

test('an untrusted redirect is told from the callback, whose project only the flow knows', async () => {
  const project = await provider.newProject()
  const query = { redirect_uri: 'https://app.example.com/handler/oauth-callback?secret=1' }
  await signInAt(provider.idp, project, newPerson(), { query })
  expect(await listTraces(project)).toMatchObject([
    {
      code: 'REDIRECT_URL_NOT_WHITELISTED',
      steps: [
        { step: 'provider-began', provider: 'google' },
        { step: 'untrusted-url', url: 'https://app.example.com/handler/oauth-callback' },
      ],
    },
  ])
})

test('another browser and a second callback are told of the same round trip', async () => {
  const project = await provider.newProject()
  const flow = await startFlow(project)
  const callback = await provider.idp.signIn(flow.authorizationUrl, newPerson())
  expect((await openCallback(project, callback)).status).toBe(400)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(303)
  expect((await openCallback(project, callback, flow.cookie)).status).toBe(400)
  const [again, other] = await listTraces(project)
  expect(other).toMatchObject({ code: 'REFUSED', steps: [{ step: 'provider-began' }, { step: 'other-browser' }, {}] })
  expect(again).toMatchObject({ code: 'REFUSED', steps: [{ step: 'provider-began' }, { step: 'message' }] })
  const { related } = await readTrace(project, again!.id)
  expect(related.map(({ id }) => id)).toEqual([other!.id])
})

test('a code that is exchanged twice, or with another verifier, belongs to its round trip', async () => {
  const project = await provider.newProject()
  const person = newPerson()
  const { code, flow } = await signInAt(provider.idp, project, person)
  expect((await exchangeCode(project, code, 'not the verifier of this code')).status).toBe(400)
  expect((await exchangeCode(project, code, flow.verifier)).status).toBe(200)
  expect((await exchangeCode(project, code, flow.verifier)).status).toBe(400)
  const found = await listTraces(project)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(found[0]).toMatchObject({
    kind: 'oauth',
    code: 'INVALID_AUTHORIZATION_CODE',
    user_id: expect.any(String),
    steps: [{ step: 'code', kind: 'oauth', used_at_millis: expect.any(Number), used_from: 'same-address' }],
  })
  const dump = await dumpTraces(project)
  for (const secret of [code, flow.verifier, person.email!]) expect(dump).not.toContain(secret)
})

test('an unknown state, and a refresh after the session has ended, leave no trace', async () => {
  const project = await provider.newProject()
  const back = new URL('http://localhost:8102/api/v1/auth/oauth/callback/google?state=invented&code=x')
  expect((await openCallback(project, back, 'stack-oauth-inner-invented=true')).status).toBe(400)
  await exchangeCode(project, '', '', { grant_type: 'refresh_token', refresh_token: 'gone', code: undefined })
  expect(await listTraces(project)).toEqual([])
})

test('a start with a wrong key or a provider that is off is told', async () => {
  const project = await provider.newProject()
  await openAuthorize(project, { provider: 'spotify', verifier: 'v' })
  await openAuthorize(project, { query: { client_secret: 'pck_wrong' }, verifier: 'v' })
  const found = await listTraces(project)
  expect(found.map(({ code }) => code).sort()).toEqual([
    'INVALID_PUBLISHABLE_CLIENT_KEY',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  ])
  expect(await dumpTraces(project)).not.toContain('pck_wrong')
})
