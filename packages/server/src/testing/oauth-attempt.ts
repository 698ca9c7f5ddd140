import { randomBytes } from 'node:crypto'
import type { providerTypes } from '@latchkey/contract'
import { findProviderClient } from '../identity/oauth/providers/index.ts'
import type { ProviderClient, ProviderRequest } from '../identity/oauth/providers/provider.ts'
import { projectCache } from '../projects/cache.ts'
import { appleClientSecret, fakeClient } from './fake-provider-shapes.ts'
import type { FakeProviders } from './fake-providers.ts'
import { createTestProject } from './project.ts'
import type { TestServer } from './server.ts'

export type Provider = (typeof providerTypes)[number]

/** The client of a project with its own credentials at the fake provider. Other settings are merged. */
export async function connectProvider(
  server: TestServer,
  provider: Provider,
  settings: Record<string, unknown> = {},
): Promise<ProviderClient> {
  const { id } = await createTestProject(server, {
    'auth.oauth.providers': {
      [provider]: {
        type: provider,
        isShared: false,
        allowSignIn: true,
        allowConnectedAccounts: true,
        clientId: fakeClient.id,
        clientSecret: provider === 'apple' ? appleClientSecret : fakeClient.secret,
        ...settings,
      },
    },
  })
  const project = await projectCache(server.platform).find(id)
  return findProviderClient(server.platform, project!, provider)!
}

export function newProviderRequest({ baseScopes }: ProviderClient, extraScopes: string[] = []): ProviderRequest {
  const random = () => randomBytes(32).toString('base64url')
  return {
    state: random(),
    codeVerifier: random(),
    nonce: random(),
    redirectUri: 'http://localhost:8102/api/v1/auth/oauth/callback/any',
    scopes: [...baseScopes, ...extraScopes],
  }
}

/** A sign-in at the provider: there and back. */
export async function signInAt(fakes: FakeProviders, client: ProviderClient) {
  const request = newProviderRequest(client)
  const { parameters } = await fakes.visit(await client.authorizationUrl(request))
  return { request, parameters, ...(await client.exchange(request, parameters)) }
}
