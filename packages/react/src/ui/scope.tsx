import type { Branding } from '@latchkey/sdk'
import type { ReactNode } from 'react'
import { useLang } from '../i18n/translation.tsx'
import { type ColorMode, useColorMode } from '../styles/color-mode.ts'
import { useShownProject } from './shown-project.ts'

/** The root of everything we render: sets the class for our styles, and the color mode of the host or the brand. */
export function Scope(props: { inline?: boolean; branding?: Branding | undefined; children: ReactNode }) {
  const { inline, branding } = props
  const hostMode = useColorMode()
  const lang = useLang()
  const mode = branding?.mode && branding.mode !== 'auto' ? branding.mode : hostMode
  const prepare = (element: HTMLElement | null) => {
    if (!element) return
    markUnsetFont(element)
    paint(element, branding, mode)
  }
  const Element = inline ? 'span' : 'div'
  return (
    <Element className="latchkey-scope" data-latchkey-theme={mode} lang={lang} ref={prepare}>
      {props.children}
    </Element>
  )
}

/** Uses the system font on pages that set no font and would have the browser's default serif. */
function markUnsetFont(element: HTMLElement): void {
  const { fontFamily } = getComputedStyle(element.parentElement ?? element)
  element.toggleAttribute('data-unset-font', /^("?times( new roman)?"?|serif|-webkit-standard)$/i.test(fontFamily))
}

/** Set by script, because a Content-Security-Policy may forbid it in the HTML. Colors of the theme take precedence. */
function paint(element: HTMLElement, branding: Branding | undefined, mode: ColorMode = 'light'): void {
  const { style } = element
  style.cssText = ''
  for (const [name, value] of Object.entries({ ...branding?.[mode], radius: branding?.radius })) {
    if (value !== undefined) style.setProperty(`--lk-brand-${name}`, `${value}`)
  }
}

/** A screen in the project's colors. Inline by default; `fullPage` centres its content in the rest of the viewport. */
export function Page({ fullPage, children }: { fullPage?: boolean | undefined; children: ReactNode }) {
  const project = useShownProject()
  return (
    <Scope branding={project.status === 'ok' ? project.value.branding : undefined}>
      {fullPage ? (
        // biome-ignore lint/a11y/useSemanticElements: the host's page may have a main element around this one
        <div className="lk-page" role="main" ref={preparePage}>
          {children}
        </div>
      ) : (
        children
      )}
    </Scope>
  )
}

/**
 * A full page is no landmark where the host's page has one around it. It tells the styles how much of the host's page is
 * above it, so that it does not scroll.
 */
export function preparePage(element: HTMLElement | null): void {
  if (!element) return
  if (element.parentElement?.closest('main, [role="main"]')) element.removeAttribute('role')
  const top = element.getBoundingClientRect().top + globalThis.scrollY
  element.style.setProperty('--lk-page-top', `${Math.max(0, Math.round(top))}px`)
}
