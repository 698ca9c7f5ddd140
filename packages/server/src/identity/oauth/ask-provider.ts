import type { Context } from '../../http/context.ts'
import { callbackUrlOf } from './callback-url.ts'
import { openProof } from './proof.ts'
import { explainProviderError } from './provider-client.ts'
import type { Flow } from './queries.ts'
import { getSignInProvider } from './sign-in-provider.ts'

export interface ProviderReturn {
  providerId: string
  /** A form posted by the provider must not be posted on to the app. */
  isPosted: boolean
  parameters: Record<string, string>
}

/** Redeems what the browser has brought back from the provider. */
export async function askProvider(ctx: Context, flow: Flow, { providerId, parameters }: ProviderReturn) {
  const { platform, project } = ctx
  const { client } = await getSignInProvider(ctx, providerId, {
    isTest: flow.request.type === 'test',
    version: flow.request.connectionVersion,
  })
  const request = {
    ...openProof(platform.secrets, project.id, flow.proof_encrypted),
    state: parameters.state!,
    redirectUri: callbackUrlOf(platform.config.url, providerId),
    scopes: flow.request.providerScopes,
  }
  return client.exchange(request, new URLSearchParams(parameters)).catch((error: unknown) => {
    throw explainProviderError(ctx, providerId, error)
  })
}
