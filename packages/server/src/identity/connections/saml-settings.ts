import { type connectionRoutes, type HandlerInput, KnownError } from '@latchkey/contract'
import type { Platform } from '../../platform/platform.ts'
import { readSamlCertificate } from '../saml/certificate.ts'
import { isAcceptableUrl, readIdentityProviderMetadata } from '../saml/identity-provider-metadata.ts'
import { generateSamlKeyPair } from '../saml/key-pair.ts'
import { SamlRefused } from '../saml/refused.ts'

type Body = NonNullable<HandlerInput<(typeof connectionRoutes)['PATCH /connections/{connection_id}']>['body']['saml']>

export interface StoredCertificate {
  pem: string
  fingerprint: string
  expires_at_millis: number
}

export interface StoredProvider {
  entity_id: string
  sign_in_url: string
  certificates: StoredCertificate[]
}

export interface SamlSettings {
  /** Null until its metadata is entered. */
  provider: StoredProvider | null
  metadata_url: string | null
  metadata_read_at_millis: number | null
  metadata_failing_since_millis: number | null
  is_idp_initiated_allowed: boolean
  /** Ours, PEM. Its key is among the secrets. */
  certificate: string
}

/** What a body says about the provider, once its metadata was read. */
export type PreparedSaml = Omit<SamlSettings, 'certificate'>

/** Of a new connection, which a provider has to know before it tells its metadata. */
export const noProvider: PreparedSaml = {
  provider: null,
  metadata_url: null,
  metadata_read_at_millis: null,
  metadata_failing_since_millis: null,
  is_idp_initiated_allowed: false,
}

/** Asks for the metadata of the provider if the body has its URL. Must be called outside of a transaction. */
export async function prepareSaml(platform: Platform, body: Body): Promise<PreparedSaml> {
  const { metadata_url: metadataUrl, metadata, provider, is_idp_initiated_allowed } = body
  const options = { metadata_failing_since_millis: null, is_idp_initiated_allowed }
  try {
    if (provider) {
      if (!isAcceptableUrl(provider.sign_in_url, !platform.config.isProduction)) {
        throw new SamlRefused('metadata', 'The sign-in URL must use https.')
      }
      const certificates = provider.certificates.map(toStored)
      return { ...options, provider: { ...provider, certificates }, metadata_url: null, metadata_read_at_millis: null }
    }
    const read = metadataUrl ? await fetchProvider(platform, metadataUrl) : await readProvider(platform, metadata!)
    return {
      ...options,
      provider: read,
      metadata_url: metadataUrl ?? null,
      metadata_read_at_millis: metadataUrl ? platform.now().getTime() : null,
    }
  } catch (error) {
    if (error instanceof SamlRefused) throw new KnownError('SCHEMA_ERROR', { message: error.message })
    throw error
  }
}

/** Throws `SamlRefused`. With an entity ID, only the metadata of that one is taken. */
export async function fetchProvider(platform: Platform, url: string, entityId?: string): Promise<StoredProvider> {
  if (!isAcceptableUrl(url, !platform.config.isProduction)) {
    throw new SamlRefused('metadata', 'The URL of the metadata must use https.')
  }
  const response = await platform.outbound.fetch(url).catch((error: unknown) => {
    throw new SamlRefused('metadata', `The metadata cannot be read: ${(error as Error).message}`)
  })
  if (response.status !== 200)
    throw new SamlRefused('metadata', `The metadata cannot be read: status ${response.status}.`)
  return readProvider(platform, await response.text(), entityId)
}

async function readProvider(platform: Platform, text: string, entityId?: string): Promise<StoredProvider> {
  const options = { now: platform.now(), allowHttpOnLocalhost: !platform.config.isProduction, entityId }
  const metadata = await readIdentityProviderMetadata(text, options)
  if (!metadata.redirectUrl) {
    throw new SamlRefused('metadata', 'The provider takes no requests by redirect (binding HTTP-Redirect).')
  }
  const certificates = metadata.certificates.map((certificate) => toStored(certificate.pem))
  return { entity_id: metadata.entityId, sign_in_url: metadata.redirectUrl, certificates }
}

function toStored(text: string): StoredCertificate {
  const { pem, fingerprint, expiresAt } = readSamlCertificate(text)
  return { pem, fingerprint, expires_at_millis: expiresAt.getTime() }
}

/** One pair signs our requests and decrypts assertions. */
export async function createSamlKeys(platform: Platform): Promise<{ privateKey: string; certificate: string }> {
  const { privateKey, certificate } = await generateSamlKeyPair({ name: 'Latchkey', now: platform.now() })
  return { privateKey, certificate }
}
