import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from 'samlify'
import { generateSamlKeyPair, type SamlKeyPair } from '../identity/saml/key-pair.ts'
import { escapeHtml } from '../platform/escape-html.ts'

/** The user who signs in at the provider. */
export interface SamlPerson {
  nameId: string
  nameIdFormat?: string
  attributes?: Record<string, string | string[]>
}

/** What a test lets the provider do differently. */
export interface SamlBehavior {
  signs?: 'assertion' | 'response' | 'both'
  /** The key that signs, instead of the one in the metadata. */
  signingKey?: SamlKeyPair
  signatureAlgorithm?: string
  encrypts?: boolean
  contentEncryption?: string
  keyEncryption?: string
  now?: Date
  /** Null for a response that nobody asked for. */
  inResponseTo?: string | null
  issuer?: string
  audience?: string
  recipient?: string
  destination?: string
  /** Changes the response before it is signed. */
  beforeSigning?: (xml: string) => string
  /** Changes the response after it was signed. */
  tamper?: (xml: string) => string
}

export interface SamlForm {
  url: string
  fields: { SAMLResponse: string; RelayState?: string }
}

export interface SamlProvider {
  url: string
  entityId: string
  metadata: string
  metadataUrl: string
  keys: SamlKeyPair
  /** Registers a service provider by its metadata. Requests of others, and unsigned ones, are refused. */
  trust(serviceProviderMetadata: string): void
  /** Who signs in next, in a browser or by `signIn`. */
  person: SamlPerson
  /** From now on the provider does this. */
  behavior: SamlBehavior
  /** What a browser does at the provider: sends the request and receives the form that it posts to the app. */
  signIn(request: { url: string; fields?: Record<string, string> }): Promise<SamlForm>
  /** A response to the request with this ID, without HTTP. */
  respond(requestId: string | null, relayState?: string): Promise<SamlForm>
  close(): Promise<void>
}

setSchemaValidator({ validate: async () => 'not validated' })

