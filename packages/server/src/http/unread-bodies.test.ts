import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createLog } from '../platform/log.ts'
import { type Inbox, startInbox } from '../site/inbox/inbox.ts'
import { testServer, testUrl } from '../testing/index.ts'
import { internalKeys } from '../testing/server.ts'
import { maxBodyBytes } from './body.ts'

const chunk = new Uint8Array(64_000).fill('a'.charCodeAt(0))
const endlessBytes = 8 * maxBodyBytes
/** No page needs more than a small form. */
const maxPageBytes = 2 * chunk.byteLength
const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']

let folder: string
let inbox: Inbox
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head></head>')
  inbox = await startInbox(createLog({ level: 'silent', isProduction: false }))
})
afterAll(async () => {
  await inbox.close()
  rmSync(folder, { recursive: true })
})

/** Everything that a server can serve. */
async function openFullApp() {
  const { platform } = await testServer()
  const built = { publishableClientKey: 'k', folder: pathToFileURL(`${folder}/`) }
  return createApp(platform, { dashboard: built, demo: { ...built, projectId: 'p' }, inbox })
}

/** What anybody can send: the publishable key is public, and other programs than browsers choose all headers. */
const strangersHeaders = {
  'x-stack-project-id': 'internal',
  'x-stack-access-type': 'client',
  'x-stack-publishable-client-key': internalKeys.publishableClientKey,
  'sec-fetch-site': 'same-origin',
  origin: testUrl,
}

test('of a body without end, no route and no page reads more than strangers may send', async () => {
  const app = await openFullApp()
  const handlers = new Set(app.routes.map(({ method, path }) => `${method === 'ALL' ? 'POST' : method} ${path}`))
  const readers = [...handlers].filter((handler) => !/^(GET|OPTIONS) /.test(handler))
  expect(readers.length).toBeGreaterThan(200)
  const greedy: string[] = []
  for (const handler of readers) {
    const [method, path] = handler.split(' ') as [string, string]
    const url = new URL(path.replaceAll(/:\w+(\{[^}]*\})?|\*/g, 'x'), testUrl)
    for (const type of contentTypes) {
      let taken = 0
      const body = new ReadableStream(
        {
          pull(controller) {
            taken += chunk.byteLength
            if (taken > endlessBytes) controller.close()
            else controller.enqueue(chunk)
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { ...strangersHeaders, 'content-type': type }
      const request = new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
      const incoming = { socket: { remoteAddress: '127.0.0.1' } } as never
      await (await app.fetch(request, { incoming })).arrayBuffer()
      const maxBytes = path.startsWith('/api/') ? maxBodyBytes + chunk.byteLength : maxPageBytes
      if (taken > maxBytes) greedy.push(`${handler} as ${type}: ${taken} bytes`)
    }
  }
  expect(greedy).toEqual([])
})
