import { isLocalhost } from '../../platform/localhost.ts'
import { readSamlCertificate, type SamlCertificate } from './certificate.ts'
import { bindings, namespaces } from './names.ts'
import { quote, SamlRefused } from './refused.ts'
import { attribute, childrenNamed, isNamed, listElements, parseXml, removeComments } from './xml.ts'

export interface IdentityProviderMetadata {
  entityId: string
  /** At least one of the two is there. */
  redirectUrl: string | undefined
  postUrl: string | undefined
  /** One to four, which sign responses. */
  certificates: SamlCertificate[]
  /** After that, the document must be fetched again. */
  validUntil: Date | undefined
  wantsSignedRequests: boolean
}

interface ReadMetadataOptions {
  now: Date
  /** Which one, if the file describes several identity providers. */
  entityId?: string | undefined
  /** In development, providers on the same machine may use http. */
  allowHttpOnLocalhost: boolean
}

const maxCertificates = 4
const maxEntityIdLength = 1024

/** Throws `SamlRefused`. */
export async function readIdentityProviderMetadata(
  text: string,
  { now, entityId, allowHttpOnLocalhost }: ReadMetadataOptions,
): Promise<IdentityProviderMetadata> {
  const root = await parseXml(removeComments(text))
  const { entity, descriptor } = chooseDescriptor(root, entityId)
  const id = attribute(entity, 'entityID')
  if (!id || id.length > maxEntityIdLength) {
    throw new SamlRefused('metadata', 'The metadata has no entity ID, or one that is too long.')
  }
  const validUntil = earliest([root, entity, descriptor].map((element) => attribute(element, 'validUntil')))
  if (validUntil && validUntil <= now) {
    throw new SamlRefused(
      'metadata_expired',
      `The metadata was valid until ${validUntil.toISOString()}. Download it again from the identity provider.`,
    )
  }
  const findUrl = (binding: string) =>
    childrenNamed(descriptor, namespaces.metadata, 'SingleSignOnService')
      .filter((service) => attribute(service, 'Binding') === binding)
      .map((service) => attribute(service, 'Location') ?? '')
      .find((location) => isAcceptableUrl(location, allowHttpOnLocalhost))
  const redirectUrl = findUrl(bindings.redirect)
  const postUrl = findUrl(bindings.post)
  if (!redirectUrl && !postUrl) {
    throw new SamlRefused('metadata', 'The metadata has no sign-in URL with https for HTTP-Redirect or HTTP-POST.')
  }
  return {
    entityId: id,
    redirectUrl,
    postUrl,
    certificates: readCertificates(descriptor),
    validUntil,
    wantsSignedRequests: ['true', '1'].includes(attribute(descriptor, 'WantAuthnRequestsSigned') ?? ''),
  }
}

/** The URL that browsers are sent to. */
export function isAcceptableUrl(text: string, allowHttpOnLocalhost: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  return protocol === 'https:' || (protocol === 'http:' && allowHttpOnLocalhost && isLocalhost(hostname))
}

function chooseDescriptor(root: Element, entityId: string | undefined) {
  const found = listElements(root)
    .filter((element) => isNamed(element, namespaces.metadata, 'IDPSSODescriptor'))
    .filter((element) => attribute(element, 'protocolSupportEnumeration')?.split(/\s+/).includes(namespaces.protocol))
    .map((descriptor) => ({ descriptor, entity: descriptor.parentNode as Element }))
    .filter(({ entity }) => isNamed(entity, namespaces.metadata, 'EntityDescriptor'))
    .filter(({ entity }) => entityId === undefined || attribute(entity, 'entityID') === entityId)
  const [first, second] = found
  if (!first) {
    throw new SamlRefused(
      'metadata',
      entityId === undefined
        ? 'The document does not describe an identity provider. Use the metadata of the provider, not that of the application.'
        : `The document does not describe the identity provider ${quote(entityId)}.`,
    )
  }
  if (second) {
    const ids = found.map(({ entity }) => attribute(entity, 'entityID')).join(', ')
    throw new SamlRefused('metadata', `The document describes several identity providers: ${quote(ids)}. Name one.`)
  }
  return first
}

function readCertificates(descriptor: Element): SamlCertificate[] {
  const texts = childrenNamed(descriptor, namespaces.metadata, 'KeyDescriptor')
    .filter((key) => (attribute(key, 'use') ?? 'signing') === 'signing')
    .flatMap(listElements)
    .filter((element) => isNamed(element, namespaces.signature, 'X509Certificate'))
    .map((element) => element.textContent ?? '')
  const distinct = [...new Set(texts.map((text) => text.replaceAll(/\s/g, '')))]
  if (distinct.length === 0) throw new SamlRefused('certificate', 'The metadata has no certificate for signatures.')
  if (distinct.length > maxCertificates) {
    throw new SamlRefused(
      'certificate',
      `The metadata has ${distinct.length} certificates for signatures. At most ${maxCertificates} are accepted.`,
    )
  }
  return distinct.map(readSamlCertificate)
}

function earliest(texts: (string | undefined)[]): Date | undefined {
  const times = texts.filter((text) => text !== undefined).map((text) => Date.parse(text))
  if (times.some(Number.isNaN)) throw new SamlRefused('metadata', 'The metadata is valid until a time that is none.')
  return times.length > 0 ? new Date(Math.min(...times)) : undefined
}