/** A SAML identity provider on a real socket, built with another library than ours. */
export async function openSamlProvider(): Promise<SamlProvider> {
  const keys = await generateSamlKeyPair({ name: 'Identity provider of a test', now: new Date() })
  let trusted: { metadata: string; entityId: string; acsUrl: string } | undefined
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`

  function createProvider({ behavior }: Pick<SamlProvider, 'behavior'>) {
    const used = behavior.signingKey ?? keys
    // Its types do not know the algorithms of encryption.
    const settings: Parameters<typeof IdentityProvider>[0] & Record<`${'data' | 'key'}EncryptionAlgorithm`, string> = {
      entityID: `${url}/metadata`,
      signingCert: used.certificate,
      privateKey: used.privateKey,
      wantAuthnRequestsSigned: true,
      nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
      singleSignOnService: [
        { Binding: Constants.namespace.binding.redirect, Location: `${url}/sso` },
        { Binding: Constants.namespace.binding.post, Location: `${url}/sso` },
      ],
      // Not used, but expected by the library.
      singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${url}/logout` }],
      requestSignatureAlgorithm: behavior.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      isAssertionEncrypted: behavior.encrypts ?? false,
      dataEncryptionAlgorithm: behavior.contentEncryption ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: behavior.keyEncryption ?? 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    }
    return IdentityProvider(settings)
  }

  function findTrusted(signs: SamlBehavior['signs'] = 'assertion') {
    if (!trusted) throw new Error('The provider trusts no app. Call trust().')
    const metadata =
      signs === 'response'
        ? trusted.metadata.replace('WantAssertionsSigned="true"', 'WantAssertionsSigned="false"')
        : trusted.metadata
    return { ...trusted, entity: ServiceProvider({ metadata, wantMessageSigned: signs !== 'assertion' }) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? '/', url)
    if (asked.pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(provider.metadata)
      return
    }
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : asked.searchParams
    const fields = Object.fromEntries(form)
    // What the signature of a redirect covers.
    const octetString = asked.search.slice(1).split('&Signature=')[0]!
    const { extract } = await createProvider({ behavior: {} }).parseLoginRequest(
      findTrusted().entity,
      request.method === 'POST' ? 'post' : 'redirect',
      request.method === 'POST' ? { body: fields } : { query: fields, octetString },
    )
    const posted = await provider.respond(String(extract.request!.id), form.get('RelayState') ?? undefined)
    response.writeHead(200, { 'content-type': 'text/html' }).end(renderForm(posted))
  }

  const provider: SamlProvider = {
    url,
    entityId: `${url}/metadata`,
    metadata: createProvider({ behavior: {} }).getMetadata(),
    metadataUrl: `${url}/metadata`,
    keys,
    person: { nameId: randomUUID() },
    behavior: {},
    trust(metadata) {
      const entityId = unescapeXml(/entityID="([^"]+)"/.exec(metadata)![1]!)
      const acsUrl = unescapeXml(/AssertionConsumerService [^>]*Location="([^"]+)"/.exec(metadata)![1]!)
      trusted = { metadata, entityId, acsUrl }
    },
    async signIn({ url: target, fields }) {
      const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
      const response = await fetch(target, init)
      const page = await response.text()
      if (!response.ok) throw new Error(page)
      return readForm(page)
    },
    async respond(requestId, relayState) {
      const { behavior, person } = provider
      const { entity, entityId, acsUrl } = findTrusted(behavior.signs)
      const xml = renderResponse(person, {
        issuer: provider.entityId,
        audience: entityId,
        recipient: acsUrl,
        destination: acsUrl,
        inResponseTo: requestId,
        now: new Date(),
        ...behavior,
      })
      const before = behavior.beforeSigning?.(xml) ?? xml
      const { context } = await createProvider(provider).createLoginResponse(
        entity,
        { extract: { request: { id: requestId ?? '' } } },
        'post',
        {},
        { customTagReplacement: () => ({ id: '', context: before }), encryptThenSign: true },
      )
      const signed = Buffer.from(context, 'base64').toString('utf8')
      const SAMLResponse = Buffer.from(behavior.tamper?.(signed) ?? signed).toString('base64')
      return { url: acsUrl, fields: { SAMLResponse, ...(relayState ? { RelayState: relayState } : {}) } }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return provider
}

function renderResponse(
  { nameId, nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', attributes = {} }: SamlPerson,
  values: { issuer: string; audience: string; recipient: string; destination: string; now: Date } & Pick<
    SamlBehavior,
    'inResponseTo'
  >,
): string {
  const { issuer, audience, recipient, destination, now, inResponseTo } = values
  const issuedAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + 5 * 60_000).toISOString()
  const answers = inResponseTo ? ` InResponseTo="${escapeHtml(inResponseTo)}"` : ''
  const statements = Object.entries(attributes).map(([name, value]) => {
    const texts = [value].flat().map((one) => `<saml:AttributeValue>${escapeHtml(one)}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${escapeHtml(name)}">${texts.join('')}</saml:Attribute>`
  })
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${issuedAt}" Destination="${escapeHtml(destination)}"${answers}><saml:Issuer>${escapeHtml(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${issuedAt}"><saml:Issuer>${escapeHtml(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${escapeHtml(nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${expiresAt}" Recipient="${escapeHtml(recipient)}"${answers}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${issuedAt}" NotOnOrAfter="${expiresAt}"><saml:AudienceRestriction><saml:Audience>${escapeHtml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issuedAt}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${statements.length > 0 ? `<saml:AttributeStatement>${statements.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion></samlp:Response>`
}

/** As identity providers do it: browsers post it at once. */
function renderForm({ url, fields }: SamlForm): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html><form method="post" action="${escapeHtml(url)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`
}

/** The form of a page that posts a SAML message. */
export function readForm(page: string): SamlForm {
  const fields = [...page.matchAll(/name="(SAML\w+|RelayState)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    unescapeXml(value!),
  ])
  return { url: unescapeXml(/action="([^"]+)"/.exec(page)![1]!), fields: Object.fromEntries(fields) }
}

function unescapeXml(text: string): string {
  return text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
