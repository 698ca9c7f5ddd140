import { afterAll, beforeAll, expect } from 'vitest'
import { newPerson } from './browser.ts'
import { createOwnProject, internalKeys } from './own-project.ts'
import { type StartedServer, startServer } from './start-server.ts'

/** A server and a project of its own for the apps of one test file, and the environment that leads an app to it. */
export function useNextProject(config: object = {}) {
  const project = { server: {} as StartedServer, env: {} as Record<string, string> }
  beforeAll(async () => {
    project.server = await startServer(internalKeys)
    const { app, secretServerKey } = await createOwnProject(project.server.url, config)
    project.env = {
      LATCHKEY_API_URL: project.server.url,
      LATCHKEY_PROJECT_ID: app.projectId,
      LATCHKEY_PUBLISHABLE_CLIENT_KEY: app.publishableClientKey,
      LATCHKEY_SECRET_SERVER_KEY: secretServerKey,
    }
  })
  afterAll(() => project.server.stop?.())
  return project
}

type NextProject = ReturnType<typeof useNextProject>

/** An account and a session of it. */
export async function createAccount({ server, env }: NextProject) {
  const person = newPerson()
  const response = await fetch(`${server.url}/api/v1/auth/password/sign-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': env.LATCHKEY_PROJECT_ID!,
      'x-stack-publishable-client-key': env.LATCHKEY_PUBLISHABLE_CLIENT_KEY!,
    },
    body: JSON.stringify({ ...person, verification_callback_url: 'http://localhost/verify' }),
  })
  return { ...person, refreshToken: (await response.json()).refresh_token as string }
}

/** Checks the response to a request whose token has expired while Latchkey is away. */
export async function expectUnavailable({ env }: NextProject, app: { url: string }, path: string) {
  const headers = { cookie: `stack-refresh-${env.LATCHKEY_PROJECT_ID}=${'a'.repeat(45)}` }
  const response = await fetch(app.url + path, { headers, redirect: 'manual' })
  expect({ path, status: response.status }).toEqual({ path, status: 503 })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.text()).toContain('Please try again in a moment.')
}
