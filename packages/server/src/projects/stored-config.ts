import { internalProjectId } from '../platform/internal-project.ts'
import type { Secrets } from '../platform/secrets.ts'
import { expandOverride } from './project-config/override.ts'
import { type ProjectConfig, renderConfig } from './project-config/render.ts'
import { openOverride } from './project-config/seal.ts'
import type { ProjectRow } from './queries.ts'

/**
 * A project's effective settings on this server: in production, sign-up to the internal project is off unless it was
 * enabled explicitly.
 */
export function renderStoredConfig(
  { id, config_override }: Pick<ProjectRow, 'id' | 'config_override'>,
  { secrets, isProduction }: { secrets: Secrets; isProduction: boolean },
): ProjectConfig {
  const override = openOverride(config_override, id, secrets)
  const config = renderConfig(override)
  if (id !== internalProjectId || !isProduction || saysWhoMaySignUp(override)) return config
  return { ...config, auth: { ...config.auth, allowSignUp: false } }
}

function saysWhoMaySignUp(override: Record<string, unknown>): boolean {
  const { auth } = expandOverride(override) as { auth?: { allowSignUp?: boolean } }
  return auth?.allowSignUp !== undefined
}
