import type { CacheStore } from '../cache/cached-value.ts'
import { cacheOf, type ResourceCache } from '../cache/resource-cache.ts'
import type { UserSession } from '../session/session.ts'
import type { ServerUser, ServerUserJson } from '../users/server-users.ts'
import type { UserUpdateOptions } from '../users/users.ts'
import type { AppCore } from './app-core.ts'

/** Who asks the server: the user of a session, or a server with its key. */
export interface Actor {
  core: AppCore
  /** Goes along with every request. */
  as: { access: 'client' | 'server'; session?: UserSession | undefined }
  cache: ResourceCache
  /** After a write that shows in users as well. */
  refreshUser(): Promise<unknown>
  /** Servers see the whole user behind a member of a team. */
  createUser?(record: ServerUserJson): ServerUser
}

/** The same, about the things of one user. */
export interface Owner extends Actor {
  /** `me` for the user of the session. */
  userId: string
  /** The id of the user, where `me` is not understood. */
  customerId: string
  update(options: UserUpdateOptions): Promise<void>
}

/** A caller with admin access. Cache keys of everything that is a setting of the project start with `settings/`. */
export interface Admin extends Omit<Actor, 'as'> {
  as: { access: 'admin' }
  /** Tells the other readers of the project, such as the list of an owner's projects. */
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

/** A list for whoever asks: they may sort it without disturbing other readers. */
export async function copyOf<T>(store: CacheStore<T[]>): Promise<T[]> {
  return [...(await store.load())]
}
