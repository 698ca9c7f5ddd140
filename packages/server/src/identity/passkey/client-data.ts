import type { ProjectConfig } from '../../projects/project-config/render.ts'
import { isTrustedUrl } from '../../projects/trusted-urls.ts'

/**
 * The origin where the passkey was used according to the browser, if the project trusts it. The signature covers it.
 */
export function findTrustedOrigin(clientDataJson: string, domains: ProjectConfig['domains']) {
  try {
    const { origin, crossOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      origin?: unknown
      crossOrigin?: unknown
    }
    // A page inside a cross-origin frame must not be able to use a passkey.
    if (typeof origin !== 'string' || crossOrigin === true || !isTrustedUrl(origin, domains)) return undefined
    return { origin, rpId: new URL(origin).hostname }
  } catch {
    return undefined
  }
}
