import { describeRedirectProblem, isLoopbackHttp, isNativeByRedirects } from '@latchkey/contract'
import { z } from 'zod'
import { type ClientMetadata, deviceGrant } from './client.ts'

/** Why a client is refused that introduces itself, in words for its developer. */
export class RefusedClient extends Error {
  override name = 'RefusedClient'
}

const texts = z.array(z.string().max(2_000)).max(50)

/** What a client may say about itself, in a metadata document or when it registers. The rest is ignored. */
export const introduction = z.object({
  client_name: z.string().max(1_000).optional(),
  application_type: z.string().optional(),
  redirect_uris: texts.default([]),
  post_logout_redirect_uris: texts.default([]),
  grant_types: texts.optional(),
  response_types: texts.optional(),
  token_endpoint_auth_method: z.string().optional(),
  /** Some clients name all methods that they can use, and leave the choice to the server. */
  token_endpoint_auth_methods_supported: texts.optional(),
  id_token_signed_response_alg: z.string().optional(),
  /** Several to choose from, in the same way. */
  id_token_signing_alg_values_supported: texts.optional(),
  jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1).max(20) }).optional(),
  jwks_uri: z.string().max(2_000).optional(),
})
export type Introduction = z.output<typeof introduction>

export function parseIntroduction(given: unknown): Introduction {
  const { data, error } = introduction.safeParse(given)
  if (data) return data
  const [issue] = error.issues
  throw new RefusedClient(`${issue!.path.join('.') || 'The metadata'} is not valid.`)
}

type Redirects = Pick<ClientMetadata, 'application_type' | 'redirect_uris' | 'post_logout_redirect_uris'>

/** Of its redirects those that are safe. Some clients list ones for other servers, too. */
export function readRedirects(given: Introduction): Redirects {
  const usable = given.redirect_uris.filter(isSafe)
  const isWeb = given.application_type === 'web' && !isNativeByRedirects(usable)
  const isNative = !isWeb && (given.application_type === 'native' || usable.some((uri) => !/^https:/i.test(uri)))
  const fits = (uri: string) => isNative || /^https:/i.test(uri) || isLoopbackHttp(uri)
  const redirectUris = usable.filter(fits)
  if (redirectUris.length === 0) throw new RefusedClient('redirect_uris has no address that is allowed.')
  return {
    application_type: isNative ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: given.post_logout_redirect_uris.filter(isSafe).filter(fits),
  }
}

const isSafe = (uri: string) => describeRedirectProblem(uri, { type: 'native', allowsLocalhost: true }) === undefined

/** Of its grant types those that exist here; some clients list all that they know. */
export function readGrantTypes({ grant_types, response_types }: Introduction): string[] {
  if (response_types && !response_types.includes('code')) throw new RefusedClient('response_types must include code.')
  const others = ['refresh_token', deviceGrant].filter((type) => grant_types?.includes(type))
  return ['authorization_code', ...others]
}

const signingAlgorithms = ['RS256', 'ES256'] as const

/** How its ID tokens are signed. Without a choice of the client, as the standard has it. */
export function readSigning({
  id_token_signed_response_alg: one,
  id_token_signing_alg_values_supported: several,
}: Introduction): Pick<ClientMetadata, 'id_token_signed_response_alg'> {
  if (one === undefined && several === undefined) return {}
  const chosen = [one ?? [], several ?? []].flat()
  const algorithm = chosen.map((name) => signingAlgorithms.find((known) => known === name)).find(Boolean)
  if (algorithm) return { id_token_signed_response_alg: algorithm }
  throw new RefusedClient('id_token_signed_response_alg must be RS256 or ES256.')
}

const maxNameLength = 100

/** Without characters that could hide or turn around what users read. */
export function readName(name: string | undefined, fallback: string): string {
  const shown = (name ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '').trim()
  return Array.from(shown).slice(0, maxNameLength).join('') || fallback
}
