import { builtInScopes } from '@latchkey/contract'
import type { ProjectConfig } from '../../projects/project-config/render.ts'
import type { GrantedScopes } from './grant-queries.ts'

export type ProviderSettings = NonNullable<ProjectConfig['oauthProvider']>

export function listScopes({ scopes }: ProviderSettings): string[] {
  return [...builtInScopes, ...Object.keys(scopes)]
}

/** Compared exactly, as they were configured. */
export function findResource({ resources }: ProviderSettings, uri: string) {
  return Object.values(resources).find((resource) => resource.uri === uri)
}

/** What a request asks for, of what there is. Unknown scopes are ignored, as OAuth has it. */
export function readAsked(settings: ProviderSettings, params: Record<string, unknown>): GrantedScopes {
  const known = new Set(listScopes(settings))
  const asked = String(params.scope ?? '').split(' ')
  const scopes = [...new Set(asked)].filter((scope) => known.has(scope))
  const uris = [params.resource ?? []].flat().map(String)
  const resources = uris.map((uri): [string, string[]] => {
    const allowed = findResource(settings, uri)?.scopes ?? {}
    return [uri, scopes.filter((scope) => Object.hasOwn(allowed, scope))]
  })
  return { openid: scopes, resources: Object.fromEntries(resources) }
}

/** For clients that do not say what they want: everything that the resource is for, or else who the user is. */
export function findDefaultScope(
  settings: ProviderSettings,
  resource: unknown,
  allowed: readonly string[] | undefined,
): string {
  const uris = [resource ?? []].flat().map(String)
  const scopes = uris.flatMap((uri) => Object.keys(findResource(settings, uri)?.scopes ?? {}))
  const kept = scopes.filter((scope) => allowed === undefined || allowed.includes(scope))
  return kept.length > 0 ? [...new Set(kept)].join(' ') : 'openid'
}

/** Of what was asked for. */
export function keepScopes({ openid, resources }: GrantedScopes, isKept: (scope: string) => boolean): GrantedScopes {
  const kept = Object.entries(resources).map(([uri, scopes]) => [uri, scopes.filter(isKept)])
  return { openid: openid.filter(isKept), resources: Object.fromEntries(kept) }
}
