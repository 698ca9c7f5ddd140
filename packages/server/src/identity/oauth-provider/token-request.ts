import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { oncePerServer } from '../../platform/platform.ts'
import { noteClientUse } from '../oauth-clients/queries.ts'
import { graceMillis, sealAnswer } from './grace.ts'
import { type ProviderRequest, providerRequest } from './provider-request.ts'
import { consumeRecordWithAnswer } from './record-queries.ts'

export type Middleware = Parameters<Provider['use']>[0]

/** One transaction for the request, which is committed before the answer is sent. */
export const runTokenRequest: Middleware = async (ctx, next) => {
  const request = providerRequest()
  // By the path as the library reads it.
  request.isTransaction = ctx.method === 'POST' && /^\/(?:token|revoke)\/?$/i.test(ctx.path)
  if (!request.isTransaction) return next()
  try {
    await next()
    if (request.repeatedAnswer) {
      ctx.status = 200
      ctx.body = request.repeatedAnswer
    } else if (ctx.status === 200) {
      await noteUse(request, ctx.body, ctx as unknown as KoaContextWithOIDC)
    }
    // A refused client may ask again, for something else, with the code or token that it has.
    const isTakenBack = ctx.status !== 200 && request.consumed !== undefined
    await request.end({ commits: !request.failure && !isTakenBack })
  } catch (error) {
    await request.end({ commits: false })
    throw error
  }
}

async function noteUse(request: ProviderRequest, body: unknown, { oidc }: KoaContextWithOIDC): Promise<void> {
  if (oidc.route !== 'token') return
  const { clientId } = oidc.client!
  await noteUseOfClient(request, clientId)
  if (request.consumed?.kind !== 'RefreshToken') return
  const { kind, idHash, grantId } = request.consumed
  const now = request.ctx.now()
  const isFirst = await consumeRecordWithAnswer(await request.db(), request.projectId, {
    kind,
    idHash,
    answer: sealAnswer(request, body, { clientId, params: oidc.params! }),
    grantId: grantId!,
    forgetBefore: new Date(now.getTime() - graceMillis),
    now,
  })
  if (!isFirst) throw new Error('A refresh token was used twice although its row was locked.')
}

/** When this server has noted the use of a client. Once a minute is enough. */
const notedUses = oncePerServer(() => new BoundedCache<string, number>(1_000))

async function noteUseOfClient(request: ProviderRequest, clientId: string): Promise<void> {
  const { ctx, projectId } = request
  const noted = notedUses(ctx.platform)
  const key = `${projectId} ${clientId}`
  const now = ctx.now()
  if (now.getTime() - (noted.get(key) ?? 0) < 60_000) return
  noted.set(key, now.getTime())
  await noteClientUse(await request.db(), projectId, clientId, now)
}
