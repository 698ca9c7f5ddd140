import { readSignInEmail } from '../../accounts/contact-channels/address.ts'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { failure } from '../oauth/providers/failures.ts'
import { cleanProfile } from '../oauth/providers/profile.ts'
import type { ProviderAnswer, ProviderRequest, SignInClient } from '../oauth/providers/provider.ts'
import { SamlRefused } from '../saml/refused.ts'
import { createSamlRequest } from '../saml/request.ts'
import { readSamlResponse } from '../saml/response.ts'
import { renderServiceProviderMetadata } from '../saml/service-provider-metadata.ts'
import { mapProfile } from './profile.ts'
import { type ConnectionRow, makeMetadataDue } from './queries.ts'
import type { SamlSettings } from './saml-settings.ts'
import { samlUrlsOf } from './saml-urls.ts'
import { openSecrets } from './secrets.ts'

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const microsoft = 'http://schemas.microsoft.com'

/** What the usual providers call the attributes of their users. */
const usualAttributes = {
  email: [
    'email',
    'mail',
    'emailAddress',
    `${claims}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    `${claims}/name`,
  ],
  display_name: [
    'displayName',
    'name',
    `${microsoft}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
    'cn',
  ],
  profile_image_url: ['picture'],
  groups: ['groups', 'group', 'memberOf', `${microsoft}/ws/2008/06/identity/claims/groups`, 'roles', 'Role'],
}

const names = [
  ['firstName', 'givenName', 'given_name', `${claims}/givenname`, 'urn:oid:2.5.4.42'],
  ['lastName', 'sn', 'surname', 'family_name', `${claims}/surname`, 'urn:oid:2.5.4.4'],
]

/** A SAML provider as a client like those of OAuth: the state is the relay state, and a response needs no second request. */
export function samlClient(platform: Platform, row: ConnectionRow, settings: SamlSettings): SignInClient {
  const provider = settings.provider!
  const { entityId, acsUrl } = samlUrlsOf(platform.config.url, row.id)
  const serviceProvider = { entityId, acsUrl }
  const title = row.display_name

  async function begin({ state }: ProviderRequest) {
    const identityProvider = { entityId: provider.entity_id, redirectUrl: provider.sign_in_url }
    const signingKey = openSecrets(platform, row).private_key!
    const request = await createSamlRequest({ serviceProvider, identityProvider, signingKey, relayState: state })
    return { url: new URL(request.url), requestId: request.id }
  }

  async function exchange({ requestId }: ProviderRequest, parameters: URLSearchParams): Promise<ProviderAnswer> {
    try {
      const signedIn = await readSamlResponse({
        response: parameters.get('SAMLResponse') ?? '',
        serviceProvider,
        identityProvider: { entityId: provider.entity_id, certificates: provider.certificates.map(({ pem }) => pem) },
        decryptionKeys: [openSecrets(platform, row).private_key!],
        requestId,
        subjectAttribute: row.settings.attributes.id ?? undefined,
        allowUnsolicited: false,
        now: platform.now(),
      })
      return {
        tokens: null,
        profile: readProfile(signedIn, row, title),
        assertion: { id: signedIn.assertionId, expiresAt: signedIn.expiresAt },
      }
    } catch (error) {
      if (!(error instanceof SamlRefused)) throw error
      // The provider may have replaced its certificate at once, without announcing the next one.
      if (error.reason === 'signature_invalid') await readMetadataSoon(platform, row)
      throw failure(error.reason === 'not_successful' ? 'access-denied' : 'invalid-answer', title, error)
    }
  }

  return {
    baseScopes: [],
    returnsByPost: true,
    begin,
    authorizationUrl: async (request) => (await begin(request)).url,
    exchange,
  }
}

/** Not more than every ten minutes, because anybody can send a wrong signature. */
async function readMetadataSoon(platform: Platform, { project_id, id }: ConnectionRow): Promise<void> {
  const isDue = await makeMetadataDue(platform.db, project_id, id, platform.now())
  if (isDue) await enqueueJob(platform.db, 'read-metadata', {})
}

function readProfile(
  { subject, attributes }: { subject: string; attributes: Record<string, string[]> },
  row: ConnectionRow,
  title: string,
) {
  const given = names.flatMap((same) => same.find((name) => Object.hasOwn(attributes, name)) ?? [])
  const fullName = given.flatMap((name) => attributes[name]![0] ?? []).join(' ')
  // Whatever a provider calls its attributes, none of them says that an address is unverified.
  const { email_verified: _, ...said } = attributes
  const profile = mapProfile(said, subject, row.settings.attributes, usualAttributes)
  // Many providers identify people by their address and send nothing else. Other subjects are no addresses.
  const email = profile.email ?? (row.settings.attributes.email === null ? (readSignInEmail(subject) ?? null) : null)
  return cleanProfile({ ...profile, email, displayName: profile.displayName ?? (fullName || null) }, title)
}

/** For the identity provider. */
export function renderOwnMetadata(platform: Platform, row: ConnectionRow, { certificate }: SamlSettings): string {
  const { entityId, acsUrl } = samlUrlsOf(platform.config.url, row.id)
  return renderServiceProviderMetadata({ entityId, acsUrl, certificates: [certificate] })
}
