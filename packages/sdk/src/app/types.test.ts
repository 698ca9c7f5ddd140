import type { ConfigOverrideTree, Routes } from '@latchkey/contract'
import { expectTypeOf, test } from 'vitest'
import type {
  AdminApp,
  AdminConfig,
  AdminOwnedProject,
  AdminProject,
  ClientApp,
  ClientAppConstructor,
  ContactChannel,
  CurrentInternalServerUser,
  CurrentInternalUser,
  CurrentServerUser,
  CurrentUser,
  CurrentUserJson,
  Json,
  OAuthConnection,
  OAuthProvider,
  Permission,
  Project,
  ServerApp,
  ServerContactChannel,
  ServerOAuthProvider,
  ServerTeam,
  ServerTeamUser,
  ServerUser,
  Team,
  TeamApiKey,
  TeamUser,
  UserApiKey,
  UserApiKeyFirstView,
} from '../index.ts'
import type { AdminAppConstructor } from './admin-app.ts'

/** Unknown JSON in the contract is `Json` here. */
type Parsed<T> = {
  [K in keyof T]: unknown extends T[K] ? Json : T[K] extends object | null ? ParsedObject<T[K]> : T[K]
}
type ParsedObject<T> = T extends readonly unknown[] ? T : T extends object ? Parsed<T> : T

test('user records match the wire', () => {
  type Wire = Parsed<Routes['GET /users/me']['response']['client']>
  expectTypeOf<Wire>().toExtend<CurrentUserJson>()
  expectTypeOf<keyof CurrentUserJson>().toEqualTypeOf<keyof Wire>()
})

test('an app knows whether it has a token store, and its project id', () => {
  const App = null as unknown as ClientAppConstructor
  const create = () => ({
    withStore: new App({ tokenStore: 'memory', projectId: 'internal' }),
    without: new App({ tokenStore: null }),
    unknown: new App({ tokenStore: 'x' as 'memory' | null as never }),
  })
  type Apps = ReturnType<typeof create>
  expectTypeOf<Apps['withStore']>().toEqualTypeOf<ClientApp<true, 'internal'>>()
  expectTypeOf<Apps['without']>().toEqualTypeOf<ClientApp<false, string>>()
})

test('getUser is nullable unless it throws or redirects', () => {
  type Get = ClientApp<true>['getUser']
  expectTypeOf<Get>().toBeCallableWith()
  expectTypeOf<Get>().toBeCallableWith({ or: 'return-null', tokenStore: 'memory' })
  const call = (app: ClientApp<true>, server: ServerApp<true>) => ({
    plain: app.getUser(),
    thrown: app.getUser({ or: 'throw' }),
    redirected: app.getUser({ or: 'redirect' }),
    byId: server.getUser('id'),
    current: server.getUser({ or: 'throw' }),
  })
  type Users = ReturnType<typeof call>
  expectTypeOf<Users['plain']>().toEqualTypeOf<Promise<CurrentUser | null>>()
  expectTypeOf<Users['thrown']>().toEqualTypeOf<Promise<CurrentUser>>()
  expectTypeOf<Users['redirected']>().toEqualTypeOf<Promise<CurrentUser>>()
  expectTypeOf<Users['byId']>().toEqualTypeOf<Promise<ServerUser | null>>()
  expectTypeOf<Users['current']>().toEqualTypeOf<Promise<CurrentServerUser>>()
})

test('a connected account is nullable unless it throws or redirects', () => {
  const call = (user: CurrentUser) => ({
    plain: user.getConnectedAccount('github', { scopes: ['repo'] }),
    thrown: user.getConnectedAccount('github', { or: 'throw' }),
    redirected: user.getConnectedAccount('github', { or: 'redirect', scopes: ['repo'] }),
  })
  type Accounts = ReturnType<typeof call>
  expectTypeOf<Accounts['plain']>().toEqualTypeOf<Promise<OAuthConnection | null>>()
  expectTypeOf<Accounts['thrown']>().toEqualTypeOf<Promise<OAuthConnection>>()
  expectTypeOf<Accounts['redirected']>().toEqualTypeOf<Promise<OAuthConnection>>()
})

test('permissions can be requested with and without a team', () => {
  const call = (user: CurrentUser, team: Team, server: ServerUser) => ({
    inTeam: user.listPermissions(team, { recursive: false }),
    inProject: user.listPermissions({ recursive: false }),
    one: user.getPermission(team, 'a'),
    has: user.hasPermission('a'),
    granted: server.grantPermission(team, 'a'),
    revoked: server.revokePermission('a'),
    // @ts-expect-error: a permission is required
    missing: user.hasPermission(team),
  })
  type Answers = ReturnType<typeof call>
  expectTypeOf<Answers['inTeam']>().toEqualTypeOf<Promise<Permission[]>>()
  expectTypeOf<Answers['inProject']>().toEqualTypeOf<Promise<Permission[]>>()
  expectTypeOf<Answers['one']>().toEqualTypeOf<Promise<Permission | null>>()
  expectTypeOf<Answers['has']>().toEqualTypeOf<Promise<boolean>>()
})

