import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { check, Icon } from './icon.tsx'
import { placeMenu } from './place-menu.ts'
import { useAction } from './use-action.ts'

interface MenuProps {
  label: string
  trigger: ReactNode
  /** Whether the trigger shows text beside its picture. */
  isWide?: boolean | undefined
  triggerClass?: string | undefined
  header?: ReactNode
  children: ReactNode
}

/** A button that opens a list of actions, with the keyboard support that the ARIA practices describe. */
export function Menu({ label, trigger, isWide, triggerClass = 'lk-user-button', header, children }: MenuProps) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const panelRef = useRef<HTMLDivElement>(null)
  const [openAt, setOpenAt] = useState<'first' | 'last'>()
  const isOpen = openAt !== undefined

  const close = useCallback((returnsFocus: boolean) => {
    setOpenAt(undefined)
    if (returnsFocus) buttonRef.current?.focus()
  }, [])
  useOpenPanel(openAt, buttonRef, panelRef, close)

  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpenAt(event.key === 'ArrowUp' ? 'last' : 'first')
  }

  const onMenuKey = (event: KeyboardEvent) => {
    const items = itemsOf(panelRef.current)
    const index = items.indexOf(event.target as HTMLElement)
    const next = nextIndex(event.key, index, items)
    if (event.key === 'Escape' || event.key === 'Tab') close(event.key === 'Escape')
    if (event.key === 'Escape') event.stopPropagation()
    if (next === undefined) return
    event.preventDefault()
    items[next]?.focus()
  }

  return (
    <span className="lk-menu-anchor">
      <OverlayStyles />
      <button
        className={triggerClass}
        type="button"
        ref={buttonRef}
        data-info={isWide || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onKeyDown={onTriggerKey}
        onClick={() => (isOpen ? close(true) : setOpenAt('first'))}
      >
        {trigger}
        {/* A visible name is also the accessible name. */}
        {!isWide && <span className="lk-hidden">{label}</span>}
      </button>
      <div className="lk-menu" ref={panelRef} data-open={isOpen || undefined}>
        {isOpen && (
          <>
            {header}
            <div
              className="lk-menu-items"
              role="menu"
              tabIndex={-1}
              id={id}
              aria-label={label}
              onKeyDown={onMenuKey}
              onClick={() => close(true)}
            >
              {children}
            </div>
          </>
        )}
      </div>
    </span>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  /** Whether it is the current one of several choices. */
  isChosen?: boolean | undefined
  /** Why it is disabled, if it is. */
  refusal?: string | undefined
  onClick: () => unknown
  children: ReactNode
}

export function MenuItem({ icon, isChosen, refusal, onClick, children }: MenuItemProps) {
  const [run] = useAction(onClick)
  return (
    <button
      className="lk-menu-item"
      type="button"
      {...(isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen })}
      aria-disabled={refusal ? true : undefined}
      tabIndex={-1}
      onClick={refusal ? (event) => event.stopPropagation() : run}
    >
      {icon && (
        <span className="lk-menu-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <span className="lk-menu-text">
        {children}
        {refusal && (
          <>
            {' '}
            <span className="lk-menu-note">{refusal}</span>
          </>
        )}
      </span>
      {isChosen && <Icon path={check} />}
    </button>
  )
}

function useOpenPanel(
  openAt: 'first' | 'last' | undefined,
  buttonRef: { readonly current: HTMLElement | null },
  panelRef: { readonly current: HTMLElement | null },
  close: (returnsFocus: boolean) => void,
) {
  useEffect(() => {
    const button = buttonRef.current
    const panel = panelRef.current
    if (!openAt || !button || !panel) return
    if (panel.showPopover) {
      // `manual`, because this component closes it itself, also in browsers without popovers.
      panel.popover = 'manual'
      panel.showPopover()
    }
    placeMenu(panel, button)
    itemsOf(panel)
      .at(openAt === 'first' ? 0 : -1)
      ?.focus()

    const closeOutside = (event: Event) => {
      // Across a shadow root the target is the host; the path contains the actual element.
      const path = event.composedPath()
      if (!path.includes(panel) && !path.includes(button)) close(false)
    }
    const place = () => placeMenu(panel, button)
    document.addEventListener('pointerdown', closeOutside)
    globalThis.addEventListener('resize', place)
    globalThis.addEventListener('scroll', place, true)
    // Items that arrive later can make it wider.
    const sizes = globalThis.ResizeObserver && new ResizeObserver(place)
    sizes?.observe(panel)
    return () => {
      sizes?.disconnect()
      document.removeEventListener('pointerdown', closeOutside)
      globalThis.removeEventListener('resize', place)
      globalThis.removeEventListener('scroll', place, true)
      if (panel.isConnected) panel.hidePopover?.()
    }
  }, [openAt, buttonRef, panelRef, close])
}

function itemsOf(panel: HTMLElement | null): HTMLElement[] {
  return [...(panel?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
}

function nextIndex(key: string, index: number, items: HTMLElement[]): number | undefined {
  const count = items.length
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count
    case 'ArrowUp':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default: {
      // A letter moves to the next item that starts with it.
      if (key.length !== 1 || key === ' ') return undefined
      const order = items.map((_, offset) => (index + 1 + offset) % count)
      return order.find((at) => items[at]?.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
    }
  }
}
