import { beforeEach, describe, expect, test } from 'vitest'
import { assets } from '../../http/pages/assets.ts'
import { newEmail, separateServer, type TestServer, testServer, testUrl } from '../../testing/index.ts'
import { readForm } from '../../testing/saml-provider.ts'
import { readIdentityProviderMetadata } from '../saml/identity-provider-metadata.ts'
import { generateSamlKeyPair } from '../saml/key-pair.ts'
import { createSamlRequest } from '../saml/request.ts'
import { readSamlResponse } from '../saml/response.ts'

const serviceProvider = { entityId: `${testUrl}/api/v1/some/metadata`, acsUrl: `${testUrl}/api/v1/some/acs` }
const keys = await generateSamlKeyPair({ name: 'Acme', now: new Date() })

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})

async function readMetadata(from = server) {
  const text = await (await from.fetch('/development-identity-provider/saml/metadata')).text()
  return readIdentityProviderMetadata(text, { now: new Date(), allowHttpOnLocalhost: true })
}

type Binding = 'redirect' | 'post'

async function start(binding: Binding = 'redirect', options: { acsUrl?: string } = {}) {
  const { entityId, redirectUrl, postUrl } = await readMetadata()
  const request = await createSamlRequest({
    serviceProvider: { ...serviceProvider, ...options },
    identityProvider: { entityId, ...(binding === 'redirect' ? { redirectUrl } : { postUrl }) },
    signingKey: keys.privateKey,
    relayState: 'the-state',
  })
  return { request, page: await open(request.url, request.binding === 'post' ? request.fields : undefined) }
}

async function open(url: string, fields?: Record<string, string>, cookie = '') {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const response = await server.fetch(url, { ...init, headers: { cookie } })
  return { response, text: await response.text() }
}

/** Submits the page with the fields that it holds. */
async function submit(url: string, page: string, typed: Record<string, string>, cookie?: string) {
  const hidden = readForm(`action="${url}"${page}`).fields as Record<string, string>
  return open(url, { ...hidden, ...typed }, cookie)
}

async function read(SAMLResponse: string, requestId: string) {
  const { entityId, certificates } = await readMetadata()
  return readSamlResponse({
    response: SAMLResponse,
    serviceProvider,
    identityProvider: { entityId, certificates: certificates.map(({ pem }) => pem) },
    decryptionKeys: [],
    requestId,
    allowUnsolicited: false,
    now: new Date(),
  })
}

test.each(['redirect', 'post'] as const)('signs in anybody with groups, asked by %s', async (binding) => {
  const email = newEmail()
  const { request, page } = await start(binding)
  expect(page.response.status).toBe(200)
  expect(page.text).toContain('No credentials are checked here')
  const typed = { email, name: 'Ada & "Co"', groups: 'Staff, R&D ,' }
  const { response, text } = await submit(request.url, page.text, typed)
  expect(response.status).toBe(200)
  const { url, fields } = readForm(text)
  expect(url).toBe(serviceProvider.acsUrl)
  expect(fields.RelayState).toBe('the-state')
  const signIn = await read(fields.SAMLResponse, request.id)
  expect(signIn.attributes).toEqual({ email: [email], name: ['Ada & "Co"'], groups: ['Staff', 'R&D'] })

  const [cookie] = response.headers.getSetCookie()[0]!.split(';')
  const again = await start(binding)
  const recent = await open(again.request.url, 'fields' in again.request ? again.request.fields : undefined, cookie)
  expect(recent.text).toContain(email)
  expect(recent.text).not.toContain('not verified')
  const chosen = readForm((await submit(again.request.url, recent.text, { person: '0' }, cookie)).text)
  const second = await read(chosen.fields.SAMLResponse, again.request.id)
  expect(second).toMatchObject({ subject: signIn.subject, attributes: signIn.attributes })
  expect(second.assertionId).not.toBe(signIn.assertionId)
})

test('has the same certificate after the server was started again', async () => {
  const again = await separateServer({})
  expect(await readMetadata(again)).toEqual(await readMetadata())
})

test('says that the user canceled', async () => {
  const { request, page } = await start()
  const { fields } = readForm((await submit(request.url, page.text, { cancel: '', email: '' })).text)
  await expect(read(fields.SAMLResponse, request.id)).rejects.toThrow('“The user canceled the sign-in.”')
})

test('an invalid address is explained at its field, and nothing typed is lost', async () => {
  const { request, page } = await start()
  const { response, text } = await submit(request.url, page.text, { email: '<nobody>', groups: '"Staff"' })
  expect(response.status).toBe(400)
  expect(text).toContain('aria-describedby="problem"')
  expect(text).toContain('value="&quot;Staff&quot;"')
  expect(readForm(`action="x"${text}`).fields.RelayState).toBe('the-state')
})

describe('the form', () => {
  test('is posted by a script of its own, may lead anywhere and is kept by nobody', async () => {
    const { request, page } = await start()
    const { response, text } = await submit(request.url, page.text, { email: newEmail() })
    expect(text).toContain(`<script type="module" src="${assets.postedFormScript.path}"></script>`)
    expect(text).toContain('<noscript><button')
    expect(text).not.toMatch(/<script>|onload|style=/)
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('form-action')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    'https://evil.example.com/api/v1/acs',
    `${testUrl}.evil.example.com/api/v1/acs`,
    `${testUrl}/dashboard`,
  ])('leads to this server only, not to %s', async (acsUrl) => {
    const { page } = await start('redirect', { acsUrl })
    expect(page.response.status).toBe(400)
    expect(page.text).toContain('was not started by an app on this server')
  })

  test.each(['', 'x', 'AAAA', Buffer.from('<x/>').toString('base64')])('is not there for %j', async (SAMLRequest) => {
    const path = '/development-identity-provider/saml/sso'
    expect((await open(path, { SAMLRequest, email: newEmail() })).response.status).toBe(400)
    expect((await open(`${path}?${new URLSearchParams({ SAMLRequest })}`)).response.status).toBe(400)
  })
})

// ASVS 13.4.2, 15.2.3
test('there is none in production, and for nobody on another machine', async () => {
  const path = '/development-identity-provider/saml/metadata'
  const production = await separateServer({ config: { isProduction: true } })
  expect((await production.fetch(path)).status).toBe(404)
  expect((await server.fetch(path, {}, '192.0.2.1')).status).toBe(403)
})
