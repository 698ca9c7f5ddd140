import type { Context } from '../../http/context.ts'
import { isHostedOrigin } from '../../projects/hosted-pages.ts'
import { isTrustedUrl } from '../../projects/trusted-urls.ts'

/**
 * The origin where the passkey was used according to the browser, if the project trusts it. The signature covers it.
 */
export function findTrustedOrigin(
  { project, platform }: Pick<Context, 'project' | 'platform'>,
  clientDataJson: string,
) {
  try {
    const { origin, crossOrigin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      origin?: unknown
      crossOrigin?: unknown
    }
    // A page inside a cross-origin frame must not be able to use a passkey.
    if (typeof origin !== 'string' || crossOrigin === true) return undefined
    const isOwn = isHostedOrigin(origin, project, platform.config)
    if (!isOwn && !isTrustedUrl(origin, project.config.domains)) return undefined
    return { origin, rpId: new URL(origin).hostname }
  } catch {
    return undefined
  }
}
