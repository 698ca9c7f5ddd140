import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { MessageCard } from '../ui/message-card.tsx'
import { detectColorMode, themeScript } from './color-mode.ts'
import { OverlayStyles } from './overlay-styles.tsx'
import { LatchkeyTheme } from './theme.tsx'
import { themeCss } from './theme-css.ts'

afterEach(() => {
  const root = document.documentElement
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
})

describe('LatchkeyTheme', () => {
  test('renders the styles as one element with the nonce', () => {
    const { container } = render(<LatchkeyTheme nonce="n0nce">content</LatchkeyTheme>)
    const styles = container.querySelectorAll('style')
    expect(styles).toHaveLength(1)
    expect(styles[0]?.nonce).toBe('n0nce')
    expect(styles[0]?.textContent).toContain('.latchkey-scope{--lk-bg:')
    expect(screen.getByText('content')).toBeTruthy()
  })

  test('adds only the variables when the app imports the stylesheet', () => {
    const { container, rerender } = render(<LatchkeyTheme injectStyles={false} />)
    expect(container.querySelector('style')).toBe(null)
    rerender(<LatchkeyTheme injectStyles={false} theme={{ light: { primary: 'red' } }} />)
    expect(container.querySelector('style')?.textContent).toMatch(
      /^\.latchkey-scope\{--lk-theme-primary-foreground:#fff;--lk-theme-primary:red;\}/,
    )
  })
})

test('without LatchkeyTheme, lazy components add no styles that a strict policy would block', () => {
  const { container, rerender } = render(<OverlayStyles />)
  expect(container.querySelector('style')).toBe(null)
  rerender(
    <LatchkeyTheme nonce="n0nce">
      <OverlayStyles />
    </LatchkeyTheme>,
  )
  expect(container.querySelectorAll('style')).toHaveLength(2)
})

describe('in server HTML', () => {
  test('a script marks the mode before the first paint', () => {
    document.documentElement.setAttribute('data-theme', 'dark')
    // biome-ignore lint/security/noGlobalEval: a browser runs the script
    globalThis.eval(themeScript)
    expect(document.head.querySelectorAll('[data-latchkey-theme="dark"]')).toHaveLength(1)
  })

  test('the script is removed on hydration without an error', () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const container = document.createElement('div')
    container.innerHTML = `<style nonce="n0nce"></style><script nonce="n0nce"></script>content`
    document.body.append(container)
    const { unmount } = render(<LatchkeyTheme nonce="n0nce">content</LatchkeyTheme>, { container, hydrate: true })
    expect(complain.mock.calls.join()).not.toMatch(/hydrat|match|script/i)
    expect(container.querySelector('script')).toBe(null)
    unmount()
    document.head.querySelector('[data-latchkey-theme]')?.remove()
  })
})

describe('themeCss', () => {
  test('keeps light colors out of dark mode', () => {
    const css = themeCss({ light: { primaryForeground: '#fff' }, dark: { card: '240 10% 4%' }, radius: '4px' })
    expect(css).toContain('.latchkey-scope{--lk-theme-primary-foreground:#fff;--lk-theme-radius:4px;}')
    expect(css).toContain('{--lk-theme-primary-foreground:initial;--lk-theme-card:hsl(240 10% 4%);}')
  })

  test('rejects values that could break out of their declaration', () => {
    expect(() => themeCss({ light: { card: 'red;}</style><script>' } })).toThrow('is no CSS value for card')
  })
})

describe('the color mode', () => {
  const root = document.documentElement

  test.each([
    ['data-theme', 'dark', 'dark'],
    ['class', 'no-js dark', 'dark'],
    ['data-mui-color-scheme', 'light', 'light'],
    ['style', 'color-scheme: dark', 'dark'],
    ['data-other', 'dark', 'light'],
  ])('with %s="%s" is %s', (name, value, mode) => {
    root.setAttribute(name, value)
    expect(detectColorMode()).toBe(mode)
  })

  test('follows the system preference if the page supports both', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    root.style.colorScheme = 'light dark'
    expect(detectColorMode()).toBe('dark')
    vi.unstubAllGlobals()
  })

  test('reaches every component and a marker in the head, and follows changes', async () => {
    const { container, unmount } = renderApp(<MessageCard title="Hello" />)
    const scope = container.querySelector('.latchkey-scope')
    expect(scope?.getAttribute('data-latchkey-theme')).toBe('light')
    act(() => root.setAttribute('data-theme', 'dark'))
    await waitFor(() => expect(scope?.getAttribute('data-latchkey-theme')).toBe('dark'))
    expect(document.head.querySelector('[data-latchkey-theme="dark"]')).toBeTruthy()
    unmount()
    expect(document.head.querySelector('[data-latchkey-theme]')).toBe(null)
  })
})
