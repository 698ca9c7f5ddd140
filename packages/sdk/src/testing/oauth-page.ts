import { vi } from 'vitest'

/** The page of a jsdom test. Records `location.assign` and `replace` instead of navigating. */
export function openOAuthPage(path: string) {
  history.replaceState(null, '', path)
  const visits: string[] = []
  vi.stubGlobal('location', {
    get href() {
      return document.URL
    },
    get protocol() {
      return new URL(document.URL).protocol
    },
    assign: (to: string) => visits.push(`assign ${to}`),
    replace: (to: string) => visits.push(`replace ${to}`),
  })
  return { visits }
}

export function setCookie(text: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: other tabs and neighbouring hosts do the same.
  document.cookie = text
}

export function clearCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    for (const path of ['/', '/handler']) setCookie(`${cookie.split('=')[0]}=; max-age=0; path=${path}`)
  }
}
