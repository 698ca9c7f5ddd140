import { type ReactNode, useMemo } from 'react'
import { styles } from './styles.generated.ts'
import { type Theme, themeCss } from './theme-css.ts'

export interface LatchkeyThemeProps {
  theme?: Theme | undefined
  /** Goes onto the style element, for pages with a Content-Security-Policy. */
  nonce?: string | undefined
  /** False when the app imports `@latchkey/react/styles.css`: then only the theme's variables are added. */
  injectStyles?: boolean | undefined
  children?: ReactNode
}

/** The components' styles as one style element, placed here, so that it also reaches into a shadow root. */
export function LatchkeyTheme({ theme, nonce, injectStyles = true, children }: LatchkeyThemeProps) {
  const css = useMemo(() => (injectStyles ? styles : '') + (theme ? themeCss(theme) : ''), [theme, injectStyles])
  return (
    <>
      {css && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet and checked values; as a child, React 18 would escape it
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      )}
      {children}
    </>
  )
}
