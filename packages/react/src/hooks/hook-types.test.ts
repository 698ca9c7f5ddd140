import type * as Sdk from '@latchkey/sdk'
import { expectTypeOf, test } from 'vitest'
import type {
  AdminApp,
  AdminOwnedProject,
  AdminProject,
  ClientApp,
  CurrentInternalServerUser,
  CurrentInternalUser,
  CurrentServerUser,
  CurrentUser,
  DataVaultStore,
  OAuthConnection,
  Permission,
  Project,
  ProjectMetrics,
  SelectedTeamSwitcherProps,
  ServerApp,
  ServerTeam,
  ServerTeamUser,
  ServerUser,
  Team,
  TeamInvitation,
  User,
  useUser,
} from '../index.ts'

/** The method that a hook mirrors: `useTeams` is the twin of `listTeams`, `useTeam` of `getTeam`. */
type TwinOf<Of, Hook> = Hook extends `use${infer What}`
  ? `list${What}` extends keyof Of
    ? Of[`list${What}`]
    : `get${What}` extends keyof Of
      ? Of[`get${What}`]
      : never
  : never

/** Names of hooks whose result differs from their twin's. Of several overloads, only the last is compared. */
type Unequal<Of> = {
  [Hook in keyof Of & `use${string}`]: [Of[Hook], TwinOf<Of, Hook>] extends [
    (...args: infer Args) => infer Value,
    (...args: infer TwinArgs) => Promise<infer TwinValue>,
  ]
    ? [Args, Value] extends [TwinArgs, TwinValue]
      ? [TwinArgs, TwinValue] extends [Args, Value]
        ? never
        : Hook
      : Hook
    : Hook
}[keyof Of & `use${string}`]

test('every hook has the parameters and the result of its twin', () => {
  expectTypeOf<Unequal<CurrentUser>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<ServerUser>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<CurrentInternalUser>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<Team>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<ServerTeam>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<OAuthConnection>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<DataVaultStore>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<AdminProject>>().toEqualTypeOf<never>()
  expectTypeOf<Unequal<ClientApp<true>>>().toEqualTypeOf<'useNavigate'>()
  // `useNavigate` has no twin, and the twin of `useUserById` is an overload of `getUser`.
  expectTypeOf<Unequal<ServerApp<true>>>().toEqualTypeOf<'useNavigate' | 'useUserById'>()
  expectTypeOf<Unequal<AdminApp<true>>>().toEqualTypeOf<'useNavigate' | 'useUserById'>()
})

test('all hooks of the contract exist', () => {
  type HooksOf<Of> = keyof Of & `use${string}`
  type OfClient = 'useUser' | 'usePartialUser' | 'useProject' | 'useItem' | 'useNavigate'
  type OfServer = OfClient | 'useUserById' | 'useUsers' | 'useTeam' | 'useTeams' | 'useDataVaultStore'
  type OfTeam =
    | 'useUsers'
    | 'useInvitations'
    | 'useApiKeys'
    | 'useItem'
    | 'useConnections'
    | 'useConnectionDomains'
    | 'useRequiredConnection'
    | 'useDirectory'
  type OfUser =
    | `useTeam${'' | 's' | 'Profile'}`
    | `usePermission${'' | 's'}`
    | `useOAuthProvider${'' | 's'}`
    | 'useOAuthGrants'
    | 'usePasskeys'
    | 'useContactChannels'
    | 'useNotificationCategories'
    | 'useApiKeys'
    | 'useRecoveryCodeStatus'
    | 'useConnectedAccount'
    | 'useItem'
  type OfAdmin =
    | OfServer
    | 'useInternalApiKeys'
    | `use${'Team' | 'Project'}PermissionDefinitions`
    | `useEmail${'Themes' | 'Theme' | 'Templates' | 'Drafts' | 'Preview'}`
    | 'useStripeAccountInfo'
    | 'useTransactions'
    | 'useSvixToken'
    | 'useWebhookEndpoints'
    | 'useMetrics'
  expectTypeOf<HooksOf<ClientApp>>().toEqualTypeOf<OfClient>()
  expectTypeOf<HooksOf<ServerApp>>().toEqualTypeOf<OfServer>()
  expectTypeOf<HooksOf<AdminApp>>().toEqualTypeOf<OfAdmin>()
  expectTypeOf<HooksOf<Team>>().toEqualTypeOf<OfTeam>()
  expectTypeOf<HooksOf<ServerTeam>>().toEqualTypeOf<OfTeam>()
  expectTypeOf<HooksOf<User>>().toEqualTypeOf<OfUser>()
  expectTypeOf<HooksOf<CurrentServerUser>>().toEqualTypeOf<OfUser>()
  expectTypeOf<HooksOf<CurrentInternalServerUser>>().toEqualTypeOf<OfUser | 'useOwnedProjects'>()
  expectTypeOf<HooksOf<OAuthConnection>>().toEqualTypeOf<'useAccessToken'>()
  expectTypeOf<HooksOf<DataVaultStore>>().toEqualTypeOf<'useValue'>()
  expectTypeOf<HooksOf<AdminOwnedProject>>().toEqualTypeOf<'useConfig' | 'useProductionModeErrors'>()
})

