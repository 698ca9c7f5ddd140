import type { ServerUser, UserUpdateOptions } from '../app/types.ts'
import type { CacheStore } from '../cache/cache-types.ts'
import { cacheOf, type ResourceCache } from '../cache/resource-cache.ts'
import type { Session } from '../session/session.ts'
import type { ServerUserJson } from '../users/server-users.ts'
import type { AppCore } from './app-core.ts'

/** Who asks the server: the user of a session, or a server with its key. */
export interface Actor {
  core: AppCore
  /** Goes along with every request. */
  as: { access: 'client' | 'server'; session?: Session | undefined }
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

export function createClientActor(core: AppCore, session: Session): Actor {
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
