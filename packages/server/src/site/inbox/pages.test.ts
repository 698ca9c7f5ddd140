import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createLog } from '../../platform/log.ts'
import { testServer, testUrl } from '../../testing/index.ts'
import { openEmailFiles } from './email-files.ts'
import { type Inbox, startInbox } from './inbox.ts'

let inbox: Inbox
beforeAll(async () => {
  inbox = await startInbox(createLog({ level: 'silent', isProduction: false }))
})
afterAll(() => inbox.close())
beforeEach(() => inbox.clear())

async function openApp(stopping?: AbortSignal) {
  const { platform } = await testServer()
  return createApp(platform, { inbox, ...(stopping ? { stopping } : {}) })
}

async function deliver(email: { subject: string; html?: string; text?: string }): Promise<void> {
  const { host, port, from } = inbox.smtp
  const transport = createTransport({ host, port })
  await transport.sendMail({ from, to: 'ada@example.com', ...email })
}

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } as never })
const thisMachine = from('127.0.0.1')

const get = async (path: string, base = testUrl) => (await openApp()).request(new URL(path, base), {}, thisMachine)

test('a delivered email is listed with its link, its code and its source', async () => {
  await deliver({ subject: 'Hello', text: 'Your code:\n\nAB12CD\n\nhttps://app.example.com/x?code=abc' })
  const emails = await (await get('/inbox/emails.json')).json()
  expect(emails).toMatchObject([
    {
      subject: 'Hello',
      to: ['ada@example.com'],
      code: 'AB12CD',
      link: 'https://app.example.com/x?code=abc',
      hasHtml: false,
      source: expect.stringContaining('Subject: Hello'),
    },
  ])
})

test('the newest email comes first, and all can be deleted', async () => {
  await deliver({ subject: 'First', text: 'x' })
  await deliver({ subject: 'Second', text: 'x' })
  expect(inbox.list().map((email) => email.subject)).toEqual(['Second', 'First'])
  const app = await openApp()
  expect((await app.request(new URL('/inbox/emails', testUrl), { method: 'DELETE' }, thisMachine)).status).toBe(204)
  expect(inbox.list()).toEqual([])
})

test('emails are still there after a restart, and gone once deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = createLog({ level: 'silent', isProduction: false })
  const open = async () => {
    const opened = await startInbox(log, folder)
    onTestFinished(() => opened.close())
    return opened
  }
  const first = await open()
  const transport = createTransport({ host: first.smtp.host, port: first.smtp.port })
  for (const subject of ['One', 'Two'])
    await transport.sendMail({
      from: 'a@example.com',
      to: 'to@example.com',
      bcc: 'bcc@example.com',
      subject,
      text: 'é',
    })
  // What a crash or somebody else left there is not an email.
  writeFileSync(join(folder, '000000000000001_00000000-0000-4000-8000-000000000000.eml'), 'no header')
  writeFileSync(join(folder, 'other.txt'), '')

  const second = await open()
  expect(second.list()).toEqual(first.list())
  expect(second.list()[0]).toMatchObject({ subject: 'Two', to: ['to@example.com', 'bcc@example.com'], text: 'é' })
  expect(statSync(join(folder, readdirSync(folder).at(-2)!)).mode & 0o077).toBe(0)
  second.clear()
  expect((await open()).list()).toEqual([])
})

test('only the newest emails are kept, also in the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = createLog({ level: 'silent', isProduction: false })
  const files = openEmailFiles(folder, log)
  for (let index = 0; index < 205; index++) {
    const source = Buffer.from(`Subject: ${index}\r\n\r\nx`)
    files.add({ id: randomUUID(), receivedAt: new Date(1_000 + index), recipients: ['a@example.com'], source })
  }
  const opened = await startInbox(log, folder)
  onTestFinished(() => opened.close())
  expect(opened.list().map((email) => email.subject)).toEqual(
    Array.from({ length: 200 }, (_, index) => `${204 - index}`),
  )
  expect(readdirSync(folder)).toHaveLength(200)
})

test('an email is shown in a sandbox that cannot run scripts', async () => {
  await deliver({ subject: 'Evil', html: '<html><head></head><body><script>alert(1)</script></body></html>' })
  const response = await get(`/inbox/emails/${inbox.list()[0]!.id}/html`)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox')
  expect(policy).not.toContain('allow-scripts')
  expect((await get('/inbox/emails/nothing/html')).status).toBe(404)
})

test('a page with another host name gets no emails', async () => {
  for (const path of ['/inbox', '/inbox/emails.json', '/inbox/events']) {
    expect((await get(path, 'http://evil.example:8102')).status, path).toBe(403)
  }
})

test.each(['/inbox', '/inbox/emails.json', '/inbox/events'])('another machine gets no emails from %s', async (path) => {
  const app = await openApp()
  const ask = (env: object, headers: Record<string, string> = {}) =>
    app.request(new URL(path, testUrl), { headers: { host: 'localhost:8102', ...headers } }, env)
  for (const address of ['192.0.2.1', '10.0.0.5', '::ffff:192.0.2.1', '2001:db8::1', '0.0.0.0']) {
    const response = await ask(from(address))
    expect(response.status, address).toBe(403)
    expect(await response.text()).toContain('only available on the machine that runs the server')
  }
  expect((await ask({})).status).toBe(403)
  // What a proxy or a tunnel on this machine passes on may come from anywhere.
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip']) {
    expect((await ask(thisMachine, { [name]: '127.0.0.1' })).status, name).toBe(403)
  }
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    const response = await ask(from(address))
    expect(response.status, address).toBe(200)
    await response.body?.cancel()
  }
})

test('an open page is notified of a new email, and does not keep the server from stopping', async () => {
  const stopping = new AbortController()
  const app = await openApp(stopping.signal)
  const reader = (await app.request(new URL('/inbox/events', testUrl), {}, thisMachine)).body!.getReader()
  const decoder = new TextDecoder()
  expect(decoder.decode((await reader.read()).value)).toContain('hello')
  await deliver({ subject: 'News', text: 'x' })
  expect(decoder.decode((await reader.read()).value)).toContain('event: change')
  stopping.abort()
  expect((await reader.read()).done).toBe(true)
})
