import { describe, expect, test } from 'vitest'
import { projectCache } from '../projects/cache.ts'
import { separateServer, testProject } from '../testing/index.ts'
import { createTestProject, type TestProject } from '../testing/project.ts'

const override = { 'x-stack-override-error-status': 'true' }
const secretDetail = 'password=hunter2 at /srv/secret.ts:12'

/** A project on a server of its own, whose next look at the database fails. */
async function brokenProject(failure: Error): Promise<TestProject & { lines: string[] }> {
  const lines: string[] = []
  const server = await separateServer({ logLines: lines })
  const project = await createTestProject(server)
  Object.assign(projectCache(server.platform), { find: () => Promise.reject(failure) })
  return { ...project, lines }
}

// ASVS 3.4.6
test('no response can be framed', async () => {
  const { send } = await testProject()
  for (const route of ['GET /projects/current', 'GET /users/me', 'GET /nowhere']) {
    const { headers } = await send(route)
    expect(headers.get('content-security-policy'), route).toBe("frame-ancestors 'none'")
  }
})

describe('the status override', () => {
  test('sends known errors with status 200 and the real status in a header', async () => {
    const { send } = await testProject()
    const plainly = await send('GET /users/me')
    expect(plainly.status).toBe(400)
    expect(plainly.headers.get('x-stack-actual-status')).toBeNull()

    for (const value of ['true', 'false', '1', 'anything']) {
      const answer = await send('GET /users/me', { headers: { 'x-stack-override-error-status': value } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('x-stack-actual-status')).toBe('400')
      expect(answer.body).toEqual(plainly.body)
      expect([...answer.headers.keys()].filter((name) => name !== 'x-stack-actual-status')).toEqual([
        ...plainly.headers.keys(),
      ])
      expect(answer.headers.get('cache-control')).toBe('no-store, max-age=0')
    }
  })

  test.each([
    ['GET', '/api/v1/unknown', '404'],
    ['LINK', '/api/v1/users/me', '405'],
    ['GET', '/api/v1/projects/unknown/.well-known/jwks.json', '404'],
  ])('sends the plain refusal of %s %s the same way', async (method, path, status) => {
    const { server } = await testProject()
    const response = await server.fetch(path, { method, headers: override })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-stack-actual-status')).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toMatch(/\S/)
  })

  test('sends a failure the same way', async () => {
    const { send } = await brokenProject(new Error(secretDetail))
    const answer = await send('GET /projects/current', { headers: override })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-stack-actual-status')).toBe('500')
  })

  test('leaves success as it is', async () => {
    const { send } = await testProject()
    const read = await send('GET /projects/current', { headers: override })
    const created = await send('POST /users', { as: 'server', headers: override, body: {} })
    expect([read.status, created.status]).toEqual([200, 201])
    for (const { headers } of [read, created]) expect(headers.get('x-stack-actual-status')).toBeNull()
  })
})

describe('a failure that nobody expected', () => {
  // ASVS 16.3.4, 16.5.1
  test('is told by nothing but an id, under which the log has the rest', async () => {
    const { send, lines } = await brokenProject(new Error(secretDetail))
    const answer = await send('GET /projects/current')
    const id = answer.headers.get('x-stack-request-id')!

    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-stack-known-error')).toBeNull()
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.body).toContain(id)
    expect(answer.body).not.toMatch(/hunter2|\.ts|Error/)
    expect(lines.find((line) => line.includes(id))).toContain('GET /projects/current')
  })

  // ASVS 16.5.2
  test('is a request to come back later when the database is away', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const { send } = await brokenProject(away)
    const answer = await send('GET /projects/current')

    expect(answer).toMatchObject({ status: 503, body: expect.not.stringContaining('5432') })
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('is one line in the log for all requests that an outage refuses', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
    const { send, lines } = await brokenProject(away)
    for (let n = 0; n < 50; n++) expect(await send('GET /projects/current')).toMatchObject({ status: 503 })
    expect(lines.filter((line) => line.includes('The database is unavailable'))).toHaveLength(1)
  })
})
