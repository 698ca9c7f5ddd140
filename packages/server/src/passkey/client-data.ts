import type { ProjectConfig } from '../project-config/render.ts'
import { isTrustedUrl } from '../projects/trusted-urls.ts'

/** Where the browser says the passkey was used, if the project trusts the place. The signature covers what it says. */
export function findTrustedOrigin(clientDataJson: string, domains: ProjectConfig['domains']) {
  try {
    const { origin, crossOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      origin?: unknown
      crossOrigin?: unknown
    }
    // A page inside someone else's frame must not be able to use a passkey of ours.
    if (typeof origin !== 'string' || crossOrigin === true || !isTrustedUrl(origin, domains)) return undefined
    return { origin, rpId: new URL(origin).hostname }
  } catch {
    return undefined
  }
}
