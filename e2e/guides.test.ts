import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPerson, openBrowser } from './browser.ts'
import { listGuideFiles, writeGuideFiles } from './guide-files.ts'
import { createOwnProject, internalKeys } from './own-project.ts'
import { findFreePort, type StartedServer, startServer } from './start-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Inside the repository, so that the packages are found as if they were installed. */
const folder = join(root, '.cache/guides')
const guides = ['README', ...readdirSync(join(root, 'docs/guide')).map((file) => file.replace('.md', ''))]
/** Compiled and followed by the tests of Next.js. */
const guidesOfFrameworks = ['nextjs']

const guidesWithFiles = guides.filter(
  (guide) => !guidesOfFrameworks.includes(guide) && listGuideFiles(guide).length > 0,
)

const malformed = ['[]', '7', '"text"', 'null', '{', '%', '{"accessToken":{}}', '{"refreshToken":1}', 'x'.repeat(5000)]

/** What stands in front of a server that is down. */
async function startErrorPage() {
  const proxy = createServer((_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>')
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => proxy.listen(port, resolve))
  return { url: `http://localhost:${port}`, stop: () => proxy.close() }
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const guide of guidesWithFiles) writeGuideFiles(guide, join(folder, guide))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

test('the code of the guides compiles', () => {
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node', 'react', 'react-dom', 'vite/client'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
  }
  writeConfig('check', { ...compilerOptions, allowJs: true, checkJs: true, noEmit: true }, ['*/**/*'])
  // Node 20 does not run TypeScript.
  writeConfig('emit', { ...compilerOptions, rootDir: '.', outDir: '.' }, ['*/**/*.ts'])
  expect(guidesWithFiles.length).toBeGreaterThan(8)
  expect(compile('check.json')).toBe('')
  expect(compile('emit.json')).toBe('')
})

function writeConfig(name: string, compilerOptions: object, include: string[]): void {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ compilerOptions, include, exclude: [] }))
}

