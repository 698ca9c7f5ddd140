import type { Actor } from './actors.ts'
import { type AdminProjectJson, createAdminProject } from './admin-projects.ts'
import { keepWhileEqual } from './cache.ts'
import { AssertionError } from './errors.ts'

/** Who administers a project. Everything that is a setting of it has a key in the cache that starts with `settings/`. */
export interface Admin extends Omit<Actor, 'as'> {
  as: { access: 'admin' }
  /** Tells those who show the project apart from this app. */
  projectChanged(): Promise<unknown>
}

/** The code of a read comes with its first fetch. */
export function createAdminStores(admin: Admin) {
  const { core, cache, as } = admin
  const createProject = keepWhileEqual((record: AdminProjectJson) => createAdminProject(admin, record))
  return {
    get project() {
      return cache.get('settings/project', async () => {
        const project = createProject(await core.call('GET /internal/projects/current', as))
        if (project.id !== core.projectId) throw new AssertionError('The server answered for another project.', project)
        return project
      })
    },
    get internalApiKeys() {
      return cache.list('internal-api-keys', async () => (await import('./project-keys.ts')).loadInternalApiKeys(admin))
    },
  }
}
