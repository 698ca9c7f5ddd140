import { createContext, useContext } from 'react'

interface StyleOptions {
  nonce?: string | undefined
  injectStyles?: boolean | undefined
}

/** Apps without a `LatchkeyTheme` import `styles.css`, which has everything. */
export const StyleContext = createContext<StyleOptions>({ injectStyles: false })

/** The styles of lazy components. */
export function Styles({ css }: { css: string }) {
  const { nonce, injectStyles } = useContext(StyleContext)
  return <Style nonce={nonce} css={injectStyles ? css : ''} />
}

export function Style({ nonce, css }: { nonce: string | undefined; css: string }) {
  if (!css) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet and checked values; as a child, React 18 would escape it
  return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}
