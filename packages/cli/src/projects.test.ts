import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { internalProject, killPrograms, listenOnPort, type TestProject, testServer } from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHome, runCommand } from './testing/command.ts'

let listener: Awaited<ReturnType<typeof listenOnPort>>
let internal: TestProject
let home: NodeJS.ProcessEnv

beforeAll(async () => {
  internal = await internalProject()
  listener = await listenOnPort(await testServer())
})
afterAll(() => listener.close())
beforeEach(async () => {
  home = await createHome()
})
afterEach(async () => {
  await killPrograms()
  await rm(home.HOME!, { recursive: true, force: true })
})

const create = (...args: string[]) => runCommand(home, 'projects', 'create', ...args, '--api-url', listener.url)

/** As `latchkey login --owner` leaves it behind. */
async function signInAsOwner(): Promise<void> {
  const { refresh_token } = await internal.signUp()
  const { publishableClientKey } = internal.keys
  const session = { apiUrl: listener.url, projectId: 'internal', publishableClientKey, refreshToken: refresh_token }
  const folder = join(home.HOME!, '.config/latchkey')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'credentials.json'), JSON.stringify({ version: 1, sessions: [session] }))
}

test('a project is created with keys that work, as environment variables', async () => {
  await signInAsOwner()
  const { code, output } = await create('My app')
  expect(code).toBe(0)
  const variables = Object.fromEntries(output.split('\n').map((line) => line.split('=', 2)))
  expect(variables).toMatchObject({
    LATCHKEY_API_URL: listener.url,
    LATCHKEY_PUBLISHABLE_CLIENT_KEY: expect.stringMatching(/^pck_/),
  })
  expect(output).not.toContain('ADMIN_KEY')
  const response = await fetch(`${listener.url}/api/v1/users`, {
    headers: {
      'x-stack-access-type': 'server',
      'x-stack-project-id': variables.LATCHKEY_PROJECT_ID,
      'x-stack-secret-server-key': variables.LATCHKEY_SECRET_SERVER_KEY,
    },
  })
  expect(response.status).toBe(200)
})

test.each([
  ['vite', 'VITE_'],
  ['next', 'NEXT_PUBLIC_'],
])('an app with %s gets the public variables and no secret key', async (framework, prefix) => {
  await signInAsOwner()
  const { output } = await create('My app', '--framework', framework)
  const [, ...lines] = output.trim().split('\n')
  const names = ['API_URL', 'PROJECT_ID', 'PUBLISHABLE_CLIENT_KEY'].map((name) => `${prefix}LATCHKEY_${name}`)
  expect(lines.map((line) => line.split('=')[0])).toEqual(names)
})

test('an admin key is created only if it is asked for', async () => {
  await signInAsOwner()
  const { output } = await create('My app', '--admin-key')
  expect(output).toMatch(/^LATCHKEY_SUPER_SECRET_ADMIN_KEY=sak_/m)
})

test('a project has the sign-in methods that the dashboard suggests', async () => {
  await signInAsOwner()
  const { id, publishableClientKey } = JSON.parse((await create('My app', '--json')).output)
  const response = await fetch(`${listener.url}/api/v1/projects/current`, {
    headers: {
      'x-stack-access-type': 'client',
      'x-stack-project-id': id,
      'x-stack-publishable-client-key': publishableClientKey,
    },
  })
  expect((await response.json()).config).toMatchObject({
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: false,
  })
})

test('scripts get JSON', async () => {
  await signInAsOwner()
  const { code, output } = await create('My app', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(output)).toMatchObject({
    displayName: 'My app',
    apiUrl: listener.url,
    secretServerKey: expect.stringMatching(/^ssk_/),
  })
})

test('who is not signed in as an owner is told what to run', async () => {
  const { code, output } = await create('My app')
  expect(code).toBe(3)
  expect(output).toContain('You are not signed in as a project owner. Run `latchkey login --owner`.')
})

test('a server without a dashboard has nowhere to sign owners in', async () => {
  const { code, output } = await runCommand(home, 'login', '--owner', '--api-url', listener.url)
  expect(code).toBe(1)
  expect(output).toContain('has no dashboard')
})
