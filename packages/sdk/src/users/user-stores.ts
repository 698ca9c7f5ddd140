import type { UserApiKey } from '../api-keys/api-keys.ts'
import type { CacheStore } from '../cache/cached-value.ts'
import { cacheFor } from '../cache/resource-cache.ts'
import type { OAuthConnection } from '../connected-accounts/connected-accounts.ts'
import type { ContactChannel } from '../contact-channels/contact-channels.ts'
import type { Owner } from '../core/actors.ts'
import type { NotificationCategory } from '../notifications/notifications.ts'
import type { OAuthGrant } from '../oauth-grants/oauth-grants.ts'
import type { Passkey } from '../passkey/passkeys.ts'
import { itemStoreOf } from '../payments/item-stores.ts'
import type { Item } from '../payments/items.ts'
import type { ListPermissionsOptions, Permission } from '../permissions/permissions.ts'
import type { AdminOwnedProject } from '../projects/admin-projects.ts'
import type { OAuthProvider } from '../provider-links/provider-links.ts'
import type { RecoveryCodeStatus } from '../recovery-codes/recovery-codes.ts'
import type { UserSession } from '../session/session.ts'
import type { EditableTeamMemberProfile } from '../team-member-profiles/team-member-profiles.ts'
import type { Team, TeamReference } from '../teams/teams.ts'

/**
 * One store for each read of a user, used by packages built on this one. The same user has the same stores.
 * @internal
 */
export interface UserStores<
  T extends Team = Team,
  Channel extends ContactChannel = ContactChannel,
  Link extends OAuthProvider = OAuthProvider,
> {
  readonly teams: CacheStore<T[]>
  readonly contactChannels: CacheStore<Channel[]>
  readonly notificationCategories: CacheStore<NotificationCategory[]>
  readonly oauthProviders: CacheStore<Link[]>
  readonly passkeys: CacheStore<Passkey[]>
  readonly oauthGrants: CacheStore<OAuthGrant[]>
  readonly apiKeys: CacheStore<UserApiKey[]>
  readonly recoveryCodeStatus: CacheStore<RecoveryCodeStatus>
  item(itemId: string): CacheStore<Item>
  teamProfile(team: TeamReference): CacheStore<EditableTeamMemberProfile>
  permissions(team?: TeamReference, options?: ListPermissionsOptions): CacheStore<Permission[]>
  connectedAccount(provider: string, scopes?: readonly string[]): CacheStore<OAuthConnection | null>
  /** Redirects to the provider to link an account, even if the app cannot get a token for it. */
  linkAccount(provider: string): Promise<unknown>
  /** Asks for a proof if the last one is older. A store that has readers does not ask again. */
  freshness(seconds: number): CacheStore<void>
  proveWithin(seconds: number): Promise<void>
  /** Of a signed-in user. Somebody else may have signed in to the app since. */
  readonly session?: UserSession | undefined
  /** Only for signed-in users of the internal project. */
  readonly ownedProjects?: CacheStore<AdminOwnedProject[]> | undefined
}

/** The code of each read is loaded with its first fetch. */
export function createUserStores(owner: Owner) {
  const { cache, userId, core } = owner
  const { loadAccount, loadIntegrations, loadOwnedProjects } = core.features
  const proveWithin = async (seconds: number) => (await loadIntegrations()).proveWithin(core, owner.as.session, seconds)
  return {
    get teams() {
      return cache.list(`teams/of/${userId}`, async () => (await loadAccount()).loadTeams(owner))
    },
    get contactChannels() {
      const load = async () => (await loadAccount()).loadContactChannels(owner)
      return cache.list(`contact-channels/${userId}`, load)
    },
    get notificationCategories() {
      const load = async () => (await loadAccount()).loadNotificationCategories(owner)
      return cache.list(`notification-categories/${userId}`, load)
    },
    get oauthProviders() {
      const load = async () => (await loadAccount()).loadOAuthProviders(owner)
      return cache.list(`oauth-providers/${userId}`, load)
    },
    get passkeys() {
      const load = async () => (await loadAccount()).loadPasskeys(owner)
      return cache.list(`passkeys/${userId}`, load)
    },
    get oauthGrants() {
      const load = async () => (await loadAccount()).loadOAuthGrants(owner)
      return cache.list(`oauth-grants/${userId}`, load)
    },
    get apiKeys() {
      const load = async () => (await loadAccount()).loadApiKeys(owner, 'user', userId)
      return cache.list(`api-keys/user/${userId}`, load)
    },
    get recoveryCodeStatus() {
      const load = async () => (await loadAccount()).loadRecoveryCodeStatus(owner)
      return cache.get(`recovery-codes/${userId}`, load)
    },
    item: (itemId) => itemStoreOf(core, { userId: owner.customerId, itemId }),
    teamProfile(team) {
      let read: (() => Promise<EditableTeamMemberProfile>) | undefined
      const load = async () => {
        read ??= (await loadAccount()).createProfileReader(owner, team)
        return read()
      }
      return cache.get(`team-profiles/${userId}/${team.id}`, load)
    },
    permissions(team, { recursive = true } = {}) {
      const load = async () => (await loadAccount()).loadPermissions(owner, team, recursive)
      return cache.list(`permissions/${userId}/${team?.id ?? ''}/${recursive}`, load)
    },
    connectedAccount(provider, scopes = []) {
      const load = async () => (await loadAccount()).findConnection(owner, provider, scopes)
      return cache.get(`connected-accounts/${userId}/${provider}/${scopes.join(' ')}`, load)
    },
    linkAccount: async (provider) => (await loadAccount()).orConnect(owner, provider, [], 'redirect'),
    freshness: (seconds) => cacheFor(owner.as.session ?? core).get(`freshness/${seconds}`, () => proveWithin(seconds)),
    proveWithin,
    session: owner.as.session,
    get ownedProjects() {
      const { session } = owner.as
      if (!session || core.projectId !== 'internal') return undefined
      const load = async () => (await loadOwnedProjects()).loadProjects(owner, session)
      return cacheFor(session).list('owned-projects', load)
    },
  } satisfies UserStores
}
