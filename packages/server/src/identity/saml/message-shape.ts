import { allowedAlgorithms, namespaces } from './names.ts'
import { quote, SamlRefused } from './refused.ts'
import { attribute, childElements, isNamed, listElements } from './xml.ts'

/**
 * What signature wrapping needs, refused before the signature is looked at: a second assertion, an ID that two elements
 * have, and a signature that is not exactly where it belongs or refers to anything but the element it is in.
 */
export function checkResponseShape(response: Element): Element {
  const elements = listElements(response)
  const assertions = elements.filter(({ localName }) => assertionNames.includes(localName))
  const [assertion] = assertions
  if (!assertion || assertions.length > 1 || assertion.parentNode !== response) {
    throw new SamlRefused(
      'assertion_count',
      `The response has ${assertions.length || 'no'} assertions. It must have exactly one, directly in the response.`,
    )
  }
  if (assertion.namespaceURI !== namespaces.assertion || elements.some(isOtherResponse)) {
    throw new SamlRefused('malformed', 'The response or its assertion is not one of SAML 2.0.')
  }
  checkIds(elements)
  checkSignatures(elements, [response, assertion])
  if (assertion.localName === 'EncryptedAssertion') checkEncryption(assertion, elements)
  else refuseOtherEncryption(elements)
  return assertion

  function isOtherResponse(element: Element) {
    return element.localName === 'Response' && element !== response
  }
}

export function checkDecryptedShape(assertion: Element): void {
  const elements = listElements(assertion)
  const others = elements.slice(1).filter(({ localName }) => [...assertionNames, 'Response'].includes(localName))
  if (!isNamed(assertion, namespaces.assertion, 'Assertion') || others.length > 0) {
    throw new SamlRefused('assertion_count', 'What was encrypted is not exactly one assertion.')
  }
  checkIds(elements)
  checkSignatures(elements, [assertion])
  refuseOtherEncryption(elements)
}

/** The signature of this element, which has the expected shape. */
export function hasSignature(element: Element): boolean {
  return childElements(element).some((child) => isNamed(child, namespaces.signature, 'Signature'))
}

const assertionNames = ['Assertion', 'EncryptedAssertion']

function checkIds(elements: Element[]): void {
  const known = new Set<string>()
  for (const { attributes } of elements) {
    for (let index = 0; index < attributes.length; index++) {
      const { localName, value } = attributes.item(index)!
      if (localName?.toLowerCase() !== 'id') continue
      if (known.has(value)) throw new SamlRefused('duplicate_id', `Two elements have the ID ${quote(value)}.`)
      known.add(value)
    }
  }
}

const partsOfSignatures = [
  'Signature',
  'SignedInfo',
  'SignatureValue',
  'CanonicalizationMethod',
  'SignatureMethod',
  'Reference',
  'Transforms',
  'DigestValue',
  'Object',
  'Manifest',
]

function checkSignatures(elements: Element[], owners: Element[]): void {
  const parts = elements.filter(({ localName }) => partsOfSignatures.includes(localName))
  const known = new Set<Element>()
  for (const owner of owners) {
    const signatures = childElements(owner).filter(({ localName }) => localName === 'Signature')
    if (signatures.length > 1) throw new SamlRefused('signature_shape', 'An element has more than one signature.')
    for (const signature of signatures) for (const part of readSignature(signature, owner)) known.add(part)
  }
  if (parts.some((part) => !known.has(part))) {
    throw new SamlRefused('signature_shape', 'The message has a signature, or a part of one, where none belongs.')
  }
}

/** Lists its parts, so that all others are known to be misplaced. */
function readSignature(signature: Element, owner: Element): Element[] {
  const [signedInfo, signatureValue, keyInfo] = exactChildren(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo')
  const [canonicalization, method, reference] = exactChildren(signedInfo!, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ])
  const [transforms, digest, digestValue] = exactChildren(reference!, ['Transforms', 'DigestMethod', 'DigestValue'])
  const steps = exactChildren(transforms!, ['Transform', 'Transform'])

  checkAlgorithm(canonicalization!, allowedAlgorithms.canonicalization)
  checkAlgorithm(method!, allowedAlgorithms.signature)
  checkAlgorithm(digest!, allowedAlgorithms.digest)
  for (const [index, step] of steps.entries()) checkAlgorithm(step, [allowedAlgorithms.transforms[index]!])

  const id = owner.getAttribute('ID')
  if (!id || !/^[^\s"'<>&]{1,256}$/.test(id) || reference!.getAttribute('URI') !== `#${id}`) {
    throw new SamlRefused('signature_shape', 'A signature does not refer to the element that it is in.')
  }
  if (keyInfo && listElements(keyInfo).some(({ localName }) => /Method$|Transform/.test(localName))) {
    throw new SamlRefused('signature_shape', 'The key of a signature is described in a way that is not accepted.')
  }
  return [signature, signedInfo!, signatureValue!, canonicalization!, method!, reference!, transforms!, digestValue!]
}

function exactChildren(parent: Element, names: string[], optional?: string): Element[] {
  const children = childElements(parent)
  const found = children.map(({ localName }) => localName)
  const expected = optional && children.length > names.length ? [...names, optional] : names
  const isAsExpected = found.length === expected.length && expected.every((name, index) => name === found[index])
  if (!isAsExpected || children.some(({ namespaceURI }) => namespaceURI !== namespaces.signature)) {
    throw new SamlRefused('signature_shape', `In a signature, ${parent.localName} has other elements than it should.`)
  }
  return children
}

function checkAlgorithm(element: Element, allowed: readonly string[]): void {
  const algorithm = attribute(element, 'Algorithm')
  if (!algorithm || !allowed.includes(algorithm)) {
    throw new SamlRefused(
      'algorithm',
      `The algorithm ${quote(algorithm)} is not accepted for ${element.localName}. Choose ${allowed.join(' or ')} at the identity provider.`,
    )
  }
}

function checkEncryption(assertion: Element, elements: Element[]): void {
  const named = (name: string) => elements.filter(({ localName }) => localName === name)
  const [data, otherData] = named('EncryptedData')
  const [key, otherKey] = named('EncryptedKey')
  if (!data || otherData || data.parentNode !== assertion || !key || otherKey) {
    throw new SamlRefused('encryption_shape', 'The assertion must be encrypted once, with one key, for one recipient.')
  }
  if (named('EncryptedID').length + named('EncryptedAttribute').length + named('CipherReference').length > 0) {
    throw new SamlRefused('encryption_shape', 'The encrypted assertion refers to data outside of it.')
  }
  for (const [element, allowed] of [
    [data, allowedAlgorithms.contentEncryption],
    [key, allowedAlgorithms.keyEncryption],
  ] as const) {
    const methods = childElements(element).filter(({ localName }) => localName === 'EncryptionMethod')
    if (methods.length !== 1)
      throw new SamlRefused('encryption_shape', 'The encryption names no algorithm, or several.')
    checkAlgorithm(methods[0]!, allowed)
    for (const detail of childElements(methods[0]!)) {
      if (detail.localName === 'DigestMethod') checkAlgorithm(detail, allowedAlgorithms.digestOfKeyEncryption)
    }
  }
  if (named('EncryptionMethod').length !== 2) {
    throw new SamlRefused('encryption_shape', 'The encryption names more than two algorithms.')
  }
}

function refuseOtherEncryption(elements: Element[]): void {
  if (elements.some(({ localName }) => localName.startsWith('Encrypted'))) {
    throw new SamlRefused(
      'encryption_shape',
      'A part of the assertion is encrypted. Encrypt the whole assertion at the identity provider, or nothing.',
    )
  }
}
