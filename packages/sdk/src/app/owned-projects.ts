import { cacheFor } from '../cache/resource-cache.ts'
import type { Owner } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import { appInternalsSymbol } from '../core/extensions.ts'
import { createProjectBody } from '../projects/admin-project-settings.ts'
import type { AdminOwnedProject, AdminProjectCreateOptions, AdminProjectJson } from '../projects/admin-projects.ts'
import type { UserSession } from '../session/session.ts'
import { loadWholeList } from '../transport/lists.ts'
import { AdminAppBase } from './admin-app-base.ts'

export async function loadProjects(owner: Owner, session: UserSession) {
  const { core, as } = owner
  const load = (cursor?: string) => core.call('GET /internal/projects', { ...as, query: { cursor } })
  const create = (record: AdminProjectJson) => createOwnedProject(core, session, record)
  return { items: await loadWholeList(load), create }
}

export async function createProject(owner: Owner, options: AdminProjectCreateOptions): Promise<AdminOwnedProject> {
  const body = {
    ...createProjectBody(options),
    display_name: options.displayName,
    owner_team_id: options.teamId,
  }
  const record = await owner.core.call('POST /internal/projects', { ...owner.as, body })
  const session = owner.as.session!
  await refresh(session)
  return createOwnedProject(owner.core, session, record)
}

function createOwnedProject(core: AppCore, session: UserSession, record: AdminProjectJson) {
  const app = appOf(core, session, record.id)
  const project = app[appInternalsSymbol].createProject(record)
  return Object.freeze<AdminOwnedProject>({ ...project, app })
}

const apps = new WeakMap<UserSession, Map<string, AdminAppBase<false>>>()

/** One app for each project of a session, so that its caches are shared. */
function appOf(core: AppCore, session: UserSession, projectId: string): AdminAppBase<false> {
  const owned = apps.get(session) ?? new Map<string, AdminAppBase<false>>()
  apps.set(session, owned)
  const known = owned.get(projectId)
  if (known) return known
  const { baseUrl } = core.options
  const { extraRequestHeaders } = core
  const app = new AdminAppBase<false>(
    { tokenStore: null, projectId, projectOwnerSession: session, baseUrl, extraRequestHeaders },
    () => refresh(session),
  )
  app[appInternalsSymbol].core.extensions = core.extensions
  Object.assign(app, core.extensions.adminApp?.(app))
  owned.set(projectId, app)
  return app
}

const refresh = (session: UserSession) => cacheFor(session).refresh('owned-projects')
