import { createOutboundClient, type OutboundClient } from '../platform/outbound/client.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from './oidc-server.ts'

/** Google's URLs, and the corresponding ones of the local provider. */
const places: Record<string, string> = {
  'https://oauth2.googleapis.com/token': '/token',
  'https://www.googleapis.com/oauth2/v3/certs': '/jwks',
  'https://openidconnect.googleapis.com/v1/userinfo': '/userinfo',
}

/** A local Google, and the outbound client for a server whose projects have their own Google credentials. */
export async function openGoogle(): Promise<{ idp: OidcServer; outbound: OutboundClient }> {
  const idp = await openOidcServer({ issuer: 'https://accounts.google.com' })
  const direct = createOutboundClient({ allowsPrivateAddresses: true })
  const outbound: OutboundClient = {
    ...direct,
    fetch: (url, init) => direct.fetch(places[String(url)] ? `${idp.url}${places[String(url)]}` : url, init),
  }
  return { idp, outbound }
}

/** Settings of a project with its own Google credentials. */
export const ownGoogleSettings = {
  'auth.oauth.providers.google': {
    type: 'google',
    isShared: false,
    clientId: 'id-at-google',
    clientSecret: oidcClientSecret,
    allowSignIn: true,
    allowConnectedAccounts: true,
  },
}
