import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

/** What a user can choose. */
export type ThemeChoice = ColorMode | 'system'

const MARKER = 'data-latchkey-theme'

/** Where the choice is kept. `applyTheme` cannot use this constant. */
export const themeKey = '_LATCHKEY.theme'

const listeners = new Set<() => void>()
let mode: ColorMode | undefined
let stop: (() => void) | undefined

/** The mode of the host page. Undefined in server rendering, where the marker in `<head>` decides. */
export function useColorMode(): ColorMode | undefined {
  return useSyncExternalStore<ColorMode | undefined>(subscribe, getMode, () => undefined)
}

function getMode(): ColorMode {
  if (!mode) {
    applyTheme()
    mode = detectColorMode()
  }
  return mode
}

/** One observer for all components, active while there are any. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  stop ??= observe()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = mode = undefined
  }
}

function observe(): () => void {
  // In a server-rendered page, the script has already added one.
  const marker = document.head.querySelector(`meta[${MARKER}]`) ?? document.createElement('meta')
  document.head.append(marker)

  const update = () => {
    const detected = detectColorMode()
    marker.setAttribute(MARKER, detected)
    if (detected === mode) return
    mode = detected
    for (const listener of listeners) listener()
  }
  const follow = () => applyTheme()
  update()

  const observer = new MutationObserver(update)
  observer.observe(document.documentElement, { attributes: true })
  const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  system?.addEventListener('change', update)
  // Another tab has chosen a theme.
  globalThis.addEventListener('storage', follow)
  return () => {
    observer.disconnect()
    globalThis.removeEventListener('storage', follow)
    system?.removeEventListener('change', update)
    marker.remove()
  }
}

/**
 * The first match wins: the computed `color-scheme`, a known attribute, the brightness of `--background`. Must be
 * self-contained, because `themeScript` includes its source.
 */
export function detectColorMode(): ColorMode {
  const root = document.documentElement
  const style = getComputedStyle(root)
  const find = (text: string) => (text.includes('dark') ? 'dark' : text.includes('light') ? 'light' : undefined)

  const scheme = style.colorScheme ?? ''
  // A page that supports both follows the preference of the system.
  if (/light.*dark|dark.*light/.test(scheme)) {
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  const attributes = ['data-joy-color-scheme', 'data-mui-color-scheme', 'data-theme', 'data-color-scheme', 'class']
  for (const text of [scheme, ...attributes.map((name) => root.getAttribute(name) ?? '')]) {
    const found = find(text)
    if (found) return found
  }

  const color = style.getPropertyValue('--background').trim()
  // A painted pixel supports every color notation that the browser knows.
  const context = color && document.createElement('canvas').getContext('2d')
  if (!context) return 'light'
  // `240 10% 4%`, as some CSS frameworks store their colors.
  context.fillStyle = /^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%$/.test(color) ? `hsl(${color})` : color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? 'dark' : 'light'
}

/**
 * Shows the theme that the user has chosen, if the app offers a choice: the page's own styles can follow the attribute or
 * the property. Not repeated while the page is open, so that a switch of the app takes precedence. Must be self-contained.
 */
export function applyTheme(given?: ThemeChoice): void {
  try {
    const chosen = given ?? localStorage.getItem('_LATCHKEY.theme')
    const root = document.documentElement
    if (!chosen) return
    root.dataset.theme = chosen
    root.style.colorScheme = chosen === 'system' ? 'light dark' : chosen
  } catch {}
}

/** Adds the marker to a server's HTML before the first paint. */
export const themeScript = `{(${applyTheme})();const marker=document.createElement('meta');marker.setAttribute('${MARKER}',(${detectColorMode})());document.head.append(marker)}`
