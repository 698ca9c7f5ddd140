/** The page's cookies. Empty if the browser blocks cookies, for which some browsers throw. */
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
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not widely available.
      document.cookie = text
    } catch {}
  },
}

/**
 * Whether the browser blocks cookies for this page, so that users cannot stay signed in.
 * @internal
 */
export function areCookiesBlocked(): boolean {
  try {
    return !navigator.cookieEnabled || typeof document.cookie !== 'string'
  } catch {
    return true
  }
}
