import {
  appInternalsSymbol,
  type Item,
  type ObjectExtensions,
  type CurrentUser as SdkCurrentUser,
  type Team as SdkTeam,
  type TeamCreateOptions,
} from '@latchkey/sdk'
import { useCached } from './use-cached.ts'

interface CustomerHooks {
  /** What this customer has of an item. Suspends until it is known, and renders again when it changes. */
  useItem(itemId: string): Item
}

/** The SDK's team with its hooks. */
export interface Team extends SdkTeam, CustomerHooks {}

/** The SDK's user with its hooks. */
export interface CurrentUser extends SdkCurrentUser, CustomerHooks {
  readonly selectedTeam: Team | null
  listTeams(): Promise<Team[]>
  getTeam(id: string): Promise<Team | null>
  createTeam(options: TeamCreateOptions): Promise<Team>
}

/** What the users and teams of an app with hooks have beyond those of the SDK. */
export const objectHooks: ObjectExtensions = {
  user: (user) => hooksOf(user[appInternalsSymbol]),
  team: (team) => hooksOf(team[appInternalsSymbol]),
}

function hooksOf(stores: Pick<SdkTeam[typeof appInternalsSymbol], 'item'>): CustomerHooks {
  return { useItem: (itemId) => useCached(stores.item(itemId)) }
}
