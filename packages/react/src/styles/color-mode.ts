import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const MARKER = 'data-latchkey-theme'

const listeners = new Set<() => void>()
let mode: ColorMode | undefined
let stop: (() => void) | undefined

/** The mode of the host page. Undefined in server rendering, where the marker in `<head>` decides. */
export function useColorMode(): ColorMode | undefined {
  return useSyncExternalStore<ColorMode | undefined>(subscribe, getMode, () => undefined)
}

function getMode(): ColorMode {
  mode ??= detectColorMode()
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
    stop = undefined
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
  update()

  const observer = new MutationObserver(update)
  observer.observe(document.documentElement, { attributes: true })
  const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
  system?.addEventListener('change', update)
  return () => {
    observer.disconnect()
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

/** Adds the marker to a server's HTML before the first paint. */
export const themeScript = `{const marker=document.createElement('meta');marker.setAttribute('${MARKER}',(${detectColorMode})());document.head.append(marker)}`
