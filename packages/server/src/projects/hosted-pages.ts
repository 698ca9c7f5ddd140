import { internalProjectId } from '../platform/internal-project.ts'
import type { Settings } from '../platform/platform.ts'
import { hashToken, type Secrets } from '../platform/secrets.ts'
import type { Project } from './cache.ts'
import { parseUrl } from './trusted-urls.ts'

// The pages on which this server lets users sign in and approve access, for projects that have no page for it.

type Config = Pick<Project, 'id' | 'config'>

/** Owners of projects have pages of their own, and their sessions must not be what users of an app approve with. */
export function hasHostedPages({ id, config: { oauthProvider } }: Config): boolean {
  return id !== internalProjectId && oauthProvider?.isEnabled === true && oauthProvider.consentUrl === undefined
}

const hostedPath = (projectId: string) => `/oauth/${encodeURIComponent(projectId)}`

/** A page of the handler, if this server has it. */
export function findHostedUrl(project: Config, page: string, { url }: Pick<Settings, 'url'>): string | undefined {
  return hasHostedPages(project) ? `${url}${hostedPath(project.id)}/handler/${page}` : undefined
}

/** Users may be sent back to these pages, and to no others of this server. */
export function isHostedUrl(text: string, project: Config, { url }: Pick<Settings, 'url'>): boolean {
  const pages = new URL(`${url}${hostedPath(project.id)}/handler/`).href
  return hasHostedPages(project) && parseUrl(text)?.href.startsWith(pages) === true
}

export function isHostedOrigin(origin: string, project: Config, { url }: Pick<Settings, 'url'>): boolean {
  return hasHostedPages(project) && origin === new URL(url).origin
}

const purposeOf = (projectId: string) => `publishable key of the hosted pages of ${projectId}`
const toKey = (bytes: Buffer) => `pck_hosted_${bytes.toString('base64url')}`

/** Derived, so that there is none to create, lose or revoke. It is accepted while the project has such pages. */
export function hostedClientKey({ deriveBytes }: Secrets, projectId: string): string {
  return toKey(deriveBytes(purposeOf(projectId), 24))
}

/** Those of former secrets, too, for pages that are open. */
export function hashHostedClientKeys({ deriveFromAll }: Secrets, project: Config): string[] {
  if (!hasHostedPages(project)) return []
  return deriveFromAll(purposeOf(project.id), 24).map((bytes) => hashToken(toKey(bytes)).toString('hex'))
}
