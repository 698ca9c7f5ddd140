import type { Client, Provider } from 'oidc-provider'
import { enqueueJob } from '../../platform/jobs/jobs.ts'
import { endSession } from '../sessions/end-session.ts'
import { providerRequest } from './provider-request.ts'
import type { Middleware } from './token-request.ts'

type Send = (this: Client, userId: string, sid: string) => Promise<unknown>

/** What the library would do at once. */
export const senders = new WeakMap<Provider, Send>()

/** The library would call the apps while the user waits, and only once. */
export function sendLogoutsLater(provider: Provider): void {
  const { prototype } = provider.Client
  senders.set(provider, prototype.backchannelLogout as Send)
  prototype.backchannelLogout = async function (this: Client, user_id: string, sid: string) {
    const request = providerRequest()
    const job = { project_id: request.projectId, client_id: this.clientId, user_id, sid }
    await enqueueJob(await request.db(), 'send-oauth-logout', job)
  }
}

/** Whoever signs out at the provider ends the session that the sign-in stands on, too. */
export const endSessionAtLogout: Middleware = async (ctx, next) => {
  await next()
  const request = providerRequest()
  const isEnded = /^\/logout\/confirm\/?$/i.test(ctx.path) && ctx.oidc?.session?.destroyed
  if (isEnded && request.sessionId) await endSession(request.ctx, request.sessionId, 'signed_out')
}
