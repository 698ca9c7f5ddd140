import { generateKeyPair, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'

export interface SamlKeyPair {
  /** PEM (PKCS #8), to be encrypted at rest. */
  privateKey: string
  /** PEM. Identity providers trust it because it is in our metadata, so it signs itself. */
  certificate: string
  expiresAt: Date
}

const validYears = 10

/** For one connection: signs its requests and decrypts its assertions. */
export async function generateSamlKeyPair(options: { name: string; now: Date }): Promise<SamlKeyPair> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const expiresAt = new Date(options.now)
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + validYears)
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: await certify(privateKey, {
      name: options.name,
      from: options.now,
      until: expiresAt,
      serialNumber: `4${randomBytes(16).toString('hex').slice(1)}`,
    }),
    expiresAt,
  }
}

/** A certificate for the key, signed by itself. */
export async function certify(
  key: KeyObject,
  { name, from, until, serialNumber }: { name: string; from: Date; until: Date; serialNumber: string },
): Promise<string> {
  await import('reflect-metadata')
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const { d, dp, dq, p, q, qi, ...publicKey } = key.export({ format: 'jwk' })
  const [signing, verifying] = await Promise.all([
    webcrypto.subtle.importKey('jwk', { ...publicKey, d, dp, dq, p, q, qi } as never, algorithm, false, ['sign']),
    webcrypto.subtle.importKey('jwk', publicKey as never, algorithm, true, ['verify']),
  ])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber,
    name: [{ CN: [name] }],
    notBefore: from,
    notAfter: until,
    signingAlgorithm: algorithm,
    keys: { privateKey: signing, publicKey: verifying } as never,
  })
  return `${certificate.toString('pem')}\n`
}
