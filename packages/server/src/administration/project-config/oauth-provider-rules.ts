import { builtInScopes } from '@latchkey/contract'
import { PlainError } from '../../platform/http/plain-error.ts'
import type { ConfigChange } from '../../projects/project-config/changes.ts'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { scopeOf } from '../../teams/permissions/graph.ts'

type Provider = NonNullable<ProjectConfig['oauthProvider']>

/**
 * Refuses settings of the OAuth provider that do not fit together. Only what owners write themselves: settings that are
 * copied to another environment come without its addresses, and a resource without one is not offered there.
 */
export function assertProviderFits(config: ProjectConfig, changes: readonly ConfigChange[]): void {
  const written = changes.map(({ path }) => path).filter((path) => path.startsWith('oauthProvider.'))
  if (written.length === 0 || !config.oauthProvider) return
  const mistakes = [
    ...findResourceMistakes(config.oauthProvider, written),
    ...findScopeMistakes(config, config.oauthProvider, written),
    ...findClaimMistakes(config.oauthProvider),
  ]
  if (mistakes.length > 0) throw new PlainError(400, `[WARNING] ${mistakes.join('\n')}`)
}

const isWritten = (written: string[], place: string) => written.some((path) => path.startsWith(`${place}.`))

function findResourceMistakes({ resources, scopes }: Provider, written: string[]): string[] {
  const all = Object.entries(resources)
  const mistakes = all.flatMap(([id, resource]) => {
    const place = `oauthProvider.resources.${id}`
    const unknown = Object.keys(resource.scopes).find((scope) => !Object.hasOwn(scopes, scope))
    const twin = all.find(([other, { uri }]) => other < id && uri !== undefined && uri === resource.uri)
    return [
      ...(resource.uri === undefined && isWritten(written, place) ? [`${place}.uri is required.`] : []),
      ...(unknown === undefined ? [] : [`${place}.scopes: there is no scope ${unknown}.`]),
      ...(twin ? [`${place}.uri: ${twin[1].displayName} has this URI already.`] : []),
    ]
  })
  const [first, second] = all.filter(([, { isDefault }]) => isDefault)
  if (!second) return mistakes
  return [
    ...mistakes,
    `oauthProvider.resources.${second[0]}.isDefault: ${first![1].displayName} is the default resource already.`,
  ]
}

function findScopeMistakes(config: ProjectConfig, { scopes }: Provider, written: string[]): string[] {
  return Object.entries(scopes).flatMap(([id, { permissionId }]) => {
    const place = `oauthProvider.scopes.${id}`
    const isUnknown = permissionId !== undefined && scopeOf(config, permissionId) === undefined
    return isUnknown && isWritten(written, place)
      ? [`${place}.permissionId: there is no permission ${permissionId}.`]
      : []
  })
}

function findClaimMistakes({ claims, scopes }: Provider): string[] {
  const isKnown = (scope: string) =>
    (builtInScopes as readonly string[]).includes(scope) || Object.hasOwn(scopes, scope)
  return Object.entries(claims).flatMap(([name, { scope }]) => {
    const place = `oauthProvider.claims.${name}`
    if (reservedClaims.has(name)) return [`${place}: ${name} has a meaning of its own. Choose another name.`]
    return isKnown(scope) ? [] : [`${place}.scope: there is no scope ${scope}.`]
  })
}

/** Claims that tokens already have, with which an app would take one user for another. */
const reservedClaims = new Set([
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'nonce', 'azp', 'acr', 'amr', 'auth_time', 'sid', 'at_hash'],
  ...['c_hash', 's_hash', 'cnf', 'act', 'scope', 'client_id', 'email', 'email_verified', 'name', 'picture', 'locale'],
  ...['updated_at', 'preferred_username', 'teams'],
])
