import { cacheFor } from '../cache/resource-cache.ts'
import type { Owner } from '../core/actors.ts'
import type { AppCore } from '../core/app-core.ts'
import { createProjectBody } from '../projects/admin-project-settings.ts'
import type { AdminOwnedProject, AdminProjectCreateOptions } from '../projects/admin-project-types.ts'
import type { AdminProjectJson } from '../projects/admin-projects.ts'
import type { Session } from '../session/session.ts'
import { loadWholeList } from '../transport/whole-list.ts'
import { AdminAppBase } from './admin-app.ts'
import type { AdminApp } from './admin-types.ts'
import { appInternalsSymbol } from './types.ts'

export async function loadProjects(owner: Owner, session: Session) {
  const { core, as } = owner
  const load = (cursor?: string) => core.call('GET /internal/projects', { ...as, query: { cursor } })
  const [items, extend] = await Promise.all([loadWholeList(load), loadExtension(core)])
  return { items, create: (record: AdminProjectJson) => createOwnedProject(core, session, record, extend) }
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
  return createOwnedProject(owner.core, session, record, await loadExtension(owner.core))
}

type Extend = (app: AdminApp<false>) => object

const loadExtension = async ({ extensions }: AppCore): Promise<Extend | undefined> => extensions.loadAdminApp?.()

function createOwnedProject(core: AppCore, session: Session, record: AdminProjectJson, extend: Extend | undefined) {
  const app = appOf(core, session, record.id, extend)
  const project = app[appInternalsSymbol].createProject(record)
  return Object.freeze<AdminOwnedProject>({ ...project, app: app as unknown as AdminApp<false> })
}

const apps = new WeakMap<Session, Map<string, AdminAppBase>>()

/** One app for each project of a session, so that its caches are shared. */
function appOf(core: AppCore, session: Session, projectId: string, extend: Extend | undefined): AdminAppBase {
  const owned = apps.get(session) ?? new Map<string, AdminAppBase>()
  apps.set(session, owned)
  const known = owned.get(projectId)
  if (known) return known
  const { baseUrl } = core.options
  const { extraRequestHeaders } = core
  const app = new AdminAppBase(
    { tokenStore: null, projectId, projectOwnerSession: session, baseUrl, extraRequestHeaders },
    () => refresh(session),
  )
  app[appInternalsSymbol].extendObjects(core.extensions)
  Object.assign(app, extend?.(app as unknown as AdminApp<false>))
  owned.set(projectId, app)
  return app
}

const refresh = (session: Session) => cacheFor(session).refresh('owned-projects')
