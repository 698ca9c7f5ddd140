import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import type { Override } from '../projects/project-config/override.ts'
import {
  createTestProject,
  newEmail,
  type TestProject,
  type TestServer,
  testServer,
  testUrl,
} from '../testing/index.ts'
import { registerPasskey, signInWithPasskey, withPasskeys } from '../testing/passkeys.ts'

const enabled: Override = {
  'oauthProvider.isEnabled': true,
  'auth.otp.allowSignIn': true,
  'domains.allowLocalhost': false,
}

let folder: string
let server: TestServer
let get: (path: string) => Promise<Response>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-hosted-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Latchkey</title></head>')
  server = await testServer()
  const app = createApp(server.platform, {
    dashboard: { publishableClientKey: 'pck_internal', folder: pathToFileURL(`${folder}/`) },
  })
  get = async (path) => app.request(new URL(path, testUrl), { headers: { accept: 'text/html' } })
})

afterAll(() => rmSync(folder, { recursive: true }))

const openProject = (settings: Override = {}) => createTestProject(server, { ...enabled, ...settings })

async function readKey({ id }: TestProject): Promise<string> {
  const html = await (await get(`/oauth/${id}/consent`)).text()
  const [, content = ''] = /name="latchkey-settings" content="([^"]*)"/.exec(html) ?? []
  const settings = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&#34;', '"'))
  expect(Object.keys(settings)).toEqual(['hosted'])
  expect(settings.hosted.projectId).toBe(id)
  return settings.hosted.publishableClientKey
}

const withKey = (project: TestProject, key: string, access = 'client') =>
  server.fetch('/api/v1/projects/current', {
    headers: {
      'x-stack-access-type': access,
      'x-stack-project-id': project.id,
      [access === 'client' ? 'x-stack-publishable-client-key' : 'x-stack-secret-server-key']: key,
    },
  })

test.each([
  'consent',
  'device',
  'handler/sign-in',
])('the page %s runs no foreign or inline code, cannot be framed, and is in no search engine', async (page) => {
  const { id } = await openProject()
  const { status, headers } = await get(`/oauth/${id}/${page}?interaction=abc`)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("style-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  // Other apps open it in a window, and still have to know that window afterwards.
  expect(headers.get('cross-origin-opener-policy')).toBe(null)
})

test('nothing that owners name becomes markup', async () => {
  const { id, call } = await openProject()
  const display_name = '</title><script>alert(1)</script>$&'
  await call('PATCH /internal/projects/current', { as: 'admin', body: { display_name } })
  const html = await (await get(`/oauth/${id}/consent`)).text()
  expect(html).not.toContain('<script>alert')
  expect(html).toMatch(/<title>[^<]*alert\(1\)[^<]*\$&amp;<\/title>/)
  expect(html).toContain(`/projects/${id}/brand.css`)
})

test('its key opens its own project for clients, and nothing else', async () => {
  const [project, other] = [await openProject(), await openProject()]
  const key = await readKey(project)
  expect((await withKey(project, key)).status).toBe(200)
  expect((await withKey(other, key)).status).toBe(401)
  expect((await withKey(project, key, 'server')).status).toBe(401)
  expect(key).not.toBe(await readKey(other))
  expect(await readKey(project)).toBe(key)
})

test('pages and key end when the project is no provider anymore, or has a page of its own', async () => {
  for (const change of [
    { 'oauthProvider.isEnabled': false },
    { 'oauthProvider.consentUrl': 'https://app.example.com/handler/oauth-consent' },
  ]) {
    const project = await openProject()
    const key = await readKey(project)
    const body = { config_override_string: JSON.stringify(change) }
    await project.call('PATCH /internal/config/override', { as: 'admin', body })
    for (const page of ['consent', 'handler/sign-in'])
      expect((await get(`/oauth/${project.id}/${page}`)).status).toBe(404)
    expect((await withKey(project, key)).status).toBe(401)
  }
})

test('the address for devices leads to the page of the app, if there is one', async () => {
  const consentUrl = 'https://app.example.com/handler/oauth-consent?tenant=a'
  const { id } = await openProject({ 'oauthProvider.consentUrl': consentUrl })
  const response = await get(`/oauth/${id}/device?user_code=WDJB-MJHT`)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('https://app.example.com/handler/device?user_code=WDJB-MJHT')
})

test.each(['internal', 'unknown', 'a%00b'])('there are no such pages for %s', async (id) => {
  expect((await get(`/oauth/${id}/consent`)).status).toBe(404)
})

test('emails and providers may lead back to the pages of the project on this server, and to nothing else there', async () => {
  const [project, other] = [await openProject(), await openProject()]
  const send = (callback_url: string) =>
    project.send('POST /auth/otp/send-sign-in-code', { body: { email: newEmail(), callback_url } })
  const place = `${testUrl}/oauth/${project.id}/handler`
  for (const url of [`${place}/magic-link-callback`, `${place}/magic-link-callback?after_auth_return_to=%2Foauth`]) {
    expect((await send(url)).status, url).toBe(200)
  }
  for (const url of [
    testUrl,
    `${testUrl}/dashboard`,
    `${testUrl}/oauth/${project.id}/authorize`,
    `${testUrl}/oauth/${other.id}/handler/magic-link-callback`,
    `${place}/../../../dashboard`,
    `${place}/%2e%2e/%2e%2e/%2e%2e/dashboard`,
    `${place}/..%5c..%5cdashboard`.replace('%5c', '\\'),
    place.replace('localhost', 'localhost.evil.example'),
    place.replace('http://', 'http://user@'),
    place.replace('http:', 'https:'),
    `${place.replace('8102', '8103')}/magic-link-callback`,
  ]) {
    expect(await send(url), url).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
  }
})

test('without a page of this server, its addresses are trusted no more than others', async () => {
  const project = await openProject({ 'oauthProvider.isEnabled': false })
  const callback_url = `${testUrl}/oauth/${project.id}/handler/magic-link-callback`
  const body = { email: newEmail(), callback_url }
  expect((await project.send('POST /auth/otp/send-sign-in-code', { body })).status).toBe(400)
})

test('a passkey works on the pages of this server', async () => {
  const origin = new URL(testUrl).origin
  const app = { baseUrl: 'http://localhost:3000', handlerPath: '/handler' }
  const project = await openProject({ ...withPasskeys, 'domains.trustedDomains.app': app })
  const person = await project.signUp()
  const authenticator = await registerPasskey(project, person, undefined, { origin })
  expect(await signInWithPasskey(project, authenticator, { origin })).toMatchObject({ user_id: person.user_id })
  await expect(signInWithPasskey(project, authenticator, { origin: 'http://localhost:9' })).rejects.toMatchObject({
    code: 'PASSKEY_AUTHENTICATION_FAILED',
  })
})
