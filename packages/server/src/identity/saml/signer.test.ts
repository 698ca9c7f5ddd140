import { createPrivateKey, sign } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openSamlConnection } from '../../testing/saml-connection.ts'
import { certify, generateSamlKeyPair } from './key-pair.ts'
import { namespaces } from './names.ts'
import { listSigners } from './signer.ts'
import { childrenNamed, findChild, parseXml } from './xml.ts'

const { provider, identityProvider, respond, read } = await openSamlConnection()
afterAll(() => provider.close())
const own = identityProvider.certificates[0]!.pem

async function readSignatures(response: string): Promise<Element[]> {
  const root = await parseXml(Buffer.from(response, 'base64').toString())
  return childrenNamed(findChild(root, namespaces.assertion, 'Assertion'), namespaces.signature, 'Signature')
}

/** What a signature says about itself, with a list of prefixes whose namespaces are signed as well. */
const listPrefixes = (xml: string, prefixes: string) =>
  xml.replace(
    /(<ds:CanonicalizationMethod Algorithm="([^"]+)")\/>/,
    `$1><ec:InclusiveNamespaces xmlns:ec="$2" PrefixList="${prefixes}"/></ds:CanonicalizationMethod>`,
  )

// Each is tried by reading the whole message, which takes long for a large one.
test('of several certificates with the same key one is tried, and none of other keys', async () => {
  const now = new Date()
  const key = createPrivateKey(provider.keys.privateKey)
  const until = new Date(now.getTime() + 1e9)
  const renewed = await certify(key, { name: 'Renewed', from: now, until, serialNumber: '02' })
  const { certificate: other } = await generateSamlKeyPair({ name: 'Other', now })
  const signatures = await readSignatures(await respond())
  expect(await listSigners(signatures, [own, renewed])).toEqual([renewed])
  expect(await listSigners(signatures, [other, own])).toEqual([own])
  provider.behavior = { tamper: (xml) => listPrefixes(xml, 'saml') }
  expect(await listSigners(await readSignatures(await respond()), [other, own, renewed])).toEqual([])
})

test('a signature may list prefixes that are declared outside of it', async () => {
  provider.behavior = {
    tamper: (xml) => {
      const listed = listPrefixes(xml, 'saml xs')
      const [, signedInfo] = /<ds:SignedInfo>([\s\S]*)<\/ds:SignedInfo>/.exec(listed)!
      // As the standard has it: in order, with a declaration for each prefix where it is first used, and no empty elements.
      const canonical = signedInfo!.replaceAll(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>')
      const saml = `xmlns:saml="${namespaces.assertion}"`
      const text = `<ds:SignedInfo xmlns:ds="${namespaces.signature}" ${saml}>${canonical}</ds:SignedInfo>`
      const value = sign('sha256', Buffer.from(text), provider.keys.privateKey).toString('base64')
      return listed.replace(/(<ds:SignatureValue>)[^<]+/, `$1${value}`)
    },
  }
  const response = await respond()
  expect(await listSigners(await readSignatures(response), [own])).toEqual([own])
  expect(await read(response)).toMatchObject({ inResponseTo: '_request' })
})
