import { builtInScopes, describeRedirectProblem, KnownError, type OAuthClientType } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'

interface Given {
  redirect_uris?: string[] | undefined
  post_logout_redirect_uris?: string[] | undefined
  backchannel_logout_uri?: string | null | undefined
  scopes?: string[] | null | undefined
}

/** What the schema cannot know: it depends on the type of the client and on the settings of the project. */
export function assertClientFits(ctx: Context, type: OAuthClientType, given: Given): void {
  const { config } = ctx.project
  assertUris(config, type, 'redirect_uris', given.redirect_uris)
  assertUris(config, type, 'post_logout_redirect_uris', given.post_logout_redirect_uris)
  const needsOne = type === 'web' || type === 'single_page'
  if (needsOne && given.redirect_uris?.length === 0) throw refusal('body.redirect_uris must not be empty')
  if (given.backchannel_logout_uri?.startsWith('http:') && ctx.platform.config.isProduction) {
    throw refusal('body.backchannel_logout_uri must use https')
  }
  const known = knownScopes(config)
  const unknown = given.scopes?.find((scope) => !known.has(scope))
  if (unknown !== undefined) throw new KnownError('INVALID_SCOPE', { scope: unknown })
}

function assertUris(config: ProjectConfig, type: OAuthClientType, field: string, uris: string[] = []): void {
  if (type === 'machine' && uris.length > 0) {
    throw refusal(`body.${field} must be empty: nobody signs in to a machine client`)
  }
  const { allowLocalhost: allowsLocalhost } = config.domains
  uris.forEach((uri, index) => {
    const problem = describeRedirectProblem(uri, { type, allowsLocalhost })
    if (problem) throw refusal(`body.${field}[${index}] ${problem}`)
  })
}

/** Built-in scopes and those of the project. */
export function knownScopes(config: ProjectConfig): Set<string> {
  return new Set([...builtInScopes, ...Object.keys(config.oauthProvider?.scopes ?? {})])
}

const refusal = (message: string) => new KnownError('SCHEMA_ERROR', { message })
