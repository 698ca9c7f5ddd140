import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import type { Db } from '../../platform/db/database.ts'
import { locate } from '../../platform/ip-info.ts'
import { hashToken } from '../../platform/secrets.ts'
import { findOAuthClient } from '../oauth-clients/find-client.ts'
import { assertPatient } from './device-polls.ts'
import { findRepeatedAnswer } from './grace.ts'
import { findGrant } from './grant-queries.ts'
import { endGrant, toLibraryGrant } from './grants.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  findRecord,
  findRecordByUid,
  findRecordByUserCode,
  findRecordForUpdate,
  insertRecord,
  type RecordRow,
  type TokenUse,
  upsertRecord,
} from './record-queries.ts'
import { isSignInLive } from './sign-ins.ts'

/** What the protocol's library keeps, by its name for it. */
export function createAdapter(kind: string): Adapter {
  if (kind === 'Client') return clientAdapter
  return kind === 'Grant' ? grantAdapter : new RecordAdapter(kind)
}

const never = async () => {
  throw new Error('The OAuth provider keeps this elsewhere.')
}
const nothing = { upsert: never, find: never, findByUserCode: never, findByUid: never, consume: never, destroy: never }

const clientAdapter: Adapter = {
  ...nothing,
  revokeByGrantId: never,
  async find(clientId) {
    const { ctx } = providerRequest()
    return (await findOAuthClient(ctx.platform, ctx.project, clientId))?.metadata as AdapterPayload | undefined
  },
}

const grantAdapter: Adapter = {
  ...nothing,
  revokeByGrantId: never,
  async find(grantId) {
    const request = providerRequest()
    const held = request.grant?.id === grantId ? request.grant : undefined
    const grant = held ?? (await findGrant(await request.db(), request.projectId, grantId, request.ctx.now()))
    return grant && toLibraryGrant(request, grant, Provider.ctx?.oidc.client)
  },
  destroy: (grantId) => endGrant(providerRequest(), grantId),
}

function describeUse({ ctx: { caller, now } }: ProviderRequest): TokenUse {
  return {
    clientId: Provider.ctx!.oidc.client!.clientId,
    now: now(),
    ipInfo: locate(caller),
    userAgent: caller.headers.get('user-agent')?.slice(0, 300) ?? null,
  }
}

/** What is used up by the token request that names it. */
const singleUse = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode'])

class RecordAdapter implements Adapter {
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  /** An assertion was used, whatever becomes of the request. */
  async #db(request: ProviderRequest): Promise<Db> {
    return this.#kind === 'ReplayDetection' ? request.ctx.platform.db : request.db()
  }

  async upsert(id: string, payload: AdapterPayload, expiresInSeconds = 0): Promise<void> {
    const request = providerRequest()
    const { now } = request.ctx
    const record = {
      kind: this.#kind,
      idHash: hashToken(id),
      payload: withoutSecrets(payload),
      grantId: payload.grantId ?? null,
      userId: payload.accountId ?? null,
      sessionId: this.#kind === 'Session' && payload.accountId ? request.sessionId : null,
      uidHash: payload.uid === undefined ? null : hashToken(payload.uid),
      userCodeHash: payload.userCode === undefined ? null : hashToken(payload.userCode),
      expiresAt: new Date(now().getTime() + expiresInSeconds * 1000),
    }
    if (this.#kind !== 'ReplayDetection') return upsertRecord(await request.db(), request.projectId, record)
    // The library has looked before, but another server may have been faster since.
    const isFirst = await insertRecord(await this.#db(request), request.projectId, record)
    if (!isFirst) throw new errors.InvalidClientAuth('the assertion was used before')
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const request = providerRequest()
    const idHash = hashToken(id)
    const isUsedUp = request.isTransaction && singleUse.has(this.#kind)
    const row = isUsedUp
      ? await this.#hold(request, idHash)
      : await findRecord(await this.#db(request), request.projectId, this.#kind, idHash)
    return this.#open(request, row, { jti: id })
  }

  async #hold(request: ProviderRequest, idHash: Buffer): Promise<RecordRow | undefined> {
    const record = { kind: this.#kind, idHash }
    const row = await findRecordForUpdate(await request.db(), request.projectId, record, describeUse(request))
    if (!row) return undefined
    request.found = { ...record, grantId: row.grant_id }
    request.grant = row.grant ?? undefined
    // Whoever gives a token back gets no other one for it, and a used one ends the access as well.
    if (Provider.ctx?.oidc.route !== 'token') return row
    if (this.#kind === 'RefreshToken') assertNotRepeated(request, row)
    if (this.#kind === 'DeviceCode') await assertPatient(request, row, idHash)
    return row
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const request = providerRequest()
    const row = await findRecordByUid(await request.db(), request.projectId, this.#kind, hashToken(uid))
    // Tokens that end with a sign-in only ask whether it is still there.
    return this.#open(request, row, { jti: '-' })
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const request = providerRequest()
    const row = await findRecordByUserCode(await request.db(), request.projectId, this.#kind, hashToken(userCode))
    return this.#open(request, row, { userCode })
  }

  /** The library has looked before whether it was consumed, but another request may have been faster since. */
  async consume(id: string): Promise<void> {
    const request = providerRequest()
    request.consumed = request.found
    // Its row is locked until it is written, once, together with the answer.
    if (this.#kind === 'RefreshToken' && request.found) return
    const record = { kind: this.#kind, idHash: hashToken(id), now: request.ctx.now() }
    const isFirst = await consumeRecord(await request.db(), request.projectId, record)
    if (!isFirst) throw new errors.InvalidGrant(`${this.#kind} was used before`)
  }

  async destroy(id: string): Promise<void> {
    const request = providerRequest()
    await deleteRecord(await request.db(), request.projectId, this.#kind, hashToken(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    const request = providerRequest()
    await deleteRecordsOfGrant(await request.db(), request.projectId, this.#kind, grantId)
  }

  async #open(
    request: ProviderRequest,
    row: RecordRow | undefined,
    known: AdapterPayload,
  ): Promise<AdapterPayload | undefined> {
    if (!row) return undefined
    if (this.#kind === 'Session') {
      if (!(await isSignInLive(await request.db(), request.ctx, row.session_id))) return undefined
      request.sessionId ??= row.session_id
    }
    return {
      ...row.payload,
      ...known,
      exp: expiryByThisClock(row.expires_at, request.ctx.now()),
      ...(row.consumed_at ? { consumed: true } : {}),
    } as AdapterPayload
  }
}

/** The library compares with the clock of this machine, but what has expired is decided by that of the database. */
function expiryByThisClock(expiresAt: Date, now: Date): number {
  return Math.floor((Date.now() + expiresAt.getTime() - now.getTime()) / 1000)
}

/** What somebody could use who reads the database. The library gives most of it back when it asks. */
function withoutSecrets({
  jti: _,
  userCode: __,
  returnTo: ___,
  exp: ____,
  session,
  ...payload
}: AdapterPayload): object {
  if (!session) return payload
  const { cookie: _cookie, ...rest } = session
  return { ...payload, session: rest }
}

/** Clients that refresh in parallel all get the answer of the first request. */
function assertNotRepeated(request: ProviderRequest, row: RecordRow): void {
  const { client, params } = Provider.ctx!.oidc
  const answer = findRepeatedAnswer(request, row, { clientId: client!.clientId, params: params! })
  if (!answer) return
  request.repeatedAnswer = answer.body
  throw new errors.InvalidGrant(
    answer.body ? 'refresh token was used a moment ago' : 'refresh token was used otherwise',
  )
}
