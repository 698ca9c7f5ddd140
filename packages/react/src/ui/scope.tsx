import type { ReactNode } from 'react'
import { useLang } from '../i18n/translation.tsx'
import { useColorMode } from '../styles/color-mode.ts'

/** The root of everything we render: the class our styles are bound to, and the host's colour mode. */
export function Scope(props: { inline?: boolean; children: ReactNode }) {
  const mode = useColorMode()
  const lang = useLang()
  const Element = props.inline ? 'span' : 'div'
  return (
    <Element className="latchkey-scope" data-latchkey-theme={mode} lang={lang} ref={markUnsetFont}>
      {props.children}
    </Element>
  )
}

/** A page that chooses no font has the browser's default serif; ours is then that of the system. */
function markUnsetFont(element: HTMLElement | null): void {
  if (!element) return
  const { fontFamily } = getComputedStyle(element.parentElement ?? element)
  element.toggleAttribute('data-unset-font', /^("?times( new roman)?"?|serif|-webkit-standard)$/i.test(fontFamily))
}

/** Inline by default; `fullPage` centres its content in what is left of the viewport. */
export function Page({ fullPage, children }: { fullPage?: boolean | undefined; children: ReactNode }) {
  return (
    <Scope>
      {fullPage ? (
        <div className="lk-page" ref={measurePageTop}>
          {children}
        </div>
      ) : (
        children
      )}
    </Scope>
  )
}

/** Tells the styles how much of the host's page stands above, so that a full page does not scroll. */
export function measurePageTop(element: HTMLElement | null): void {
  if (!element) return
  const top = element.getBoundingClientRect().top + globalThis.scrollY
  element.style.setProperty('--lk-page-top', `${Math.max(0, Math.round(top))}px`)
}
