import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { renderPostedForm } from '../../http/pages/posted-form.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { certify } from '../saml/key-pair.ts'
import { allowedAlgorithms, bearerMethod, bindings, namespaces, successStatus } from '../saml/names.ts'
import { attribute, decodeMessage, findChild, isNamed, parseXml, textOf } from '../saml/xml.ts'
import { mountPath } from './mount-path.ts'
import { renderProblem, renderSignIn, sendPage } from './page.ts'
import { accountIdOf, type Person, readPerson, readRecentPeople, rememberInBrowser } from './people.ts'
import { deriveRsaKey } from './saml-key.ts'

interface AuthnRequest {
  id: string
  audience: string
  acsUrl: string
}

const maxFormLength = 64_000
const validMillis = 5 * 60_000

/** Stands in for the SAML identity provider of a company: signs in whoever is typed, with groups. */
export function createSamlIdentityProvider({ issuer, secrets }: { issuer: string; secrets: Secrets }) {
  const entityId = `${issuer}/saml/metadata`
  const ssoUrl = `${issuer}/saml/sso`
  let opened: ReturnType<typeof openKeys> | undefined

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    opened ??= openKeys(secrets)
    const keys = await opened
    if (url.pathname === '/saml/metadata') {
      const type = { 'content-type': 'application/samlmetadata+xml; charset=utf-8' }
      response.writeHead(200, type).end(renderMetadata({ entityId, ssoUrl, certificate: keys.certificate }))
      return
    }
    const isPost = request.method === 'POST'
    const form = isPost ? new URLSearchParams((await text(request)).slice(0, maxFormLength)) : url.searchParams
    const asked = await readRequest(form, isPost).catch(() => undefined)
    // The project chooses the connection, which is in the path.
    if (url.pathname !== '/saml/sso' || !asked?.acsUrl.startsWith(`${new URL(issuer).origin}/api/`)) {
      sendPage(response, 400, renderProblem('This sign-in was not started by an app on this server.'))
      return
    }
    const fields = { SAMLRequest: asked.message, RelayState: form.get('RelayState') ?? '' }
    const recent = readRecentPeople(request.headers.cookie)
    const page = { title: 'your company', asksGroups: true, fields, recent }
    const isSubmitted = ['cancel', 'person', 'email'].some((name) => form.has(name))
    if (!isPost || !isSubmitted) return sendPage(response, 200, renderSignIn(page))

    // Companies give their people addresses, so the page does not ask.
    form.set('verified', 'on')
    const person = form.has('person') ? recent[Number(form.get('person'))] : readPerson(form)
    let message: string
    if (form.has('cancel')) message = renderResponse(asked, entityId, canceled, '')
    else if (person === undefined || typeof person === 'string') {
      const problem = person ?? 'Enter the email address to sign in with.'
      return sendPage(response, 400, renderSignIn({ ...page, typed: form, problem }))
    } else {
      response.setHeader('set-cookie', rememberInBrowser(person, recent, mountPath))
      message = sign(renderResponse(asked, entityId, success, renderAssertion(asked, entityId, person)), keys)
    }
    const SAMLResponse = Buffer.from(message).toString('base64')
    const texts = { locale: 'en', title: 'Signing in (development)', button: 'Continue' }
    const posted = { SAMLResponse, ...(fields.RelayState ? { RelayState: fields.RelayState } : {}) }
    sendPage(response, 200, renderPostedForm({ url: asked.acsUrl, fields: posted, texts }))
  }
}

async function openKeys(secrets: Secrets) {
  const key = await deriveRsaKey(secrets, 'development identity provider SAML')
  const name = 'Latchkey development identity provider'
  const certificate = await certify(key, {
    name,
    // Always the same, so that connections that know the certificate do not have to be told a new one.
    from: new Date('2026-01-01T00:00:00Z'),
    until: new Date('2046-01-01T00:00:00Z'),
    serialNumber: '01',
  })
  return { privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate }
}

/** Redirects carry compressed requests. The page sends them back as a form. */
async function readRequest(form: URLSearchParams, isPost: boolean): Promise<AuthnRequest & { message: string }> {
  const sent = form.get('SAMLRequest') ?? ''
  const message = isPost
    ? sent
    : inflateRawSync(Buffer.from(sent, 'base64'), { maxOutputLength: maxFormLength }).toString('base64')
  const request = await parseXml(decodeMessage(message))
  const id = attribute(request, 'ID')
  const acsUrl = attribute(request, 'AssertionConsumerServiceURL')
  const audience = textOf(findChild(request, namespaces.assertion, 'Issuer'))
  if (!isNamed(request, namespaces.protocol, 'AuthnRequest') || !id || !acsUrl || !audience) {
    throw new Error('Not a request.')
  }
  return { id, acsUrl, audience, message }
}

function renderMetadata({
  entityId,
  ssoUrl,
  certificate,
}: Record<'entityId' | 'ssoUrl' | 'certificate', string>): string {
  const services = [bindings.redirect, bindings.post].map(
    (binding) => `<md:SingleSignOnService Binding="${binding}" Location="${escapeHtml(ssoUrl)}"/>`,
  )
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeHtml(entityId)}"><md:IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${services.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>
`
}

const success = `<samlp:StatusCode Value="${successStatus}"/>`
const canceled =
  '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusMessage>The user canceled the sign-in.</samlp:StatusMessage>'

function renderResponse({ id, acsUrl }: AuthnRequest, issuer: string, status: string, assertion: string): string {
  return `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_${randomUUID()}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${escapeHtml(acsUrl)}" InResponseTo="${escapeHtml(id)}"><saml:Issuer>${escapeHtml(issuer)}</saml:Issuer><samlp:Status>${status}</samlp:Status>${assertion}</samlp:Response>`
}

function renderAssertion({ id, acsUrl, audience }: AuthnRequest, issuer: string, person: Person): string {
  const now = new Date()
  const [start, end] = [now, new Date(now.getTime() + validMillis)].map((time) => time.toISOString())
  const values = { email: [person.email], name: person.name ? [person.name] : [], groups: person.groups }
  const attributes = Object.entries(values)
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) => {
      const elements = texts.map((value) => `<saml:AttributeValue>${escapeHtml(value)}</saml:AttributeValue>`)
      return `<saml:Attribute Name="${name}">${elements.join('')}</saml:Attribute>`
    })
  return `<saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${start}"><saml:Issuer>${escapeHtml(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${accountIdOf('saml', person)}</saml:NameID><saml:SubjectConfirmation Method="${bearerMethod}"><saml:SubjectConfirmationData InResponseTo="${escapeHtml(id)}" NotOnOrAfter="${end}" Recipient="${escapeHtml(acsUrl)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${escapeHtml(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${start}" SessionIndex="_${randomUUID()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
}

function sign(message: string, { privateKey, certificate }: { privateKey: string; certificate: string }): string {
  const signed = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: allowedAlgorithms.signature[0],
    canonicalizationAlgorithm: allowedAlgorithms.canonicalization[0],
  })
  const assertion = "/*/*[local-name(.)='Assertion']"
  signed.addReference({
    xpath: assertion,
    transforms: [...allowedAlgorithms.transforms],
    digestAlgorithm: allowedAlgorithms.digest[0],
  })
  const location = { reference: `${assertion}/*[local-name(.)='Issuer']`, action: 'after' } as const
  signed.computeSignature(message, { prefix: 'ds', location })
  return signed.getSignedXml()
}
