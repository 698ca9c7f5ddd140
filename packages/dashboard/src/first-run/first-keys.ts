import type { InternalApiKeyFirstView } from '@latchkey/react'
import { rememberPublishableKey } from '../data/own-projects.ts'

let kept: { projectId: string; keys: InternalApiKeyFirstView } | undefined

/** Hands new keys to the page that shows them. Secret keys exist only here and are gone after a reload. */
export function keepFirstKeys(projectId: string, keys: InternalApiKeyFirstView): void {
  kept = { projectId, keys }
  rememberPublishableKey(projectId, keys.publishableClientKey)
}

export function findFirstKeys(projectId: string): InternalApiKeyFirstView | undefined {
  return kept?.projectId === projectId ? kept.keys : undefined
}
