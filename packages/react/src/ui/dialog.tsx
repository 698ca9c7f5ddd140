import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { close, Icon } from './icon.tsx'
import { lockScroll } from './lock-scroll.ts'
import { Scope } from './scope.tsx'

interface DialogProps {
  title: string
  /** A whole screen, which has its own heading and fills a phone. It gets a button to close it. */
  screen?: 'sign-in' | 'settings' | undefined
  /** Called on Escape. A dialog without it can only be closed with its buttons. */
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** A modal dialog. The focus returns to the previous element. */
export function Dialog({ title, screen, onCancel, children }: DialogProps) {
  const t = useTranslate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    // Already open if the content had to wait and the effect runs again.
    if (!dialog.current?.open) dialog.current?.showModal()
    const unlockScroll = lockScroll()
    return () => {
      unlockScroll()
      before?.focus()
    }
  }, [])
  return (
    <Scope>
      <OverlayStyles />
      <dialog
        className="lk-dialog"
        ref={dialog}
        data-screen={screen}
        {...(screen ? { 'aria-label': title } : { 'aria-labelledby': id })}
        onCancel={(event) => {
          event.preventDefault()
          onCancel?.()
        }}
        // Browsers close a dialog on the second Escape, even if it prevents the first.
        onClose={() => dialog.current?.showModal()}
      >
        {!screen && (
          <h2 className="lk-title" id={id}>
            {title}
          </h2>
        )}
        {children}
        {screen && (
          <button className="lk-icon-button lk-dialog-close" type="button" aria-label={t('Close')} onClick={onCancel}>
            <Icon path={close} />
          </button>
        )}
      </dialog>
    </Scope>
  )
}
