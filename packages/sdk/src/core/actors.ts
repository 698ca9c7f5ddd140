import type { CacheStore } from '../cache/cached-value.ts'
import { cacheOf, type ResourceCache } from '../cache/resource-cache.ts'
import type { UserSession } from '../session/session.ts'
import type { ServerUser, ServerUserJson } from '../users/server-users.ts'
import type { UserUpdateOptions } from '../users/users.ts'
import type { AppCore } from './app-core.ts'

/** Who calls the API: the user of a session, or a server with its key. */
export interface Actor {
  core: AppCore
  /** Sent with every request. */
  as: { access: 'client' | 'server'; session?: UserSession | undefined }
  cache: ResourceCache
  /** Called after a write that changes users too. */
  refreshUser(): Promise<unknown>
  /** Only servers see the full user of a team member. */
  createUser?(record: ServerUserJson): ServerUser
}

/** An actor together with the user whose data it reads and writes. */
export interface Owner extends Actor {
  /** `me` for the user of the session. */
  userId: string
  /** The id of the user, for routes that do not accept `me`. */
  customerId: string
  update(options: UserUpdateOptions): Promise<void>
}

/** A caller with admin access. Cache keys of project settings start with `settings/`. */
export interface Admin extends Omit<Actor, 'as'> {
  as: { access: 'admin' }
  /** Notifies other readers of the project, such as the owner's list of projects. */
  projectChanged(): Promise<unknown>
}

export function createClientActor(core: AppCore, session: UserSession): Actor {
  return {
    core,
    as: { access: 'client', session },
    cache: cacheOf(core, session),
    refreshUser: () => core.users.of(session).refresh(),
  }
}

/** A copy of a cached list, which the caller may change. */
export async function copyOf<T>(store: CacheStore<T[]>): Promise<T[]> {
  return [...(await store.load())]
}
