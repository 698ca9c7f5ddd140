export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
} as const

export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

export const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
export const successStatus = 'urn:oasis:names:tc:SAML:2.0:status:Success'
export const bearerMethod = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const digestsForSignatures = [
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
] as const
export const exclusiveCanonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** Whatever is not listed is refused. */
export const allowedAlgorithms = {
  canonicalization: [exclusiveCanonicalization],
  signature: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'],
  digest: digestsForSignatures,
  transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusiveCanonicalization],
  contentEncryption: ['http://www.w3.org/2009/xmlenc11#aes128-gcm', 'http://www.w3.org/2009/xmlenc11#aes256-gcm'],
  keyEncryption: ['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p', 'http://www.w3.org/2009/xmlenc11#rsa-oaep'],
  /** OAEP does not depend on the digest being free of collisions, and SHA-1 is its default. */
  digestOfKeyEncryption: ['http://www.w3.org/2000/09/xmldsig#sha1', ...digestsForSignatures],
} as const