function compile(config: string): string {
  try {
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('followed step by step', () => {
  let server: StartedServer
  let env: Record<string, string>
  beforeAll(async () => {
    server = await startServer(internalKeys)
    const { app, secretServerKey } = await createOwnProject(server.url, { client_team_creation_enabled: true })
    env = {
      LATCHKEY_API_URL: server.url,
      LATCHKEY_PROJECT_ID: app.projectId,
      LATCHKEY_PUBLISHABLE_CLIENT_KEY: app.publishableClientKey,
      LATCHKEY_SECRET_SERVER_KEY: secretServerKey,
    }
  })
  afterAll(() => server?.stop())

  test.each(['node', 'express', 'hono', 'verify-tokens'])('%s knows who is signed in', async (guide) => {
    const { email, tokens, headers } = await signUp()
    const { url, stop } = await startGuide(guide)
    try {
      expect((await fetch(`${url}/api/me`)).status).toBe(401)
      const authorization = `Bearer ${tokens.access_token}`
      const response = await fetch(`${url}/api/me`, { headers: { ...headers, authorization } })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ email })
      const forged = { 'x-stack-auth': '{"accessToken":"e30.e30.e30"}', authorization: 'Bearer e30.e30.e30' }
      expect((await fetch(`${url}/api/me`, { headers: forged })).status).toBe(401)
    } finally {
      await stop()
    }
  })

  describe.each([
    'README',
    'server',
    'node',
    'express',
    'hono',
    'protect-an-api-route',
    'verify-tokens',
  ])('the server of %s', (guide) => {
    const request = (url: string, headers: Record<string, string>) =>
      guide === 'protect-an-api-route'
        ? fetch(`${url}/api/teams/team`, { method: 'PATCH', headers, body: '{}' })
        : fetch(`${url}/api/me`, { headers })

    test('says 401 to malformed credentials, and goes on', async () => {
      const { url, stop } = await startGuide(guide)
      try {
        for (const auth of malformed) {
          const cookie = `stack-refresh-${env.LATCHKEY_PROJECT_ID}=%; stack-access=%5B`
          const headers = { 'x-stack-auth': auth, authorization: `Bearer ${auth}`, cookie }
          expect([auth.slice(0, 40), (await request(url, headers)).status]).toEqual([auth.slice(0, 40), 401])
        }
      } finally {
        await stop()
      }
    })

    test.each(['nothing listens', 'a proxy shows an error page'])('says 503 while %s, and goes on', async (outage) => {
      const { tokens, headers } = await signUp()
      const proxy = await startErrorPage()
      const address = outage === 'nothing listens' ? `http://localhost:${await findFreePort()}` : proxy.url
      const { url, stop } = await startGuide(guide, { LATCHKEY_API_URL: address })
      try {
        for (let attempt = 0; attempt < 2; attempt++) {
          const response = await request(url, { ...headers, authorization: `Bearer ${tokens.access_token}` })
          expect(response.status).toBe(503)
          expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
          // No stack, no address and no page.
          expect(await response.text()).toMatch(/^[^<]*Please try again in a moment\.[^<]{0,2}$/)
        }
      } finally {
        await stop()
        proxy.stop()
      }
    })
  })

  test('an API route is open to those with the permission only', async () => {
    const owner = await signUp()
    const stranger = await signUp()
    const team = await call('POST', '/teams', owner.headers, { display_name: 'Research', creator_user_id: 'me' })
    const { url, stop } = await startGuide('protect-an-api-route')
    const rename = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ name: 'Search' })
      return (await fetch(`${url}/api/teams/${team.id}`, { method: 'PATCH', headers, body })).status
    }
    try {
      expect(await rename({})).toBe(401)
      expect(await rename(stranger.headers)).toBe(404)
      expect(await rename(owner.headers)).toBe(200)
    } finally {
      await stop()
    }
  })

  test('Vite leads from an empty folder to a signed-in user', async () => {
    const app = join(folder, 'vite')
    const { email, password } = newPerson()
    writeFileSync(
      join(app, 'index.html'),
      '<!doctype html><html lang="en"><title>App</title><div id="root"></div><script type="module" src="/src/main.tsx"></script></html>',
    )
    const publicNames = Object.entries(env).filter(([name]) => !name.includes('SECRET'))
    writeFileSync(join(app, '.env.local'), publicNames.map(([name, value]) => `VITE_${name}=${value}`).join('\n'))
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: app, stdio: 'pipe' })
    const port = String(await findFreePort())
    const preview = await start([vite, 'preview', '--port', port, '--strictPort'], app, port)
    try {
      const page = await openBrowser()
      await page.goto(preview.url)
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Hello, ${email}` }).waitFor()
    } finally {
      await preview.stop()
    }
  })

  async function signUp() {
    const person = newPerson()
    const callback = { verification_callback_url: 'http://localhost:3000/handler/email-verification' }
    const tokens = await call('POST', '/auth/password/sign-up', {}, { ...person, ...callback })
    const session = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
    const headers = { 'x-stack-auth': JSON.stringify(session), 'x-stack-access-token': tokens.access_token as string }
    return { email: person.email, tokens, headers }
  }

  async function call(method: string, path: string, headers: Record<string, string>, body: object) {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'client',
        'x-stack-project-id': env.LATCHKEY_PROJECT_ID!,
        'x-stack-publishable-client-key': env.LATCHKEY_PUBLISHABLE_CLIENT_KEY!,
        ...headers,
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  async function startGuide(guide: string, changes: Record<string, string> = {}) {
    const port = String(await findFreePort())
    return start(['server.js'], join(folder, guide), port, changes)
  }

  async function start(args: string[], cwd: string, port: string, changes: Record<string, string> = {}) {
    const program = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env.PATH, PORT: port, ...env, ...changes },
      // Servers log what went wrong, which is what these tests are about.
      stdio: 'ignore',
    })
    const url = `http://localhost:${port}`
    for (const deadline = Date.now() + 100_000; ; await delay(50)) {
      if (await fetch(url).catch(() => undefined)) return { url, stop: () => stop(program) }
      if (program.exitCode !== null || Date.now() > deadline) throw new Error(`${args.join(' ')} did not start.`)
    }
  }

  async function stop(program: ChildProcess): Promise<void> {
    program.kill('SIGTERM')
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
  }
})
