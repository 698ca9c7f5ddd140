import { readIdentityProviderMetadata } from '../identity/saml/identity-provider-metadata.ts'
import { generateSamlKeyPair } from '../identity/saml/key-pair.ts'
import { readSamlResponse, type SamlResponseOptions } from '../identity/saml/response.ts'
import { renderServiceProviderMetadata } from '../identity/saml/service-provider-metadata.ts'
import { openSamlProvider } from './saml-provider.ts'

/** A provider and a service provider that trust each other by their metadata, without a server. */
export async function openSamlConnection() {
  const serviceProvider = {
    entityId: 'https://auth.example.com/saml/metadata?a=1&b=2',
    acsUrl: 'https://auth.example.com/saml/acs',
  }
  const provider = await openSamlProvider()
  const keys = await generateSamlKeyPair({ name: 'Acme', now: new Date() })
  provider.trust(renderServiceProviderMetadata({ ...serviceProvider, certificates: [keys.certificate] }))
  const identityProvider = await readIdentityProviderMetadata(provider.metadata, {
    now: new Date(),
    allowHttpOnLocalhost: true,
  })
  const requestId = '_request'

  return {
    provider,
    keys,
    serviceProvider,
    identityProvider,
    /** The form field that the provider sends. */
    async respond(answers: string | null = requestId): Promise<string> {
      return (await provider.respond(answers)).fields.SAMLResponse
    },
    read(response: string, options: Partial<SamlResponseOptions> = {}) {
      return readSamlResponse({
        response,
        serviceProvider,
        identityProvider: {
          entityId: identityProvider.entityId,
          certificates: identityProvider.certificates.map(({ pem }) => pem),
        },
        decryptionKeys: [keys.privateKey],
        requestId,
        allowUnsolicited: false,
        now: new Date(),
        ...options,
      })
    },
  }
}
