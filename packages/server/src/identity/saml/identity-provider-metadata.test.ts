import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { readSamlCertificate } from './certificate.ts'
import { readIdentityProviderMetadata } from './identity-provider-metadata.ts'
import { certify, generateSamlKeyPair } from './key-pair.ts'
import { renderServiceProviderMetadata } from './service-provider-metadata.ts'

const now = new Date('2026-11-19T12:00:00Z')
const keys = await generateSamlKeyPair({ name: 'Provider', now })
const next = await generateSamlKeyPair({ name: 'Next', now })
const base64Of = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
const wrapped = (pem: string) => pem.replaceAll(/-----[^-]+-----/g, '').trim()

const read = (text: string, options: { entityId?: string; allowHttpOnLocalhost?: boolean } = {}) =>
  readIdentityProviderMetadata(text, { now, allowHttpOnLocalhost: false, ...options })
const refusal = (reason: string, text?: string) =>
  expect.objectContaining({ name: 'SamlRefused', reason, ...(text ? { message: expect.stringContaining(text) } : {}) })

/** The shape that Keycloak publishes at /realms/…/protocol/saml/descriptor. */
const keycloak = `<md:EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="https://sso.example.com/realms/acme"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>nJ3kq</ds:KeyName><ds:X509Data><ds:X509Certificate>${base64Of(keys.certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:ArtifactResolutionService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://sso.example.com/realms/acme/protocol/saml/resolve" index="0"></md:ArtifactResolutionService><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sso.example.com/realms/acme/protocol/saml"></md:SingleLogoutService><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sso.example.com/realms/acme/protocol/saml"></md:SingleSignOnService><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://sso.example.com/realms/acme/protocol/saml"></md:SingleSignOnService><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="https://sso.example.com/realms/acme/protocol/saml"></md:SingleSignOnService></md:IDPSSODescriptor></md:EntityDescriptor>`

/** The shape of Entra ID's federation metadata: signed, with roles of WS-Federation before the one of SAML. */
const entra = `\uFEFF<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_5f0ce8a5-3f3e-4d9e-9d7c-1b5c55f6a1aa" entityID="https://sts.windows.net/7a3c2c2e-1111-4222-8333-944455556666/" xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#" /><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256" /><Reference URI="#_5f0ce8a5-3f3e-4d9e-9d7c-1b5c55f6a1aa"><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature" /><Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#" /></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256" /><DigestValue>AAAA</DigestValue></Reference></SignedInfo><SignatureValue>AAAA</SignatureValue><KeyInfo><X509Data><X509Certificate>${base64Of(next.certificate)}</X509Certificate></X509Data></KeyInfo></Signature><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64Of(next.certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><fed:ClaimTypesOffered><auth:ClaimType Uri="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>Name</auth:DisplayName><auth:Description>The mutable display name of the user.</auth:Description></auth:ClaimType></fed:ClaimTypesOffered></RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64Of(keys.certificate)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.microsoftonline.com/7a3c2c2e-1111-4222-8333-944455556666/saml2" /><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://login.microsoftonline.com/7a3c2c2e-1111-4222-8333-944455556666/saml2" /><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://login.microsoftonline.com/7a3c2c2e-1111-4222-8333-944455556666/saml2" /></IDPSSODescriptor></EntityDescriptor>`

/** The shape of Okta's metadata, with line breaks inside of the certificate. */
const okta = `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="http://www.okta.com/exk1fxphMtDWlhWJt5d7" xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${wrapped(keys.certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://acme.okta.com/app/acme_latchkey_1/exk1fxphMtDWlhWJt5d7/sso/saml"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://acme.okta.com/app/acme_latchkey_1/exk1fxphMtDWlhWJt5d7/sso/saml"/></md:IDPSSODescriptor></md:EntityDescriptor>`

/** The shape of Google Workspace's metadata, which ends and has a query in its URLs. */
const google = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://accounts.google.com/o/saml2?idpid=C01abcdef" validUntil="2031-03-01T10:00:00.000Z">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
        <ds:X509Data>
          <ds:X509Certificate>${wrapped(keys.certificate)}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://accounts.google.com/o/saml2/idp?idpid=C01abcdef&amp;x=1"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://accounts.google.com/o/saml2/idp?idpid=C01abcdef"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`

