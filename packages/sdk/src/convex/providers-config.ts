import { type BaseUrl, getBaseUrl, getSetting, projectIdNames } from '../environment/environment.ts'

/**
 * A provider of JSON Web Tokens, as `auth.config.ts` of a Convex app lists it.
 * @example
 * const [provider]: [ConvexProviderConfig] = getConvexProvidersConfig({ projectId })
 * console.log(provider.type, provider.issuer, provider.jwks, provider.algorithm, provider.applicationID)
 */
export interface ConvexProviderConfig {
  /** Marks the provider as a custom issuer of JSON Web Tokens. */
  type: 'customJwt'
  /** The issuer of the tokens: the project. */
  issuer: string
  /** The URL of the public keys. */
  jwks: string
  /** The signature algorithm. */
  algorithm: 'ES256'
  /** The audience of the tokens: the project. */
  applicationID: string
}

/**
 * The `providers` of `convex/auth.config.ts`, so that Convex accepts the access tokens of this project.
 *
 * @example
 * import { getConvexProvidersConfig } from '@latchkey/sdk'
 *
 * export default { providers: getConvexProvidersConfig({ projectId: process.env.LATCHKEY_PROJECT_ID }) }
 */
export function getConvexProvidersConfig(
  options: { projectId?: string | undefined; baseUrl?: BaseUrl | undefined } = {},
): [ConvexProviderConfig] {
  const projectId = getSetting('projectId', options.projectId, 'PROJECT_ID', projectIdNames)
  const issuer = `${getBaseUrl(options.baseUrl, false)}/api/v1/projects/${projectId}`
  const jwks = `${issuer}/.well-known/jwks.json?include_anonymous=true`
  return [{ type: 'customJwt', issuer, jwks, algorithm: 'ES256', applicationID: projectId }]
}
