import { useSyncExternalStore } from 'react'

export type ColorMode = 'light' | 'dark'

const MARKER = 'data-latchkey-theme'
const ATTRIBUTES = ['data-joy-color-scheme', 'data-mui-color-scheme', 'data-theme', 'data-color-scheme', 'class']

const listeners = new Set<() => void>()
let mode: ColorMode | undefined
let stop: (() => void) | undefined

/** The host page's mode; undefined while a server renders, where the marker in `<head>` decides. */
export function useColorMode(): ColorMode | undefined {
  return useSyncExternalStore<ColorMode | undefined>(subscribe, getMode, () => undefined)
}

function getMode(): ColorMode {
  mode ??= detectColorMode()
  return mode
}

/** One observer for all components, and only while there are any. */
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
  const marker = document.createElement('meta')
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

/** The first sign wins: the computed `color-scheme`, a known attribute, the brightness of `--background`. */
export function detectColorMode(): ColorMode {
  const root = document.documentElement
  const style = getComputedStyle(root)
  return (
    fromColorScheme(style.colorScheme) ??
    fromAttributes(root) ??
    fromBackground(style.getPropertyValue('--background').trim()) ??
    'light'
  )
}

function fromColorScheme(scheme = ''): ColorMode | undefined {
  const isLight = /\blight\b/.test(scheme)
  const isDark = /\bdark\b/.test(scheme)
  // A page that supports both shows what the system prefers.
  if (isLight && isDark) return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  return isDark ? 'dark' : isLight ? 'light' : undefined
}

function fromAttributes(root: Element): ColorMode | undefined {
  for (const name of ATTRIBUTES) {
    const value = root.getAttribute(name) ?? ''
    if (value.includes('dark')) return 'dark'
    if (value.includes('light')) return 'light'
  }
  return undefined
}

function fromBackground(color: string): ColorMode | undefined {
  if (!color) return undefined
  // A painted pixel understands every notation of a colour the browser knows.
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return undefined
  context.fillStyle = toCssColor(color)
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128 ? 'dark' : 'light'
}

/** `240 10% 4%`, as some CSS frameworks keep their colours, becomes `hsl(240 10% 4%)`. */
export function toCssColor(color: string): string {
  return /^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%$/.test(color.trim()) ? `hsl(${color})` : color
}