test.each([
  [
    'Keycloak',
    keycloak,
    'https://sso.example.com/realms/acme',
    'https://sso.example.com/realms/acme/protocol/saml',
    true,
  ],
  [
    'Entra ID',
    entra,
    'https://sts.windows.net/7a3c2c2e-1111-4222-8333-944455556666/',
    'https://login.microsoftonline.com/7a3c2c2e-1111-4222-8333-944455556666/saml2',
    false,
  ],
  [
    'Okta',
    okta,
    'http://www.okta.com/exk1fxphMtDWlhWJt5d7',
    'https://acme.okta.com/app/acme_latchkey_1/exk1fxphMtDWlhWJt5d7/sso/saml',
    false,
  ],
  [
    'Google Workspace',
    google,
    'https://accounts.google.com/o/saml2?idpid=C01abcdef',
    'https://accounts.google.com/o/saml2/idp?idpid=C01abcdef&x=1',
    false,
  ],
])('reads the metadata of %s', async (_name, text, entityId, redirectUrl, wantsSignedRequests) => {
  expect(await read(text)).toEqual({
    entityId,
    redirectUrl,
    postUrl: redirectUrl.replace('&x=1', ''),
    certificates: [readSamlCertificate(keys.certificate)],
    validUntil: text === google ? new Date('2031-03-01T10:00:00Z') : undefined,
    wantsSignedRequests,
  })
})

// As they were published with the test suite of Keycloak, and by OneLogin with its toolkits.
test.each([
  [
    'keycloak',
    'http://localhost:8080/auth/realms/master',
    { redirectUrl: undefined, postUrl: 'http://localhost:8080/auth/realms/master/protocol/saml' },
    { fingerprint: /^C3:B8:02:1E:.*:DC:77$/, expiresAt: '2026-04-29T14:33:53.000Z' },
  ],
  [
    'onelogin',
    'https://app.onelogin.com/saml/metadata/383123',
    {
      redirectUrl: 'https://app.onelogin.com/trust/saml2/http-post/sso/383123',
      postUrl: 'https://app.onelogin.com/trust/saml2/http-post/sso/383123',
    },
    { fingerprint: /^46:E3:68:F4:.*:E3:8F$/, expiresAt: '2018-06-05T17:16:20.000Z' },
  ],
])('reads the published file %s.xml', async (name, entityId, urls, { fingerprint, expiresAt }) => {
  const text = await readFile(new URL(`published/${name}.xml`, import.meta.url), 'utf8')
  const { certificates, ...found } = await read(text, { allowHttpOnLocalhost: true })
  expect(found).toMatchObject({ entityId, ...urls, wantsSignedRequests: name === 'keycloak' })
  expect(certificates).toMatchObject([{ fingerprint: expect.stringMatching(fingerprint) }])
  expect(certificates[0]!.expiresAt.toISOString()).toBe(expiresAt)
})

