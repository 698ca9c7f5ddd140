import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// The machine may be busy.
configure({ asyncUtilTimeout: 20_000 })

// Test files share a process, its page and libraries, so that these are loaded once. Only our modules start anew.
vi.resetModules()

beforeAll(() => {
  // What React's tests expect, which the library only does in the file that loads it first.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // jsdom neither scrolls nor opens dialogs.
  window.scrollTo = () => {}
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

afterAll(() => {
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})
