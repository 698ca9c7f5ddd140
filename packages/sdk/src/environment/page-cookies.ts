/** The page's cookies. A browser that blocks cookies has none, although some throw instead of saying so. */
export const pageCookies = {
  read(): string {
    try {
      return document.cookie
    } catch {
      return ''
    }
  },
  write(text: string): void {
    try {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere.
      document.cookie = text
    } catch {}
  },
}

/**
 * Whether the browser stores no cookies for this page, so that nobody can stay signed in.
 * @internal
 */
export function areCookiesBlocked(): boolean {
  try {
    return !navigator.cookieEnabled || typeof document.cookie !== 'string'
  } catch {
    return true
  }
}
