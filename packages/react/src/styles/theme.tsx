'use client'

import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { themeScript } from './color-mode.ts'
import { Style, StyleContext } from './style-element.tsx'
import { styles } from './styles.generated.ts'
import { type Theme, themeCss } from './theme-css.ts'

/**
 * The props of `LatchkeyTheme`.
 * @example
 * <LatchkeyTheme theme={{ radius: '12px' }} nonce={nonce} injectStyles={false}>
 *   {children}
 * </LatchkeyTheme>
 */
export interface LatchkeyThemeProps {
  /** Colors and corners that differ from the default. */
  theme?: Theme | undefined
  /** Set on the style and script elements, for pages with a Content-Security-Policy. */
  nonce?: string | undefined
  /** Set to false if the app imports `@latchkey/react/styles.css`. Then only the theme's variables are added. */
  injectStyles?: boolean | undefined
  /** Your app, or a part of it. */
  children?: ReactNode
}

/**
 * The components' styles as one style element, placed here, so that it also reaches into a shadow root.
 * @example <LatchkeyTheme theme={{ light: { primary: '#7c3aed' }, radius: '12px' }}>{children}</LatchkeyTheme>
 */
export function LatchkeyTheme({ theme, nonce, injectStyles = true, children }: LatchkeyThemeProps) {
  const css = useMemo(() => (injectStyles ? styles : '') + (theme ? themeCss(theme) : ''), [theme, injectStyles])
  const options = useMemo(() => ({ nonce, injectStyles }), [nonce, injectStyles])
  return (
    <>
      <Style nonce={nonce} css={css} />
      <ThemeScript nonce={nonce} />
      <StyleContext.Provider value={options}>{children}</StyleContext.Provider>
    </>
  )
}

/** Only rendered on a server. In a browser the mode is already known, and scripts that React renders never run. */
function ThemeScript({ nonce }: { nonce: string | undefined }) {
  const isServerHtml = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  )
  if (!isServerHtml) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
}

const subscribeToNothing = () => () => {}
