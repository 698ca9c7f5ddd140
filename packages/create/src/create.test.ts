import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from './create.ts'
import { Failure, readOptions } from './options.ts'

// Against a stand-in for the few responses of the server that the program needs. A browser test runs the real ones.

const template = {
  'package.json': '{"dependencies":{"react":"^19"}}',
  '.gitignore': '.env.local',
  'src/main.tsx': 'main',
}

let server: Server
let url: string
let hasDemo = true
let others: object
let folder: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, url)
    if (pathname === '/packages/react.tgz') {
      response.setHeader('content-disposition', 'attachment; filename="latchkey-react-0.1.0.tgz"')
      response.end('the package')
    } else if (pathname === '/packages/templates.json') {
      response.end(
        JSON.stringify({ vite: template, next: { 'app/handler/[...latchkey]/page.tsx': 'handler' }, ...others }),
      )
    } else if (pathname === '/demo/config.json' && hasDemo) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ projectId: 'demo', publishableClientKey: 'pck_demo' }))
    } else if (pathname === '/api/v1/projects/current') {
      const isKnown = request.headers['x-stack-publishable-client-key'] !== 'pck_wrong'
      response.statusCode = isKnown ? 200 : 401
      response.end(isKnown ? '{"display_name":"Field\\u001b[2Jnotes"}' : 'The key is not valid.')
    } else {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  url = `http://localhost:${(server.address() as { port: number }).port}`
})
afterAll(() => server.close())

beforeEach(() => {
  hasDemo = true
  others = {}
  folder = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

/** Runs the program for an app in the folder. Returns what it prints. */
async function create(app: string | undefined, ...args: string[]): Promise<{ isOk: boolean; output: string }> {
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  try {
    const target = app === undefined ? [] : [join(folder, app)]
    await createApp(await readOptions([...target, '--url', url, '--no-install', ...args]))
    return { isOk: true, output: printed.join('') }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { isOk: false, output: error.message }
  } finally {
    vi.restoreAllMocks()
  }
}

test('a Vite app gets the project, its public key and the package of the server, and nothing secret', async () => {
  const { output } = await create('My App', '--project', 'p1', '--key', 'pck_1')
  expect(output).toMatch(/cd ".*\/My App"\n/)
  expect(read('My App/.env.local')).toBe(
    `VITE_LATCHKEY_API_URL=${url}\nVITE_LATCHKEY_PROJECT_ID=p1\nVITE_LATCHKEY_PUBLISHABLE_CLIENT_KEY=pck_1\n`,
  )
  const manifest = JSON.parse(read('My App/package.json'))
  expect(manifest.name).toBe('my-app')
  const ours = Object.entries(manifest.dependencies).filter(([name]) => name.startsWith('@latchkey/'))
  expect(ours).toEqual([['@latchkey/react', 'file:latchkey-react-0.1.0.tgz']])
  expect(read('My App/latchkey-react-0.1.0.tgz')).toBe('the package')
  expect(read('My App/.gitignore')).toBe('.env.local')
  expect(read('My App/src/main.tsx')).toBe('main')
})

test('a Next.js app gets the names that Next.js gives to browsers', async () => {
  await create('shop', '--framework', 'next', '--project', 'p1', '--key', 'pck_1')
  expect(read('shop/.env.local')).toContain('NEXT_PUBLIC_LATCHKEY_PUBLISHABLE_CLIENT_KEY=pck_1\n')
  expect(existsSync(join(folder, 'shop/app/handler/[...latchkey]/page.tsx'))).toBe(true)
})

test('without a project, the app is connected to the demo project of the server', async () => {
  const { output } = await create('app')
  expect(read('app/.env.local')).toContain('VITE_LATCHKEY_PROJECT_ID=demo\n')
  expect(output).toContain('connected to Field [2Jnotes at http')
})

test('a server without a demo says where to get the complete command', async () => {
  hasDemo = false
  expect(await create('app')).toEqual({ isOk: false, output: expect.stringContaining(`${url}/dashboard`) })
})

test.each([
  ['a key that the server refuses', 'app', ['--project', 'p1', '--key', 'pck_wrong'], 'The key is not valid.'],
  ['a project without its key', 'app', ['--project', 'p1'], 'Pass both --project and --key'],
  ['an unknown framework', 'app', ['--framework', 'vue'], '--framework is vite or next, not vue.'],
  ['an unknown option', 'app', ['--secret', 'x'], "Unknown option '--secret'"],
  ['no folder', undefined, [], 'Usage: create <folder>'],
])('%s is an error that leaves nothing behind', async (_, app, args, message) => {
  expect(await create(app, ...args)).toEqual({ isOk: false, output: expect.stringContaining(message) })
  expect(readdirSync(folder)).toEqual([])
})

test.each(['../outside.txt', '/tmp/outside.txt', 'a/../../outside.txt'])('%s is not written', async (path) => {
  others = { vite: { [path]: 'x' } }
  expect(await create('app')).toEqual({ isOk: false, output: `${path} is not a file of an app.` })
  expect(existsSync(join(folder, 'outside.txt'))).toBe(false)
})

test('a folder with files is not touched', async () => {
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'app/notes.txt'), 'mine')
  expect(await create('app')).toEqual({ isOk: false, output: expect.stringContaining('is not empty.') })
  expect(readdirSync(join(folder, 'app'))).toEqual(['notes.txt'])
})

test('a server that is not running is named', async () => {
  const { output } = await create('app', '--url', 'http://localhost:9')
  expect(output).toBe('http://localhost:9 cannot be reached. Is the server running?')
})
