import { expect, test } from 'vitest'
import { type TestProject, testProject } from '../../testing/index.ts'

const shared = { 'auth.oauth.providers.github': { type: 'github', isShared: true, allowSignIn: true } }
const start = (project: TestProject, provider_id = 'github') =>
  project.send('POST /internal/sign-in-tests', { as: 'admin', body: { provider_id } })
const read = (project: TestProject, id: string) =>
  project.send('GET /internal/sign-in-tests/{id}', { as: 'admin', params: { id } })

test('a provider that is off cannot be tested', async () => {
  expect(await start(await testProject())).toMatchObject({
    body: { code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' },
  })
})

test('a test waits for the provider, and tells what it has refused', async () => {
  const project = await testProject({
    'auth.oauth.providers.github': {
      ...shared['auth.oauth.providers.github'],
      isShared: false,
      clientId: 'a',
      clientSecret: 'b',
    },
  })
  const { body } = await start(project)
  const { id, url } = body as { id: string; url: string }
  expect(new URL(url).origin).toBe('https://github.com')
  expect(await read(project, id)).toMatchObject({ status: 200, body: { status: 'waiting' } })
  const other = await testProject(shared)
  expect((await read(other, id)).status).toBe(404)

  const callback = `/api/v1/auth/oauth/callback/github?state=${id}&error=access_denied`
  const returned = await project.server.fetch(callback, { redirect: 'manual' })
  expect(returned.status).toBe(303)
  expect(returned.headers.get('location')).toMatch(/\/dashboard\/sign-in-tested$/)
  expect(await read(project, id)).toMatchObject({ body: { status: 'failed', message: expect.any(String) } })
  expect((await project.server.fetch(callback, { redirect: 'manual' })).status).toBe(400)
  expect((await project.call('GET /users', { as: 'server' })).items).toEqual([])
})
