import { X509Certificate } from 'node:crypto'
import { SamlRefused } from './refused.ts'

export interface SamlCertificate {
  /** In one line per 64 characters, so that equal certificates are equal texts. */
  pem: string
  /** SHA-256, as consoles of identity providers show it. */
  fingerprint: string
  expiresAt: Date
}

const maxLength = 16_384
const minRsaBits = 2048

/** Reads a certificate as administrators paste it: PEM, or only its base64. */
export function readSamlCertificate(text: string): SamlCertificate {
  if (text.length > maxLength) throw new SamlRefused('certificate', 'This is too long for a certificate.')
  const base64 = text.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')
  let certificate: X509Certificate
  try {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new Error('Not base64.')
    certificate = new X509Certificate(Buffer.from(base64, 'base64'))
  } catch {
    throw new SamlRefused('certificate', 'This is not a certificate. Paste one in PEM format, or its base64.')
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < minRsaBits) {
    throw new SamlRefused(
      'certificate',
      `The certificate must have an RSA key of at least ${minRsaBits} bits. Signatures with others are not accepted.`,
    )
  }
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    expiresAt: new Date(certificate.validTo),
  }
}
