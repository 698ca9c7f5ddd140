import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Test files share a process and its page, so that both are set up once. Each file restores their initial state.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // Generous, because the machine may be busy.
  configure({ asyncUtilTimeout: 60_000 })
  // The library does this itself, but only in the file that loads it first.
  afterEach(cleanup)
  beforeAll(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  })

  // Stops the timers that are pending when a file ends, such as after a sign-out, because their page is gone.
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
