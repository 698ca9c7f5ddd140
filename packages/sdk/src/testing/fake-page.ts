import { vi } from 'vitest'

/** A fake page that records where it navigates to. */
export function openFakePage(href: string) {
  const visits: string[] = []
  const url = new URL(href)
  const storage = new Map<string, string>()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { createElement: () => ({}), cookie: '' })
  vi.stubGlobal('location', {
    href,
    protocol: url.protocol,
    hostname: url.hostname,
    assign: (to: string) => visits.push(`assign ${to}`),
    replace: (to: string) => visits.push(`replace ${to}`),
  })
  vi.stubGlobal('sessionStorage', { setItem: (key: string, value: string) => storage.set(key, value) })
  return { visits, storage }
}
