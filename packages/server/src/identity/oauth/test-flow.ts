import type { Context } from '../../http/context.ts'
import { randomCode } from '../../platform/random-code.ts'
import { beginAtProvider } from './begin.ts'
import { sealProof } from './proof.ts'
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
  const scopes = [...client.baseScopes]
  const { location, proof } = await beginAtProvider(ctx, tested, { state, scopes })
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
