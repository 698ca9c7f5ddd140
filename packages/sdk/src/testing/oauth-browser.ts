import type { OidcServer, TestProject } from '@latchkey/server/testing'
import { vi } from 'vitest'
import { eventually } from './eventually.ts'

export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

/**
 * A fake browser with one page on localhost: its address, cookies and history. It follows redirects to a provider and
 * back.
 */
export function openOAuthBrowser(project: TestProject, idp: OidcServer) {
  const cookies = new Map<string, string>()
  const visits: string[] = []
  let href = 'http://localhost:3000/'
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    createElement: () => ({}),
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ')
    },
    set cookie(text: string) {
      const [pair, ...attributes] = text.split('; ')
      const [name, value] = pair!.split('=')
      if (attributes.includes('max-age=0')) cookies.delete(name!)
      else cookies.set(name!, value!)
    },
  })
  vi.stubGlobal('location', {
    get href() {
      return href
    },
    protocol: 'http:',
    assign: (to: string) => visits.push(to),
    replace: (to: string) => visits.push(to),
  })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: URL) => {
      href = to.href
    },
  })
  return {
    open(path: string) {
      href = new URL(path, 'http://localhost:3000').href
    },
    get address() {
      return href
    },
    /** Waits for the page to navigate and returns the URL. */
    async waitForVisit(): Promise<string> {
      await eventually(() => {
        if (visits.length === 0) throw new Error('The page was not left.')
      })
      return visits.shift()!
    },
    /** Follows the redirect from our server to the provider, signs in there and returns to the app. */
    async followToProvider(to: string, person: ProviderPerson): Promise<URL> {
      const authorized = await project.server.fetch(to)
      const [cookie] = authorized.headers.get('set-cookie')!.split(';')
      const callback = await idp.signIn(authorized.headers.get('location')!, person)
      const response = await project.server.fetch(callback, { headers: { cookie: cookie! } })
      href = response.headers.get('location')!
      return new URL(href)
    },
  }
}
