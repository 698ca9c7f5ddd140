import type { AdminApp } from '../app/admin-app.ts'
import type { OAuthConnection } from '../connected-accounts/connected-accounts.ts'
import type { DataVaultStore } from '../data-vault/store.ts'
import type { AdminProject } from '../projects/admin-projects.ts'
import type { Team } from '../teams/teams.ts'
import type { User } from '../users/users.ts'

/**
 * Registered globally, so that two copies of this package recognize each other's apps.
 * @internal
 */
export const appInternalsSymbol: unique symbol = Symbol.for('latchkey.app-internals') as never

/**
 * Functions that get an object and return additional members for it.
 * @internal
 */
export interface ObjectExtensions {
  user?(this: void, user: ExtensibleUser): object
  team?(this: void, team: ExtensibleTeam): object
  connection?(this: void, connection: OAuthConnection): object
  project?(this: void, project: AdminProject): object
  dataVaultStore?(this: void, store: DataVaultStore): object
  /** For the apps of projects that a user owns. */
  adminApp?(this: void, app: AdminApp<false>): object
}

/**
 * Used by packages built on this one.
 * @internal
 */
export type ExtensibleUser = Pick<User, typeof appInternalsSymbol | 'id' | 'getConnectedAccount'>

/**
 * Used by packages built on this one.
 * @internal
 */
export type ExtensibleTeam = Pick<Team, typeof appInternalsSymbol | 'id'>
