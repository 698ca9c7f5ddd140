import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSamlProvider, type SamlProvider } from '../../testing/saml-provider.ts'
import type { SamlSignIn } from './assertion.ts'
import { readIdentityProviderMetadata } from './identity-provider-metadata.ts'
import { generateSamlKeyPair, type SamlKeyPair } from './key-pair.ts'
import { createSamlRequest } from './request.ts'
import { readSamlResponse, type SamlResponseOptions } from './response.ts'
import { renderServiceProviderMetadata } from './service-provider-metadata.ts'

const serviceProvider = {
  entityId: 'https://auth.example.com/api/v1/saml/metadata?a=1&b=2',
  acsUrl: 'https://auth.example.com/api/v1/saml/acs',
}

let provider: SamlProvider
let keys: SamlKeyPair
beforeAll(async () => {
  provider = await openSamlProvider()
  keys = await generateSamlKeyPair({ name: 'Acme', now: new Date() })
  provider.trust(renderServiceProviderMetadata({ ...serviceProvider, certificates: [keys.certificate] }))
})
afterAll(() => provider.close())
beforeEach(() => {
  provider.behavior = {}
  provider.person = { nameId: 'ada', attributes: { email: 'ada@example.com', groups: ['staff', 'admins'] } }
})

async function read(response: string, options: Partial<SamlResponseOptions> = {}): Promise<SamlSignIn> {
  const { entityId, certificates } = await readProvider()
  return readSamlResponse({
    response,
    serviceProvider,
    identityProvider: { entityId, certificates: certificates.map(({ pem }) => pem) },
    decryptionKeys: [keys.privateKey],
    requestId: '_request',
    allowUnsolicited: false,
    now: new Date(),
    ...options,
  })
}

function readProvider() {
  return readIdentityProviderMetadata(provider.metadata, { now: new Date(), allowHttpOnLocalhost: true })
}

async function respond(requestId: string | null = '_request') {
  return (await provider.respond(requestId)).fields.SAMLResponse
}

describe('a sign-in', () => {
  test.each([
    'redirect',
    'post',
  ] as const)('by a signed request over %s is understood on both sides', async (binding) => {
    const { entityId, redirectUrl, postUrl } = await readProvider()
    const request = await createSamlRequest({
      serviceProvider,
      identityProvider: { entityId, ...(binding === 'redirect' ? { redirectUrl } : { postUrl }) },
      signingKey: keys.privateKey,
      relayState: 'relay-state_1',
    })
    expect(request.binding).toBe(binding)
    const { url, fields } = await provider.signIn(request)
    expect(url).toBe(serviceProvider.acsUrl)
    expect(fields.RelayState).toBe('relay-state_1')
    const signIn = await read(fields.SAMLResponse, { requestId: request.id })
    expect(signIn).toMatchObject({
      subject: 'ada',
      attributes: { email: ['ada@example.com'], groups: ['staff', 'admins'] },
      sessionIndex: '_session',
      inResponseTo: request.id,
    })
  })

  test('with a request that another key signed is refused by the provider', async () => {
    const { redirectUrl } = await readProvider()
    const other = await generateSamlKeyPair({ name: 'Other', now: new Date() })
    const request = await createSamlRequest({
      serviceProvider,
      identityProvider: { entityId: provider.entityId, redirectUrl },
      signingKey: other.privateKey,
      relayState: 'state',
    })
    await expect(provider.signIn(request)).rejects.toThrow('SIGNATURE')
  })

  test.each(['assertion', 'response', 'both'] as const)('is accepted if the provider signs the %s', async (signs) => {
    provider.behavior = { signs }
    expect(await read(await respond())).toMatchObject({ subject: 'ada' })
  })

  test.each(['assertion', 'response', 'both'] as const)('is decrypted if the provider signs the %s', async (signs) => {
    provider.behavior = { signs, encrypts: true }
    const response = await respond()
    expect(Buffer.from(response, 'base64').toString()).not.toContain('ada@example.com')
    const former = await generateSamlKeyPair({ name: 'Former', now: new Date() })
    const decryptionKeys = [former.privateKey, keys.privateKey]
    expect(await read(response, { decryptionKeys })).toMatchObject({ subject: 'ada' })
    await expect(read(response, { decryptionKeys: [former.privateKey] })).rejects.toMatchObject({
      reason: 'not_decrypted',
    })
  })

  test('is accepted with either certificate while the provider changes its key', async () => {
    const next = await generateSamlKeyPair({ name: 'Next', now: new Date() })
    const { entityId, certificates } = await readProvider()
    const identityProvider = { entityId, certificates: [certificates[0]!.pem, next.certificate] }
    expect(await read(await respond(), { identityProvider })).toMatchObject({ subject: 'ada' })
    provider.behavior = { signingKey: next }
    expect(await read(await respond(), { identityProvider })).toMatchObject({ subject: 'ada' })
  })

  test('that starts at the provider is accepted only if the connection allows it', async () => {
    const response = await respond(null)
    await expect(read(response)).rejects.toMatchObject({ reason: 'unsolicited' })
    await expect(read(response, { requestId: undefined })).rejects.toMatchObject({ reason: 'unsolicited' })
    const signIn = await read(response, { requestId: undefined, allowUnsolicited: true })
    expect(signIn.inResponseTo).toBeUndefined()
  })

  test('says until when its assertion could be used again', async () => {
    const now = new Date('2026-11-19T10:00:00.000Z')
    provider.behavior = { now }
    const { expiresAt, assertionId } = await read(await respond(), { now })
    expect(expiresAt).toEqual(new Date('2026-11-19T10:06:00.000Z'))
    expect(assertionId).toMatch(/^_[\da-f-]{36}$/)
  })

  test('can be identified by an attribute, which must have one value', async () => {
    provider.person = {
      nameId: 'changes every time',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      attributes: { oid: '4711', groups: ['staff', 'admins'] },
    }
    const response = await respond()
    await expect(read(response)).rejects.toMatchObject({ reason: 'subject' })
    expect(await read(response, { subjectAttribute: 'oid' })).toMatchObject({ subject: '4711' })
    for (const subjectAttribute of ['groups', 'missing', 'constructor', '__proto__']) {
      await expect(read(response, { subjectAttribute })).rejects.toMatchObject({ reason: 'subject' })
    }
  })

  test('is not confused by what attributes are called', async () => {
    provider.person = {
      nameId: 'ada',
      attributes: { nameID: 'eve', issuer: 'eve', __proto: 'x', ['__proto__']: 'eve' },
    }
    const { subject, attributes } = await read(await respond())
    expect(subject).toBe('ada')
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype)
    expect(Object.entries(attributes)).toContainEqual(['__proto__', ['eve']])
  })

  test('keeps letters of all languages', async () => {
    provider.person = { nameId: 'Zoë 日本 <&> "x"', attributes: { name: 'Łukasz & Ünal' } }
    expect(await read(await respond())).toMatchObject({
      subject: 'Zoë 日本 <&> "x"',
      attributes: { name: ['Łukasz & Ünal'] },
    })
  })
})
