import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { version } from '../../platform/version.ts'
import { testServer } from '../../testing/index.ts'
import { endOfTar, tarEntry } from './tar.ts'

let folder: string
let packages: URL
let get: (path: string, init?: RequestInit) => Promise<Response>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-served-'))
  packages = pathToFileURL(`${folder}/`)
  for (const name of ['react', 'sdk', 'cli'])
    writeFileSync(join(folder, `${name}.tgz`), gzipSync(`the ${name} package`))
  writeFileSync(join(folder, 'create.tar'), tarEntry('package/package.json', Buffer.from('{}')))
  writeFileSync(join(folder, 'templates.json'), '{"vite":{}}')
  writeFileSync(join(folder, 'secret.txt'), 'not for apps')
  const { platform } = await testServer()
  const app = createApp(platform, { packages })
  get = async (path, init) => app.request(path, init)
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('the packages of the server', () => {
  test.each([
    'react',
    'sdk',
    'cli',
  ])('%s is served as it was packed, also to clients that accept compression', async (name) => {
    const response = await get(`/packages/${name}.tgz`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="latchkey-${name}-${version}.tgz"`,
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(join(folder, `${name}.tgz`)))
  })

  test('are asked for again after an upgrade, and not transferred if they are the same', async () => {
    const { headers } = await get('/packages/react.tgz')
    expect(headers.get('cache-control')).toBe('no-cache')
    const again = await get('/packages/react.tgz', { headers: { 'if-none-match': headers.get('etag')! } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const head = await get('/packages/react.tgz', { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, headers.get('etag'), ''])
  })

  test.each([
    '/packages/secret.txt',
    '/packages/create.tar',
    '/packages/..%2fsecret.txt',
    '/packages/',
    '/packages/x.tgz',
  ])('do not include %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('create knows the public address of the server, whatever address it was requested from', async () => {
    const { platform } = await testServer()
    const config = { ...platform.config, url: 'https://auth.example.com', isProduction: true }
    const app = createApp({ ...platform, config }, { packages })
    const response = await app.request('http://10.0.0.1:8102/packages/create.tgz', {
      headers: { host: 'evil.example' },
    })
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const archive = join(folder, 'create.tgz')
    writeFileSync(archive, Buffer.from(await response.arrayBuffer()))
    const read = (path: string) => execFileSync('tar', ['-xzOf', archive, path], { encoding: 'utf8' })
    expect(JSON.parse(read('package/server.json'))).toEqual({ url: 'https://auth.example.com' })
    expect(read('package/package.json')).toBe('{}')
  })

  test('the files of new apps are separate, so that they always have the version of the server', async () => {
    const response = await get('/packages/templates.json')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toEqual({ vite: {} })
  })

  test('are not there on a server that has none', async () => {
    const { platform } = await testServer()
    expect((await createApp(platform, {}).request('/packages/react.tgz')).status).toBe(404)
  })
})

test('archives keep paths, contents and permissions, also of long paths', () => {
  const long = `package/${'a-long-folder/'.repeat(12)}file-with-a-name.d.ts`
  const files = { 'package/bin/run.js': '#!/usr/bin/env node\n', [long]: 'x'.repeat(1000), 'package/empty': '' }
  const entries = Object.entries(files).map(([path, text]) =>
    tarEntry(path, Buffer.from(text), { isExecutable: path.includes('/bin/') }),
  )
  const target = join(folder, 'unpacked')
  mkdirSync(target)
  execFileSync('tar', ['-x'], { cwd: target, input: Buffer.concat([...entries, endOfTar]) })
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(target, path), 'utf8')).toBe(text)
  const listed = execFileSync('tar', ['-tv'], { encoding: 'utf8', input: Buffer.concat([...entries, endOfTar]) })
  expect(listed).toMatch(/^-rwxr-xr-x.*package\/bin\/run\.js$/m)
  expect(() => tarEntry('x'.repeat(101), Buffer.alloc(0))).toThrow('too long')
})