test('exports everything of the SDK and more', () => {
  expectTypeOf<ClientApp<true>>().toExtend<Sdk.ClientApp<true>>()
  expectTypeOf<ServerApp<true>>().toExtend<Sdk.ServerApp<true>>()
  expectTypeOf<AdminApp<true>>().toExtend<Sdk.AdminApp<true>>()
  expectTypeOf<CurrentUser>().toExtend<Sdk.CurrentUser>()
  expectTypeOf<CurrentServerUser>().toExtend<Sdk.CurrentServerUser>()
  expectTypeOf<CurrentInternalUser>().toExtend<Sdk.CurrentInternalUser>()
  expectTypeOf<ServerTeamUser>().toExtend<Sdk.ServerTeamUser>()
  expectTypeOf<AdminOwnedProject>().toExtend<Sdk.AdminOwnedProject>()
  expectTypeOf<ServerApp<true>>().toExtend<ClientApp<true>>()
  expectTypeOf<AdminApp<true>>().toExtend<ServerApp<true>>()
  expectTypeOf<CurrentServerUser>().toExtend<CurrentUser>()
  expectTypeOf<ServerTeam>().toExtend<Team>()
  expectTypeOf<ClientApp<true, 'internal'>>().toExtend<ClientApp<true>>()
})

test('a hook is nullable if its twin is, and its objects have hooks', () => {
  const call = (
    app: ClientApp<true>,
    internal: ClientApp<true, 'internal'>,
    server: ServerApp<true>,
    admin: AdminApp<false>,
    context: typeof useUser,
  ) => ({
    plain: app.useUser(),
    thrown: app.useUser({ or: 'throw' }),
    owner: internal.useUser({ or: 'redirect' }),
    byId: server.useUser('id'),
    byKey: server.useUser({ apiKey: 'sk' }),
    current: server.useUser({ or: 'anonymous' }),
    users: server.useUsers({ limit: 1 }),
    teamByKey: server.useTeam({ apiKey: 'sk' }),
    project: app.useProject(),
    adminProject: admin.useProject(),
    metrics: admin.useMetrics({ includeAnonymous: true }),
    fetched: server.getUser('id'),
    created: server.createTeam({ displayName: 'Team' }),
    context: context(),
    ownerInContext: context({ or: 'throw', projectIdMustMatch: 'internal' }),
    // @ts-expect-error: no token store
    withoutStore: admin.useUser(),
  })
  type Shown = ReturnType<typeof call>
  expectTypeOf<Shown['plain']>().toEqualTypeOf<CurrentUser | null>()
  expectTypeOf<Shown['thrown']>().toEqualTypeOf<CurrentUser>()
  expectTypeOf<Shown['owner']>().toEqualTypeOf<CurrentInternalUser>()
  expectTypeOf<Shown['byId']>().toEqualTypeOf<ServerUser | null>()
  expectTypeOf<Shown['byKey']>().toEqualTypeOf<ServerUser | null>()
  expectTypeOf<Shown['current']>().toEqualTypeOf<CurrentServerUser>()
  expectTypeOf<Shown['users']>().toEqualTypeOf<ServerUser[] & { nextCursor: string | null }>()
  expectTypeOf<Shown['teamByKey']>().toEqualTypeOf<ServerTeam | null>()
  expectTypeOf<Shown['project']>().toEqualTypeOf<Project>()
  expectTypeOf<Shown['adminProject']>().toEqualTypeOf<AdminProject>()
  expectTypeOf<Shown['metrics']>().toEqualTypeOf<ProjectMetrics>()
  expectTypeOf<Shown['fetched']>().toEqualTypeOf<Promise<ServerUser | null>>()
  expectTypeOf<Shown['created']>().toEqualTypeOf<Promise<ServerTeam>>()
  expectTypeOf<Shown['context']>().toEqualTypeOf<CurrentUser | null>()
  expectTypeOf<Shown['ownerInContext']>().toEqualTypeOf<CurrentInternalUser>()
})

test('hooks have the overloads of their twins', () => {
  const call = (user: CurrentUser, team: Team) => ({
    inTeam: user.usePermissions(team, { recursive: false }),
    inProject: user.usePermissions({ recursive: false }),
    one: user.usePermission(team, 'a'),
    account: user.useConnectedAccount('github', { scopes: ['repo'] }),
    connected: user.useConnectedAccount('github', { or: 'redirect' }),
    // @ts-expect-error: a permission is required
    missing: user.usePermission(team),
  })
  type Shown = ReturnType<typeof call>
  expectTypeOf<Shown['inTeam']>().toEqualTypeOf<Permission[]>()
  expectTypeOf<Shown['inProject']>().toEqualTypeOf<Permission[]>()
  expectTypeOf<Shown['one']>().toEqualTypeOf<Permission | null>()
  expectTypeOf<Shown['account']>().toEqualTypeOf<OAuthConnection | null>()
  expectTypeOf<Shown['connected']>().toEqualTypeOf<OAuthConnection>()
})

test('`TeamInvitation` is both the type of an invitation and its page', () => {
  expectTypeOf<TeamInvitation>().toEqualTypeOf<Sdk.TeamInvitation>()
  expectTypeOf<typeof TeamInvitation>().toBeCallableWith({ searchParams: {} })
})

test('`urlMap` gets null only if no team can be selected', () => {
  const accept = (_props: SelectedTeamSwitcherProps) => {}
  accept({ urlMap: (team) => `/teams/${team.id}` })
  accept({ allowNull: false, urlMap: (team) => `/teams/${team.id}` })
  accept({ allowNull: true, urlMap: (team) => `/teams/${team?.id}` })
  accept({ allowNull: Math.random() > 0.5, urlMap: (team: Team | null) => `/teams/${team?.id}` })
  // @ts-expect-error: there may be no team
  accept({ allowNull: true, urlMap: (team) => `/teams/${team.id}` })
})
