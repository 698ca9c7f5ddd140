import { useSyncExternalStore } from 'react'

export type ColorTheme = 'system' | 'light' | 'dark'

/** The server's `color-theme.js` also reads it, before the first paint. */
const storageKey = 'latchkey-color-theme'
const listeners = new Set<() => void>()

function getColorTheme(): ColorTheme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setColorTheme(theme: ColorTheme): void {
  if (theme === 'system') {
    localStorage.removeItem(storageKey)
    delete document.documentElement.dataset.theme
  } else {
    localStorage.setItem(storageKey, theme)
    document.documentElement.dataset.theme = theme
  }
  for (const listener of listeners) listener()
}

export function useColorTheme(): ColorTheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, getColorTheme)
}
