import type { Settings } from '../../platform/platform.ts'
import { issuerOf } from './issuer.ts'
import type { ProviderSettings } from './scopes.ts'

/** The page of the app on which users approve access, or that of this server. */
export function consentUrlOf(
  config: Settings,
  projectId: string,
  { consentUrl }: ProviderSettings,
  query: Record<string, string>,
): string {
  const url = new URL(consentUrl ?? `${issuerOf(config, projectId)}/consent`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
