import { createOutboundClient, type OutboundClient } from '../outbound/client.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from './oidc-server.ts'

/** Where Google is asked, and where the same is at the provider on this machine. */
const places: Record<string, string> = {
  'https://oauth2.googleapis.com/token': '/token',
  'https://www.googleapis.com/oauth2/v3/certs': '/jwks',
  'https://openidconnect.googleapis.com/v1/userinfo': '/userinfo',
}

/** Google on this machine, and the way to it for a server whose projects have keys of their own there. */
export async function openGoogle(): Promise<{ idp: OidcServer; outbound: OutboundClient }> {
  const idp = await openOidcServer({ issuer: 'https://accounts.google.com' })
  const direct = createOutboundClient({ allowsPrivateAddresses: true })
  const outbound: OutboundClient = {
    ...direct,
    fetch: (url, init) => direct.fetch(places[String(url)] ? `${idp.url}${places[String(url)]}` : url, init),
  }
  return { idp, outbound }
}

/** Settings of a project with keys of its own at Google. */
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
