import type { InternalApiKeyFirstView } from '@latchkey/react'
import { rememberPublishableKey } from '../data/own-projects.ts'

let kept: { projectId: string; keys: InternalApiKeyFirstView } | undefined

/** From the page that creates them to the page that shows them. The secret ones are nowhere else, and gone after a reload. */
export function keepFirstKeys(projectId: string, keys: InternalApiKeyFirstView): void {
  kept = { projectId, keys }
  rememberPublishableKey(projectId, keys.publishableClientKey)
}

export function findFirstKeys(projectId: string): InternalApiKeyFirstView | undefined {
  return kept?.projectId === projectId ? kept.keys : undefined
}
