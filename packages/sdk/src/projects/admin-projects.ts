import type { Routes } from '@latchkey/contract'
import type { Admin } from '../app/admin-stores.ts'
import { appInternalsSymbol } from '../app/types.ts'
import { keepWhileEqual } from '../cache/cached-value.ts'
import type { AdminConfig } from '../project-config/config-types.ts'
import { createProjectBody, createProjectConfig } from './admin-project-settings.ts'
import type { AdminProject, AdminProjectStores } from './admin-project-types.ts'
import { findProductionModeErrors } from './production-mode.ts'

export type AdminProjectJson = Routes['GET /internal/projects/current']['response']['admin']

export function createAdminProject(admin: Admin, record: AdminProjectJson): AdminProject {
  const { core, cache, as } = admin
  const { id } = record
  const config = createProjectConfig(record.config)
  const stores: AdminProjectStores = {
    get config() {
      const create = keepWhileEqual((text: string): AdminConfig => JSON.parse(text))
      return cache.get('settings/config', async () =>
        create((await core.call('GET /internal/config', as)).config_string),
      )
    },
    productionModeErrors: findProductionModeErrors(id, config),
  }
  /** One setting shows in several places, so all that is made of settings is read again. */
  const changed = () => Promise.all([cache.refresh('settings/'), core.project.refresh(), admin.projectChanged()])
  const project: AdminProject = {
    id,
    displayName: record.display_name,
    description: record.description,
    createdAt: new Date(record.created_at_millis),
    isProductionMode: record.is_production_mode,
    ownerTeamId: record.owner_team_id,
    logoUrl: record.logo_url,
    fullLogoUrl: record.full_logo_url,
    config,
    async update(options) {
      await core.call('PATCH /internal/projects/current', { ...as, body: createProjectBody(options) })
      await changed()
    },
    async delete() {
      await core.call('DELETE /internal/projects/current', as)
      await admin.projectChanged()
    },
    async transfer({ _internalSession: ownerSession }, newTeamId) {
      const body = { project_id: id, new_team_id: newTeamId }
      await core.call('POST /internal/projects/transfer', { ...as, ownerSession, body })
      await changed()
    },
    getConfig: () => stores.config.load(),
    async updateConfig(override) {
      const body = { config_override_string: JSON.stringify(override) }
      await core.call('PATCH /internal/config/override', { ...as, body })
      await changed()
    },
    getProductionModeErrors: async () => [...stores.productionModeErrors],
    [appInternalsSymbol]: stores,
  }
  return Object.freeze(Object.assign(project, core.extensions.project?.(project)))
}
