import { escapeHtml } from '../../platform/escape-html.ts'
import { allowedAlgorithms, bindings, namespaces } from './names.ts'

interface ServiceProviderMetadataOptions {
  entityId: string
  acsUrl: string
  /** PEM, the current one first. During a roll-over, the next one is listed, too, before it is used. */
  certificates: readonly string[]
}

/** What an administrator uploads to the identity provider. */
export function renderServiceProviderMetadata({
  entityId,
  acsUrl,
  certificates,
}: ServiceProviderMetadataOptions): string {
  const methods = [...allowedAlgorithms.contentEncryption, ...allowedAlgorithms.keyEncryption]
    .map((algorithm) => `\n      <md:EncryptionMethod Algorithm="${algorithm}"/>`)
    .join('')
  const keys = (['signing', 'encryption'] as const).flatMap((use) =>
    certificates.map(
      (certificate) => `
    <md:KeyDescriptor use="${use}">
      <ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${use === 'encryption' ? methods : ''}
    </md:KeyDescriptor>`,
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeHtml(entityId)}">
  <md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">${keys.join('')}
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${bindings.post}" Location="${escapeHtml(acsUrl)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
}

function base64Of(pem: string): string {
  return pem.replaceAll(/-----(?:BEGIN|END) CERTIFICATE-----|\s/g, '')
}
