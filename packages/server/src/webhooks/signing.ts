import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Secrets } from '../platform/secrets.ts'

export interface SigningSecrets {
  project_id: string
  id: string
  secret_encrypted: string
  previous_secret_encrypted: string | null
  previous_secret_until: Date | null
}

export function createSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

export function sealSecret(secret: string, endpoint: { project_id: string; id: string }, secrets: Secrets): string {
  return secrets.encrypt(secret, purposeOfWebhookSecret(endpoint))
}

export function openSecret(endpoint: SigningSecrets, secrets: Secrets): string {
  return secrets.decrypt(endpoint.secret_encrypted, purposeOfWebhookSecret(endpoint))
}

/**
 * The headers of Standard Webhooks, and the same under the names that existing receivers expect. During a rotation
 * there are two signatures, and a receiver accepts either.
 */
export function signMessage(
  message: { id: string; body: string; now: Date },
  endpoint: SigningSecrets,
  secrets: Secrets,
): Record<string, string> {
  const { previous_secret_encrypted: previous, previous_secret_until: until } = endpoint
  const keys = [openSecret(endpoint, secrets)]
  if (previous && until && until > message.now) keys.push(secrets.decrypt(previous, purposeOfWebhookSecret(endpoint)))
  const values = {
    id: message.id,
    timestamp: String(Math.floor(message.now.getTime() / 1000)),
    signature: keys.map((key) => new Webhook(key).sign(message.id, message.now, message.body)).join(' '),
  }
  return Object.fromEntries(
    ['webhook', 'svix'].flatMap((family) =>
      Object.entries(values).map(([name, value]) => [`${family}-${name}`, value] as const),
    ),
  )
}

export function purposeOfWebhookSecret({ project_id, id }: { project_id: string; id: string }): string {
  return `webhook endpoint ${id} of ${project_id}`
}
