import { randomBytes } from 'node:crypto'
import { bindings } from './names.ts'

export interface SamlRequestOptions {
  serviceProvider: { entityId: string; acsUrl: string }
  identityProvider: { entityId: string; redirectUrl?: string | undefined; postUrl?: string | undefined }
  /** PEM. */
  signingKey: string
  /** Comes back with the response. Letters, digits, `-` and `_`, at most 80. */
  relayState: string
  /** Asks the provider to let the user sign in again. */
  forceAuthn?: boolean
}

/** Where to send the browser: to a URL, or with a form that it posts. */
export type SamlRequest = { id: string } & (
  | { binding: 'redirect'; url: string }
  | { binding: 'post'; url: string; fields: { SAMLRequest: string; RelayState: string } }
)

/** A signed request. A redirect is preferred, because it needs no page in between. */
export async function createSamlRequest(options: SamlRequestOptions): Promise<SamlRequest> {
  const { serviceProvider, identityProvider, signingKey, relayState, forceAuthn = false } = options
  if (!/^[\w-]{1,80}$/.test(relayState)) throw new Error('The relay state has characters that are escaped differently.')
  const { redirectUrl, postUrl } = identityProvider
  const url = redirectUrl ?? postUrl
  if (!url) throw new Error('The identity provider has no URL for requests.')
  const id = `_${randomBytes(20).toString('hex')}`
  const { SAML } = await import('@node-saml/node-saml')
  const saml = new SAML({
    issuer: serviceProvider.entityId,
    callbackUrl: serviceProvider.acsUrl,
    entryPoint: url,
    privateKey: signingKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    generateUniqueId: () => id,
    forceAuthn,
    // Which kind of name ID and how to sign in is for the provider to choose; some fail if asked.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Only redirects are compressed.
    skipRequestCompression: !redirectUrl,
    authnRequestBinding: redirectUrl ? bindings.redirect : bindings.post,
    // Required, and not used for requests.
    idpCert: 'AAAA',
  })
  if (redirectUrl) return { id, binding: 'redirect', url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}) }
  const { SAMLRequest } = await saml.getAuthorizeMessageAsync(relayState)
  return { id, binding: 'post', url, fields: { SAMLRequest: String(SAMLRequest), RelayState: relayState } }
}
