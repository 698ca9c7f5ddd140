import { verify, X509Certificate } from 'node:crypto'
import { allowedAlgorithms, namespaces } from './names.ts'
import { attribute, findChild } from './xml.ts'

/**
 * The certificates whose key has signed what a signature says about itself, one for each key. Comparing that with the
 * message takes a thousand times as long, so it is left to the library and tried with no others.
 */
export async function listSigners(signatures: Element[], certificates: readonly string[]): Promise<string[]> {
  const { ExclusiveCanonicalization } = await import('xml-crypto')
  const statements = signatures.map((signature) => {
    const signedInfo = findChild(signature, namespaces.signature, 'SignedInfo')!
    const method = findChild(signedInfo, namespaces.signature, 'SignatureMethod')
    const value = findChild(signature, namespaces.signature, 'SignatureValue')!.textContent ?? ''
    // The signature may list prefixes whose namespaces are written down, too, wherever they are declared.
    const ancestorNamespaces = listNamespaces(signedInfo)
    const copy = signedInfo.cloneNode(true) as Element
    return {
      hash: attribute(method, 'Algorithm') === allowedAlgorithms.signature[0] ? 'sha256' : 'sha512',
      text: Buffer.from(String(new ExclusiveCanonicalization().process(copy, { ancestorNamespaces }))),
      value: Buffer.from(value, 'base64'),
    }
  })
  return listOnePerKey(certificates).filter((certificate) =>
    statements.some(({ hash, text, value }) => verify(hash, text, new X509Certificate(certificate).publicKey, value)),
  )
}

function listOnePerKey(certificates: readonly string[]): string[] {
  const keyOf = (pem: string) => new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' })
  return [...new Map(certificates.map((pem) => [keyOf(pem), pem])).values()]
}

/** The prefixes that are declared around an element, the closest declaration of each. */
function listNamespaces(element: Element): { prefix: string; namespaceURI: string }[] {
  const found = new Map<string, string>()
  for (let node = element.parentNode; node?.nodeType === 1; node = node.parentNode) {
    const { attributes } = node as Element
    for (let index = 0; index < attributes.length; index++) {
      const { prefix, localName, value } = attributes.item(index)!
      if (prefix === 'xmlns' && !found.has(localName)) found.set(localName, value)
    }
  }
  return [...found].map(([prefix, namespaceURI]) => ({ prefix, namespaceURI }))
}
