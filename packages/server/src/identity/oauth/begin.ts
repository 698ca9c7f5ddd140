import type { OpenContext } from '../../http/context.ts'
import { randomCode } from '../../platform/random-code.ts'
import { callbackUrlOf } from './callback-url.ts'
import type { Proof } from './proof.ts'
import { explainProviderError } from './provider-client.ts'
import type { ProviderClient } from './providers/provider.ts'

/** Where the browser goes, and what has to be remembered until it comes back. */
export async function beginAtProvider(
  ctx: OpenContext,
  { providerId, client }: { providerId: string; client: ProviderClient },
  { state, scopes }: { state: string; scopes: string[] },
): Promise<{ location: URL; proof: Proof }> {
  const proof = { codeVerifier: randomCode(), nonce: randomCode() }
  const request = { state, ...proof, redirectUri: callbackUrlOf(ctx.platform.config.url, providerId), scopes }
  try {
    if (!client.begin) return { location: await client.authorizationUrl(request), proof }
    const { url, requestId } = await client.begin(request)
    return { location: url, proof: { ...proof, requestId } }
  } catch (error) {
    throw explainProviderError(ctx, providerId, error)
  }
}
