import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Files share a process and its page, so that React and the page are made once. The next one finds what this one found.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // Generous, because a busy machine is no failure.
  configure({ asyncUtilTimeout: 60_000 })
  // The library does these two by itself, but only in the file that happens to load it first.
  afterEach(cleanup)
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })

  // What still waits when a file ends, such as a sign-out that has led on, has no page any more that it could change.
  const { setTimeout: startTimer } = globalThis
  const timers = new Set<ReturnType<typeof setTimeout>>()
  beforeAll(() => {
    const remember = (...given: Parameters<typeof setTimeout>) => {
      const timer = startTimer(...given)
      timers.add(timer)
      return timer
    }
    globalThis.setTimeout = Object.assign(remember, startTimer)
  })

  afterAll(() => {
    vi.useRealTimers()
    globalThis.setTimeout = startTimer
    for (const timer of timers) clearTimeout(timer)
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) {
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
      document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
    }
    document.head.replaceChildren()
    document.body.replaceChildren()
    history.replaceState(null, '', '/')
  })
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
