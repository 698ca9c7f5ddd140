import type { Context } from '../../http/context.ts'
import { consentUrlOf } from './consent-page.ts'
import { issuerOf } from './issuer.ts'
import type { ProviderSettings } from './scopes.ts'

/** Forms that the standards allow where the library only takes links. */
const postable = /^\/(?:authorize|logout)\/?(?:\?|$)/i

export const isPostedLink = (method: string, path: string) => method === 'POST' && postable.test(path)

/** As a link: a form that comes from another site has none of our cookies, the link that it leads to does. */
export function toLink({ platform, project }: Context, path: string, form: string): string {
  const [place = ''] = path.split('?', 1)
  return `${issuerOf(platform.config, project.id)}${place}?${new URLSearchParams(form)}`
}

export const isDevicePage = (path: string) => /^\/device(?:[/?]|$)/i.test(path)

/** Where people enter the code of a device. The library's own page is not used, so nothing is approved there. */
export function devicePage({ platform, project }: Context, settings: ProviderSettings, path: string): string {
  const code = new URLSearchParams(path.split('?')[1]).get('user_code') ?? ''
  return consentUrlOf(platform.config, project.id, settings, { device: code.slice(0, 50) })
}
