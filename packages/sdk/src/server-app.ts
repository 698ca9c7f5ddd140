import type { AppCore, AppKind } from './app-core.ts'
import { ClientAppBase } from './client-app.ts'
import { getSetting, secretServerKeyNames } from './environment.ts'
import { KeyedCache } from './keyed-cache.ts'
import { hasCode } from './known-errors.ts'
import { createCurrentServerUser, createServerUser, createServerUserBody, type ServerUserJson } from './server-users.ts'
import type { Session } from './session.ts'
import type {
  GetCurrentUserOptions,
  ServerAppConstructorOptions,
  ServerListUsersOptions,
  ServerUser,
  ServerUserCreateOptions,
} from './types.ts'

const access = 'server'

export class ServerAppBase extends ClientAppBase {
  readonly #users: KeyedCache<ServerUser | null>
  readonly #userLists: KeyedCache<ServerUser[] & { nextCursor: string | null }>

  constructor(options: ServerAppConstructorOptions) {
    const kind: AppKind = {
      access,
      createCurrentUser: (core: AppCore, session: Session, record: ServerUserJson) =>
        createCurrentServerUser(core, session, record, () => this.#refreshUsers()),
    }
    super(
      options,
      kind,
      getSetting('secretServerKey', options.secretServerKey, 'SECRET_SERVER_KEY', secretServerKeyNames),
    )
    this.#users = new KeyedCache((id) => this.#fetchUser(id))
    this.#userLists = new KeyedCache((query) => this.#fetchUsers(JSON.parse(query)))
  }

  override getUser(given?: string | GetCurrentUserOptions): Promise<never> {
    return (typeof given === 'string' ? this.#users.get(given).load() : super.getUser(given)) as Promise<never>
  }

  listUsers(options: ServerListUsersOptions = {}) {
    const query = {
      cursor: options.cursor,
      limit: options.limit,
      order_by: options.orderBy && 'signed_up_at',
      desc: options.desc?.toString(),
      query: options.query,
      include_anonymous: options.includeAnonymous?.toString(),
    }
    return this.#userLists.get(JSON.stringify(query)).load()
  }

  async createUser(options: ServerUserCreateOptions): Promise<ServerUser> {
    const record = await this.core.call('POST /users', { access, body: createServerUserBody(options) })
    this.#refreshUsers()
    return this.#createUser(record as ServerUserJson)
  }

  async #fetchUser(id: string): Promise<ServerUser | null> {
    try {
      const record = await this.core.call('GET /users/{user_id}', { access, params: { user_id: id } })
      return this.#createUser(record as ServerUserJson)
    } catch (error) {
      if (hasCode(error, 'USER_NOT_FOUND')) return null
      throw error
    }
  }

  async #fetchUsers(query: object) {
    const { items, pagination } = await this.core.call('GET /users', { access, query })
    const users = items.map((record) => this.#createUser(record as ServerUserJson))
    return Object.assign(users, { nextCursor: pagination.next_cursor })
  }

  #createUser(record: ServerUserJson): ServerUser {
    return createServerUser(this.core, record, () => this.#refreshUsers())
  }

  #refreshUsers(): void {
    this.#users.refresh()
    this.#userLists.refresh()
  }
}
