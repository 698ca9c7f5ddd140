import type { Context } from '../../http/context.ts'
import { randomCode } from '../../platform/random-code.ts'
import { callbackUrlOf } from './callback-url.ts'
import { sealProof } from './proof.ts'
import { explainProviderError } from './provider-client.ts'
import type { ProviderClient } from './providers/provider.ts'
import { insertFlow } from './queries.ts'

interface TestedProvider {
  /** Tells tests from sign-ins, so that no sign-in is ever taken for one. */
  statePrefix: string
  providerId: string
  client: ProviderClient
  connectionVersion?: number
}

/** Stores a flow in which nobody is signed in or created, so it is not bound to a browser by a cookie. */
export async function beginTest(ctx: Context, tested: TestedProvider): Promise<{ state: string; url: string }> {
  const { platform, project } = ctx
  const { providerId, client, connectionVersion } = tested
  const state = `${tested.statePrefix}${randomCode()}`
  const proof = { codeVerifier: randomCode(), nonce: randomCode() }
  const redirectUri = callbackUrlOf(platform.config.url, providerId)
  const scopes = [...client.baseScopes]
  const location = await client.authorizationUrl({ state, ...proof, redirectUri, scopes }).catch((error: unknown) => {
    throw explainProviderError(ctx, providerId, error)
  })
  await insertFlow(ctx.db, project.id, {
    state,
    providerId,
    sealedProof: sealProof(platform.secrets, project.id, proof),
    request: {
      type: 'test',
      redirectUri: '',
      state: '',
      scope: '',
      codeChallenge: '',
      codeChallengeMethod: 'S256',
      providerScopes: scopes,
      errorRedirectUrl: null,
      afterCallbackRedirectUrl: null,
      claimsUnverified: false,
      caller: null,
      ...(connectionVersion !== undefined && { connectionVersion }),
    },
    now: ctx.now(),
  })
  return { state, url: location.href }
}
