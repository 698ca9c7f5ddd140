import type { Routes } from '@latchkey/contract'
import { expectTypeOf, test } from 'vitest'
import type {
  ClientApp,
  ClientAppConstructor,
  CurrentServerUser,
  CurrentUser,
  CurrentUserJson,
  Json,
  OAuthConnection,
  ServerApp,
  ServerUser,
} from './index.ts'

/** Everything the contract calls unknown JSON is `Json` here. */
type Parsed<T> = {
  [K in keyof T]: unknown extends T[K] ? Json : T[K] extends object | null ? ParsedObject<T[K]> : T[K]
}
type ParsedObject<T> = T extends readonly unknown[] ? T : T extends object ? Parsed<T> : T

test('user records are those of the wire', () => {
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

test('getUser is null unless it throws or redirects', () => {
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

test('a connected account is null unless it throws or redirects', () => {
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

test('an app without a token store must be told one', () => {
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