const certificateElement = (pem: string) =>
  `<md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
const addCertificates = (...pems: string[]) =>
  keycloak.replace('<md:ArtifactResolutionService', `${pems.map(certificateElement).join('')}$&`)

describe('certificates', () => {
  test('of signatures are read, once each, and those of encryption are not', async () => {
    const both = addCertificates(next.certificate, keys.certificate)
    expect((await read(both)).certificates.map(({ pem }) => pem)).toEqual([
      readSamlCertificate(keys.certificate).pem,
      readSamlCertificate(next.certificate).pem,
    ])
    const encryption = addCertificates(next.certificate).replace(
      '<md:KeyDescriptor>',
      '<md:KeyDescriptor use="encryption">',
    )
    expect((await read(encryption)).certificates).toHaveLength(1)
  })

  test('that are missing or too many are refused', async () => {
    await expect(read(keycloak.replace('use="signing"', 'use="encryption"'))).rejects.toEqual(refusal('certificate'))
    const others = await Promise.all(
      [1, 2, 3, 4].map((index) => generateSamlKeyPair({ name: `Provider ${index}`, now })),
    )
    await expect(read(addCertificates(...others.map(({ certificate }) => certificate)))).rejects.toEqual(
      refusal('certificate', 'At most 4'),
    )
  })

  test('are read as they are pasted', () => {
    const { pem, fingerprint, expiresAt } = readSamlCertificate(keys.certificate)
    expect(readSamlCertificate(base64Of(keys.certificate)).pem).toBe(pem)
    expect(readSamlCertificate(`\r\n ${keys.certificate.replaceAll('\n', '\r\n')} `).pem).toBe(pem)
    expect(fingerprint).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/)
    expect(expiresAt).toEqual(new Date('2036-11-19T12:00:00Z'))
  })

  test('whose keys are weak, and what is no certificate, are refused', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const weak = await certify(privateKey, {
      name: 'Weak',
      from: now,
      until: new Date('2036-01-01'),
      serialNumber: '01',
    })
    expect(() => readSamlCertificate(weak)).toThrow('an RSA key of at least 2048 bits')
    for (const text of ['', 'x', 'AAAA', keys.privateKey, 'A'.repeat(20_000)]) {
      expect(() => readSamlCertificate(text)).toThrow(refusal('certificate'))
    }
  })
})

describe('URLs', () => {
  const withUrl = (url: string) => google.replaceAll(/Location="[^"]+"/g, `Location="${url}"`)

  test.each([
    'http://accounts.example.com/sso',
    'javascript:alert(1)',
    '/sso',
    '',
    'https://user:password@accounts.example.com/',
    'https://accounts.example.com/#x',
    'http://localhost.example.com/sso',
  ])('that are not https are refused: %s', async (url) => {
    await expect(read(withUrl(url), { allowHttpOnLocalhost: true })).rejects.toEqual(refusal('metadata', 'https'))
  })

  test('of this machine may be http, in development', async () => {
    const text = withUrl('http://localhost:8102/sso')
    expect(await read(text, { allowHttpOnLocalhost: true })).toMatchObject({ redirectUrl: 'http://localhost:8102/sso' })
    await expect(read(text)).rejects.toEqual(refusal('metadata', 'https'))
  })

  test('of other bindings are not used', async () => {
    const soap = google.replaceAll(/bindings:HTTP-\w+/g, 'bindings:SOAP')
    await expect(read(soap)).rejects.toEqual(refusal('metadata'))
    const onlyPost = google.replace('bindings:HTTP-Redirect', 'bindings:SOAP')
    expect(await read(onlyPost)).toMatchObject({ redirectUrl: undefined, postUrl: expect.any(String) })
  })
})

describe('a document', () => {
  const several = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" validUntil="2027-01-01T00:00:00Z">${[keycloak, okta, google].map((text) => text.replace(/<\?xml[^>]+>/, '')).join('')}</md:EntitiesDescriptor>`

  test('with several providers needs the name of one', async () => {
    await expect(read(several)).rejects.toEqual(refusal('metadata', 'https://sso.example.com/realms/acme'))
    const found = await read(several, { entityId: 'http://www.okta.com/exk1fxphMtDWlhWJt5d7' })
    expect(found).toMatchObject({ entityId: 'http://www.okta.com/exk1fxphMtDWlhWJt5d7' })
    // The earliest of the times around it.
    expect(found.validUntil).toEqual(new Date('2027-01-01T00:00:00Z'))
    await expect(read(several, { entityId: 'https://other.example.com' })).rejects.toEqual(refusal('metadata'))
  })

  test('that has ended is refused', async () => {
    await expect(read(google.replace('2031', '2021'))).rejects.toEqual(refusal('metadata_expired'))
    await expect(read(google.replace('2031-03-01T10:00:00.000Z', 'soon'))).rejects.toEqual(refusal('metadata'))
  })

  test('of an app, or none at all, is refused', async () => {
    const own = renderServiceProviderMetadata({
      entityId: 'https://auth.example.com',
      acsUrl: 'https://auth.example.com/acs',
      certificates: [keys.certificate],
    })
    await expect(read(own)).rejects.toEqual(refusal('metadata', 'not that of the application'))
    await expect(read('<html><body>Sign in</body></html>')).rejects.toEqual(refusal('metadata'))
    await expect(read('{}')).rejects.toEqual(refusal('malformed'))
  })

  test('may have comments, and nothing else that parsers expand', async () => {
    expect(await read(google.replace('<md:IDP', '<!-- Exported by Ada --><md:IDP'))).toMatchObject({
      redirectUrl: expect.any(String),
    })
    await expect(read(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${okta}`)).rejects.toEqual(
      refusal('forbidden_markup'),
    )
    await expect(read(okta.replace('<md:IDP', '<![CDATA[<!-- ]]><!-- --><md:IDP'))).rejects.toEqual(
      refusal('forbidden_markup'),
    )
    await expect(read(`<x>${'<a/>'.repeat(20_000)}</x>`)).rejects.toEqual(refusal('too_large'))
    await expect(read(`<x>${'<!--'.repeat(200_000)}</x>`)).rejects.toEqual(refusal('too_large'))
  })

  const manyAttributes = Array.from({ length: 700 }, (_, index) => `a${index}=""`).join(' ')

  test.each([
    ['starts of comments that never end', '<!--'.repeat(60_000), 'malformed'],
    ['one comment that never ends', `<x/><!--${'-'.repeat(200_000)}`, 'malformed'],
    ['comments', `<x>${'<!---->'.repeat(35_000)}</x>`, 'metadata'],
    ['elements', `<x>${'<a/>'.repeat(9_990)}</x>`, 'metadata'],
    ['more elements than are read', `<x>${'<a/>'.repeat(10_000)}</x>`, 'too_large'],
    ['attributes', `<x>${`<a ${manyAttributes}/>`.repeat(14)}</x>`, 'metadata'],
    ['more attributes than are read', `<x>${`<a ${manyAttributes}/>`.repeat(15)}</x>`, 'too_large'],
  ])('full of %s is refused without much work', async (_, text, reason) => {
    let fastest = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 12 && fastest >= 200; attempt++) {
      const before = process.cpuUsage()
      await expect(read(text)).rejects.toEqual(refusal(reason))
      const { user, system } = process.cpuUsage(before)
      fastest = Math.min(fastest, (user + system) / 1000)
    }
    // In time of the processor.
    expect(fastest).toBeLessThan(200)
  })
})
