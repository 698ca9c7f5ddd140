import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { inProviderRequest, ProviderRequest } from './provider-request.ts'
import { getProvider } from './providers.ts'
import type { ProviderSettings } from './scopes.ts'

export interface Connection {
  incoming: IncomingMessage & { originalUrl?: string }
  outgoing: ServerResponse
}

/** Everything that an address is sent as. The library would read others in its own way, and so find other routes in them. */
const isAddress = /^[!"$-~]*$/

const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>()

function handlerOf(provider: Provider) {
  const handler = handlers.get(provider) ?? provider.callback()
  handlers.set(provider, handler)
  return handler
}

/** Has the protocol's library answer a request. `path` is relative to the issuer and has the query. */
export async function answerByProvider(
  ctx: Context,
  { incoming, outgoing }: Connection,
  { path, mountPath, settings }: { path: string; mountPath: string; settings: ProviderSettings },
): Promise<void> {
  if (!isAddress.test(path)) throw new PlainError(400, 'This is not the address of an endpoint.')
  const provider = await getProvider(ctx.platform, ctx.project, settings)
  // The library finds out from the difference where it is mounted.
  incoming.originalUrl = mountPath + path
  incoming.url = path
  const request = new ProviderRequest(ctx)
  await inProviderRequest(request, async () => {
    await handlerOf(provider)(incoming, outgoing)
  })
  if (request.failure) {
    ctx.platform.log.error('A request to the OAuth provider failed', {
      requestId: ctx.requestId,
      route: path.split('?', 1)[0],
      error: request.failure,
    })
  }
}
