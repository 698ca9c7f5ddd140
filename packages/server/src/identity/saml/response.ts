import { X509Certificate } from 'node:crypto'
import { type Expected, readAssertion, type SamlSignIn } from './assertion.ts'
import { checkDecryptedShape, checkResponseShape, hasSignature } from './message-shape.ts'
import { namespaces, successStatus } from './names.ts'
import { quote, SamlRefused } from './refused.ts'
import { listSigners } from './signer.ts'
import { attribute, childrenNamed, decodeMessage, findChild, isNamed, listElements, parseXml, textOf } from './xml.ts'

const noCertificateFits =
  'The signature does not fit a certificate of this connection. Renew its metadata or certificate, or the message was changed.'

export interface SamlResponseOptions extends Expected {
  /** The form field `SAMLResponse`. */
  response: string
  identityProvider: {
    entityId: string
    /** PEM. A signature of any of them is accepted. */
    certificates: readonly string[]
  }
  /** PEM, the current one first. Former ones are kept while providers may still encrypt for them. */
  decryptionKeys: readonly string[]
}

/**
 * Reads a response of the identity provider. Throws `SamlRefused`.
 *
 * The caller makes sure that an assertion is accepted once, by keeping its ID until it expires, and that a request is
 * answered once, in the browser that it was made in.
 */
export async function readSamlResponse(options: SamlResponseOptions): Promise<SamlSignIn> {
  const xml = decodeMessage(options.response)
  const response = await parseXml(xml)
  if (!isNamed(response, namespaces.protocol, 'Response') || attribute(response, 'Version') !== '2.0') {
    throw new SamlRefused('malformed', 'The message is not a response of SAML 2.0.')
  }
  checkStatus(response)
  const assertion = checkResponseShape(response)
  const decrypted = assertion.localName === 'EncryptedAssertion' ? await decrypt(assertion, options) : undefined
  if (decrypted) checkDecryptedShape(decrypted.assertion)

  const isResponseSigned = hasSignature(response)
  const isAssertionSigned = hasSignature(decrypted?.assertion ?? assertion)
  if (!isResponseSigned && !isAssertionSigned) {
    throw new SamlRefused(
      'unsigned',
      'Neither the response nor the assertion is signed. Switch on signing of assertions.',
    )
  }
  const signatures = [response, decrypted?.assertion ?? assertion].flatMap((element) =>
    childrenNamed(element, namespaces.signature, 'Signature'),
  )
  const certificates = await listSigners(signatures, chooseCertificates(signatures, options))
  if (certificates.length === 0) throw new SamlRefused('signature_invalid', noCertificateFits)
  const signedXml = await readSignedAssertion(xml, options, {
    certificates,
    isResponseSigned,
    isAssertionSigned,
    decryptionKey: decrypted?.key,
  })
  checkEnvelope(response, options, isResponseSigned)
  return readAssertion(await parseXml(signedXml), options)
}

function checkStatus(response: Element): void {
  const status = findChild(response, namespaces.protocol, 'Status')
  const code = findChild(status, namespaces.protocol, 'StatusCode')
  if (attribute(code, 'Value') === successStatus) return
  const detail = attribute(findChild(code, namespaces.protocol, 'StatusCode'), 'Value') ?? attribute(code, 'Value')
  const message = findChild(status, namespaces.protocol, 'StatusMessage')?.textContent?.trim()
  throw new SamlRefused(
    'not_successful',
    `The identity provider did not sign the user in. It said ${quote(detail?.split(':').at(-1))}${message ? ` and ${quote(message)}` : ''}.`,
  )
}

async function decrypt(encrypted: Element, { decryptionKeys }: SamlResponseOptions) {
  const { decrypt: decryptXml } = await import('xml-encryption')
  const xml = encrypted.toString()
  for (const key of decryptionKeys) {
    const text = await new Promise<string | undefined>((resolve) => {
      decryptXml(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, result) =>
        resolve(error ? undefined : result),
      )
    })
    if (text !== undefined) return { key, assertion: await parseXml(text) }
  }
  throw new SamlRefused(
    'not_decrypted',
    'The assertion is encrypted for another certificate. Upload our metadata to the identity provider again.',
  )
}

/**
 * A certificate in the message vouches for nothing. It only says which of ours to try, and why none will do: most often
 * the provider has a new one.
 */
function chooseCertificates(signatures: Element[], { identityProvider }: SamlResponseOptions): string[] {
  const named = signatures
    .flatMap(listElements)
    .filter((element) => isNamed(element, namespaces.signature, 'X509Certificate'))
    .map((element) => parseCertificate(element.textContent ?? ''))
    .filter((certificate) => certificate !== undefined)
  const trusted = [...identityProvider.certificates]
  if (named.length === 0) return trusted
  const keys = named.map(({ publicKey }) => publicKey)
  const chosen = trusted.filter((pem) => keys.some((key) => key.equals(new X509Certificate(pem).publicKey)))
  if (chosen.length > 0) return chosen
  throw new SamlRefused(
    'signature_invalid',
    `The message is signed with a certificate that this connection does not have. Its SHA-256 fingerprint is ${named[0]!.fingerprint256}. If it is the new one of your identity provider, add it.`,
  )
}

function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    return undefined
  }
}

/** Exactly what a certificate of the provider has signed. Every signature of the message must be valid. */
async function readSignedAssertion(
  xml: string,
  { serviceProvider }: SamlResponseOptions,
  found: {
    certificates: string[]
    isResponseSigned: boolean
    isAssertionSigned: boolean
    decryptionKey: string | undefined
  },
): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml')
  const saml = new SAML({
    issuer: serviceProvider.entityId,
    callbackUrl: serviceProvider.acsUrl,
    idpCert: found.certificates,
    wantAuthnResponseSigned: found.isResponseSigned,
    wantAssertionsSigned: found.isAssertionSigned,
    // What the library checks beyond signatures is checked from the signed assertion, against the database's clock.
    audience: false,
    acceptedClockSkewMs: -1,
    ...(found.decryptionKey ? { decryptionPvk: found.decryptionKey } : {}),
  })
  try {
    // Encoded again, so that the library reads the text that was checked.
    const SAMLResponse = Buffer.from(xml).toString('base64')
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
    const signed = profile?.getAssertionXml?.()
    if (signed) return signed
  } catch (error) {
    const { message } = error as Error
    if (!/signature/i.test(message)) throw new SamlRefused('malformed', `The assertion cannot be read: ${message}`)
  }
  throw new SamlRefused('signature_invalid', noCertificateFits)
}

/** What may be unsigned, and must not contradict what is signed. */
function checkEnvelope(
  response: Element,
  { serviceProvider, identityProvider, requestId }: SamlResponseOptions,
  isSigned: boolean,
): void {
  const destination = attribute(response, 'Destination')
  if ((isSigned || destination !== undefined) && destination !== serviceProvider.acsUrl) {
    throw new SamlRefused(
      'destination',
      `The response is addressed to ${quote(destination)}. Set the ACS URL to ${serviceProvider.acsUrl}.`,
    )
  }
  const issuer = textOf(findChild(response, namespaces.assertion, 'Issuer'))
  if (issuer !== undefined && issuer !== identityProvider.entityId) {
    throw new SamlRefused('issuer', `The response is from ${quote(issuer)}, not ${quote(identityProvider.entityId)}.`)
  }
  const inResponseTo = attribute(response, 'InResponseTo')
  if (inResponseTo !== undefined && inResponseTo !== requestId) {
    throw new SamlRefused('request', 'The response belongs to a sign-in that was started elsewhere, or too long ago.')
  }
}
