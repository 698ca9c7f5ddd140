import { AsyncLocalStorage } from 'node:async_hooks'
import type { ControlledTransaction } from 'kysely'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { KnownGrant } from './grant-queries.ts'

export interface UsedRecord {
  kind: string
  idHash: Buffer
  grantId: string | null
}

/** A request to the provider of a project, which the protocol's library handles. */
export class ProviderRequest {
  readonly ctx: Context
  /** The session of the user that the sign-in in this browser stands on. A new approval comes before what was stored. */
  sessionId: string | null = null
  /** What a consumed refresh token was answered with a moment ago. */
  repeatedAnswer: unknown
  /** The code or the refresh token that the request names, and the same once it is used up. */
  found: UsedRecord | undefined
  consumed: UsedRecord | undefined
  /** The grant of it, which is locked. */
  grant: KnownGrant | undefined
  /** The team of the grant that was read. */
  teamId: string | null = null
  /** Why the library answers that something went wrong. */
  failure: unknown
  /** Whether all of it is one transaction. */
  isTransaction = false
  #transaction: Promise<ControlledTransaction<Tables>> | undefined

  constructor(ctx: Context) {
    this.ctx = ctx
  }

  get projectId(): string {
    return this.ctx.project.id
  }

  /**
   * Where everything but clients is read and written. The transaction begins with the first use of it, so that nothing
   * waits for the document of a client within one.
   */
  async db(): Promise<Db> {
    if (!this.isTransaction) return this.ctx.platform.db
    this.#transaction ??= this.ctx.platform.db.startTransaction().execute()
    return this.#transaction
  }

  /** Also commits what a refusal has changed: a code that is used again ends everything that it has led to. */
  async end({ commits }: { commits: boolean }): Promise<void> {
    const transaction = await this.#transaction
    this.#transaction = undefined
    if (!transaction) return
    await (commits ? transaction.commit() : transaction.rollback()).execute()
  }
}

const requests = new AsyncLocalStorage<ProviderRequest>()

export function inProviderRequest<T>(request: ProviderRequest, work: () => Promise<T>): Promise<T> {
  return requests.run(request, work)
}

export function providerRequest(): ProviderRequest {
  const request = requests.getStore()
  if (!request) throw new Error('The OAuth provider was used outside of a request to it.')
  return request
}
