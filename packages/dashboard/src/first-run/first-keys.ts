import type { Keys } from '../api-keys/snippets.ts'
import { rememberPublishableKey } from '../data/own-projects.ts'

const neverMillis = 36_500 * 86_400_000

/** The body of a request for the keys of a first app. */
export const firstKeysBody = (description: string) => ({
  description,
  expires_at_millis: Date.now() + neverMillis,
  has_publishable_client_key: true,
  has_secret_server_key: true,
  has_super_secret_admin_key: false,
})

let kept: { projectId: string; keys: Keys } | undefined

/** Hands new keys to the page that shows them. Secret keys exist only here and are gone after a reload. */
export function keepFirstKeys(projectId: string, keys: Keys): void {
  kept = { projectId, keys }
  rememberPublishableKey(projectId, keys.publishable_client_key)
}

export function findFirstKeys(projectId: string): Keys | undefined {
  return kept?.projectId === projectId ? kept.keys : undefined
}
