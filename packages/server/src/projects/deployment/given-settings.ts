import type { Config, InternalProjectSettings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { recordSystemAudit } from '../../records/audit/record.ts'
import { byServer } from '../project-config/author.ts'
import type { Override } from '../project-config/override.ts'
import type { ProjectConfig } from '../project-config/render.ts'
import { toShownChanges, updateConfig } from '../project-config/update.ts'
import { getProjectForUpdate } from '../queries.ts'
import { renderStoredConfig } from '../stored-config.ts'
import { closesLocalhost, distrustLocalhost, trustOwnAddress } from './own-address.ts'

type GivenSettings = Omit<InternalProjectSettings, 'firstUser'> & Pick<Config, 'url' | 'isProduction'>

/** Applies the environment variables for the internal project at every start. Writes only what has changed. */
export async function applySettings(db: Db, given: GivenSettings, secrets: Secrets, now: Date): Promise<void> {
  const row = await getProjectForUpdate(db, internalProjectId)
  const config = renderStoredConfig(row, { secrets, isProduction: given.isProduction })
  const patch = toPatch(given, config)
  if (Object.keys(patch).length === 0) return
  const changes = await updateConfig(db, internalProjectId, patch, secrets, byServer(now))
  const target = { type: 'project' as const, id: internalProjectId }
  const details = { paths: Object.keys(patch), changes: toShownChanges(changes) }
  await recordSystemAudit(db, internalProjectId, { action: 'project.config_changed', target, details }, now)
}

function toPatch(given: GivenSettings, { auth, domains }: ProjectConfig): Override {
  const isLocalhostClosed = given.allowsLocalhost === undefined && closesLocalhost(given)
  const patch: Override = {
    ...(isLocalhostClosed ? distrustLocalhost(domains) : {}),
    ...trustOwnAddress('dashboard', given.url, domains),
  }
  const set = (path: string, wanted: boolean | undefined, current: boolean) => {
    if (wanted !== undefined && wanted !== current) patch[path] = wanted
  }
  set('auth.allowSignUp', given.isSignUpAllowed, auth.allowSignUp)
  set('auth.otp.allowSignIn', given.hasMagicLink, auth.otp.allowSignIn)
  set('domains.allowLocalhost', isLocalhostClosed ? false : given.allowsLocalhost, domains.allowLocalhost)
  if (given.oauthProviders && !isExactly(given.oauthProviders, auth.oauth.providers)) {
    patch['auth.oauth.providers'] = toProviders(given.oauthProviders, auth.oauth.providers)
  }
  return patch
}

type Providers = ProjectConfig['auth']['oauth']['providers']

function isExactly(ids: string[], providers: Providers): boolean {
  return Object.keys(providers).length === ids.length && ids.every((id) => providers[id]?.allowSignIn)
}

/** An existing provider keeps its keys. */
function toProviders(ids: string[], current: Providers) {
  const shared = (type: string) => ({ type, isShared: true, allowConnectedAccounts: true })
  return Object.fromEntries(ids.map((id) => [id, { ...(current[id] ?? shared(id)), allowSignIn: true }]))
}
