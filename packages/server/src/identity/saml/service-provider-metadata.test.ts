import { X509Certificate } from 'node:crypto'
import { ServiceProvider } from 'samlify'
import { expect, test } from 'vitest'
import { generateSamlKeyPair } from './key-pair.ts'
import { createSamlRequest } from './request.ts'
import { renderServiceProviderMetadata } from './service-provider-metadata.ts'

const now = new Date('2026-11-19T12:00:00Z')
const serviceProvider = { entityId: 'https://auth.example.com/saml?a=1&b="2"', acsUrl: 'https://auth.example.com/acs' }

test('another library reads our metadata, with both certificates while they change', async () => {
  const current = await generateSamlKeyPair({ name: 'Acme', now })
  const next = await generateSamlKeyPair({ name: 'Acme', now })
  const certificates = [current.certificate, next.certificate]
  const { entityMeta } = ServiceProvider({
    metadata: renderServiceProviderMetadata({ ...serviceProvider, certificates }),
  })
  expect(entityMeta.getEntityID()).toBe(serviceProvider.entityId)
  expect(entityMeta.getAssertionConsumerService('post')).toBe(serviceProvider.acsUrl)
  expect(entityMeta.isAuthnRequestSigned()).toBe(true)
  expect(entityMeta.isWantAssertionsSigned()).toBe(true)
  const expected = certificates.map((pem) => pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  for (const use of ['signing', 'encryption']) expect(entityMeta.getX509Certificate(use)).toEqual(expected)
})

test('a key pair comes with a certificate that says for what it is, for ten years', async () => {
  const { certificate, privateKey, expiresAt } = await generateSamlKeyPair({ name: 'Äcme, Inc. "x"', now })
  const parsed = new X509Certificate(certificate)
  expect(parsed.subject).toBe(String.raw`CN=Äcme\, Inc. \"x\"`)
  expect(parsed.verify(parsed.publicKey)).toBe(true)
  expect(new Date(parsed.validTo)).toEqual(expiresAt)
  expect(expiresAt).toEqual(new Date('2036-11-19T12:00:00Z'))
  expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  const other = await generateSamlKeyPair({ name: 'Acme', now })
  expect(new X509Certificate(other.certificate).serialNumber).not.toBe(parsed.serialNumber)
})

test('requests keep the query of the provider, and take no state that would break their signature', async () => {
  const { privateKey: signingKey } = await generateSamlKeyPair({ name: 'Acme', now })
  const identityProvider = { entityId: 'https://idp.example.com', redirectUrl: 'https://idp.example.com/sso?idpid=C01' }
  const options = { serviceProvider, identityProvider, signingKey, relayState: 'state' }
  const request = await createSamlRequest(options)
  const { searchParams } = new URL(request.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({ idpid: 'C01', RelayState: 'state' })
  expect(searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
  for (const relayState of ['', 'a b', 'ä', 'x'.repeat(81)]) {
    await expect(createSamlRequest({ ...options, relayState })).rejects.toThrow('relay state')
  }
})