test('servers see more fields of teams, emails, links and members than clients', () => {
  const client = (user: CurrentUser, team: Team) => ({
    team: user.createTeam({ displayName: 'Team' }),
    channels: user.listContactChannels(),
    link: user.getOAuthProvider('id'),
    members: team.listUsers(),
    selected: user.selectedTeam,
  })
  const server = (user: CurrentServerUser, team: ServerTeam) => ({
    team: user.createTeam({ displayName: 'Team' }),
    channels: user.listContactChannels(),
    link: user.getOAuthProvider('id'),
    members: team.listUsers(),
    selected: user.selectedTeam,
  })
  expectTypeOf<ReturnType<typeof client>>().toEqualTypeOf<{
    team: Promise<Team>
    channels: Promise<ContactChannel[]>
    link: Promise<OAuthProvider | null>
    members: Promise<TeamUser[]>
    selected: Team | null
  }>()
  expectTypeOf<ReturnType<typeof server>>().toEqualTypeOf<{
    team: Promise<ServerTeam>
    channels: Promise<ServerContactChannel[]>
    link: Promise<ServerOAuthProvider | null>
    members: Promise<ServerTeamUser[]>
    selected: ServerTeam | null
  }>()
})

test('an API key has its value only on creation, and the id of its owner', () => {
  expectTypeOf<UserApiKeyFirstView['value']>().toEqualTypeOf<string>()
  expectTypeOf<UserApiKey['value']>().toEqualTypeOf<{ readonly lastFour: string }>()
  expectTypeOf<UserApiKey['userId']>().toEqualTypeOf<string>()
  expectTypeOf<TeamApiKey['teamId']>().toEqualTypeOf<string>()
  expectTypeOf<UserApiKey>().not.toHaveProperty('teamId')
  const call = (app: ServerApp<false>) => ({
    user: app.getUser({ apiKey: 'sk' }),
    team: app.getTeam({ apiKey: 'sk' }),
  })
  expectTypeOf<ReturnType<typeof call>>().toEqualTypeOf<{
    user: Promise<ServerUser | null>
    team: Promise<ServerTeam | null>
  }>()
})

test('an app without a token store requires one per call', () => {
  const call = (app: ClientApp<false>) => {
    // @ts-expect-error: no token store
    void app.getUser()
    // @ts-expect-error: no token store
    void app.getUser({ or: 'throw' })
    return app.getUser({ tokenStore: { accessToken: null, refreshToken: null } })
  }
  expectTypeOf<ReturnType<typeof call>>().toEqualTypeOf<Promise<CurrentUser | null>>()
})

test('a server app is a client app, and its user a current user', () => {
  expectTypeOf<ServerApp<true>>().toExtend<ClientApp<true>>()
  expectTypeOf<CurrentServerUser>().toExtend<CurrentUser>()
})

test('an admin app is a server app with the full project', () => {
  expectTypeOf<AdminApp<true>>().toExtend<ServerApp<true>>()
  expectTypeOf<AdminProject>().toExtend<Project>()
  expectTypeOf<ReturnType<AdminApp['getProject']>>().toEqualTypeOf<Promise<AdminProject>>()
})

test('an admin app takes either keys or the session of an owner', () => {
  const App = null as unknown as AdminAppConstructor
  const create = (user: CurrentInternalUser) => ({
    keys: new App({ tokenStore: 'memory', superSecretAdminKey: 'sak' }),
    session: new App({ tokenStore: null, projectId: 'p', projectOwnerSession: user._internalSession }),
    // @ts-expect-error: either of the two
    both: new App({ tokenStore: null, superSecretAdminKey: 'sak', projectOwnerSession: user._internalSession }),
  })
  expectTypeOf<ReturnType<typeof create>['keys']>().toEqualTypeOf<AdminApp<true, string>>()
  expectTypeOf<ReturnType<typeof create>['session']>().toEqualTypeOf<AdminApp<false, 'p'>>()
})

test('users of the internal project own projects, and others do not', () => {
  const call = (client: ClientApp<true, 'internal'>, server: ServerApp<true, 'internal'>, other: ClientApp<true>) => ({
    client: client.getUser(),
    server: server.getUser({ or: 'throw' }),
    other: other.getUser(),
  })
  type Users = ReturnType<typeof call>
  expectTypeOf<Users['client']>().toEqualTypeOf<Promise<CurrentInternalUser | null>>()
  expectTypeOf<Users['server']>().toEqualTypeOf<Promise<CurrentInternalServerUser>>()
  expectTypeOf<Users['other']>().toEqualTypeOf<Promise<CurrentUser | null>>()
  expectTypeOf<CurrentUser>().not.toHaveProperty('createProject')
  expectTypeOf<AdminOwnedProject['app']>().toEqualTypeOf<AdminApp<false>>()
  expectTypeOf<ClientApp<true, 'internal'>>().toExtend<ClientApp<true>>()
})

test('settings have the keys of the contract', () => {
  type Sections = Exclude<keyof AdminConfig, 'sourceOfTruth'>
  expectTypeOf<Sections>().toEqualTypeOf<keyof ConfigOverrideTree>()
  expectTypeOf<Paths<AdminConfig>>().toEqualTypeOf<
    Exclude<Paths<ConfigOverrideTree>, DocumentPath> | SourceOfTruthPath
  >()
})

/** Emails as data can be saved, but are read as code. */
type DocumentPath = `emails.${string}.document${string}`
type SourceOfTruthPath = Paths<Pick<AdminConfig, 'sourceOfTruth'>>

/** Every path into a type; entries of records count as `*`. */
type Paths<T, Prefix extends string = ''> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [Key in keyof T & string]: PathsOfKey<string extends Key ? '*' : Key, NonNullable<T[Key]>, Prefix> }[keyof T &
        string]
    : never
type PathsOfKey<Key extends string, Value, Prefix extends string> = `${Prefix}${Key}` | Paths<Value, `${Prefix}${Key}.`>
