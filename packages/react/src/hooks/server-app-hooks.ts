import {
  appInternalsSymbol,
  type CacheStore,
  type CurrentUser as SdkCurrentUser,
  type ServerApp as SdkServerApp,
} from '@latchkey/sdk'
import { createClientAppHooks, currentUserOf, signedInOr, type UseUserOptions } from './app-hooks.ts'
import { createHooks } from './store-hooks.ts'
import { useCached } from './use-cached.ts'

/** The hooks that our `ServerApp` adds to the SDK's. */
export function createServerAppHooks(app: SdkServerApp) {
  const getStores = () => app[appInternalsSymbol]
  return {
    ...createClientAppHooks(app),
    ...createHooks(getStores, { useUserById: 'user', useUsers: 'users', useTeams: 'teams' }),
    useUser(given: UserName | UseUserOptions = {}) {
      const options = typeof given === 'object' && !('apiKey' in given) ? given : undefined
      const store: CacheStore<object | null> = options
        ? currentUserOf(app, options)
        : namedUserOf(app, given as UserName)
      const user = useCached(store)
      return options ? signedInOr(app, options, store, user as SdkCurrentUser | null) : user
    },
    useTeam(given: string | { apiKey: string }) {
      const { team, teamOfApiKey } = getStores()
      return useCached(typeof given === 'string' ? team(given) : teamOfApiKey(given.apiKey))
    },
    /** Does not suspend: a missing store is reported when a value is read. */
    useDataVaultStore: (id: string) => getStores().dataVaultStore(id),
  }
}

type UserName = string | { apiKey: string }

function namedUserOf(app: SdkServerApp, name: UserName) {
  const { user, userOfApiKey } = app[appInternalsSymbol]
  return typeof name === 'string' ? user(name) : userOfApiKey(name.apiKey)
}
