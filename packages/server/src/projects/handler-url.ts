import type { ProjectConfig } from './project-config/render.ts'

/** A page of the SDK in the app of the project. Domains with a wildcard are skipped, because they are not a URL. */
export function findHandlerUrl({ domains }: ProjectConfig, page: string): string | undefined {
  for (const { baseUrl, handlerPath } of Object.values(domains.trustedDomains)) {
    if (!baseUrl || baseUrl.includes('*') || !URL.canParse(baseUrl)) continue
    return new URL(`${handlerPath.replace(/\/$/, '')}/${page}`, baseUrl).href
  }
  return undefined
}
