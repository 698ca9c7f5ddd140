import { Popover } from 'radix-ui'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useFloatingContainer } from './dialog.tsx'
import './hover-card.css'

const openMillis = 350
const closeMillis = 150

interface HoverCardProps {
  /** Names the card for screen readers. */
  label: string
  /** Adds to what a click on the link leads to. Never the only place of something. */
  card: () => ReactNode
  /** Whether a tap shows the card instead of following the link. */
  opensOnTap?: boolean | undefined
  /** A link or button. */
  children: ReactNode
}

/**
 * More about what a link names: on hover, on keyboard focus and on a tap. Arrow down moves into the card, Escape closes
 * it. Until then only the link is rendered, because tables have many.
 */
export function HoverCard({ label, card, opensOnTap = true, children }: HoverCardProps) {
  const container = useFloatingContainer()
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const anchor = useRef<HTMLSpanElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const turn = (isNextOpen: boolean, millis: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(isNextOpen), millis)
  }
  const isInside = (target: EventTarget | null) =>
    target instanceof Node && (anchor.current?.contains(target) || content.current?.contains(target))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !isOpen || !anchor.current?.contains(event.target as Node)) return
    event.preventDefault()
    content.current?.querySelector<HTMLElement>('a, button')?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside is what people interact with
    <span
      ref={anchor}
      className="ui-hover"
      onPointerEnter={(event: PointerEvent) => event.pointerType === 'mouse' && turn(true, openMillis)}
      onPointerLeave={(event: PointerEvent) => event.pointerType === 'mouse' && turn(false, closeMillis)}
      onBlur={(event: FocusEvent) => !isInside(event.relatedTarget) && turn(false, 0)}
      onKeyDown={onKeyDown}
      // The key is released where it has moved the focus to.
      onKeyUp={(event) => event.key === 'Tab' && turn(true, 0)}
      onClickCapture={(event) => {
        const target = event.target as Element
        const isTap = opensOnTap && (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
        // A button leads nowhere else.
        if (isOpen || !anchor.current?.contains(target) || !(isTap || target.closest('button'))) return
        event.preventDefault()
        event.stopPropagation()
        turn(true, 0)
      }}
    >
      {children}
      {isOpen && (
        <Popover.Root open onOpenChange={setIsOpen}>
          <Popover.Anchor virtualRef={anchor as { current: HTMLSpanElement }} />
          <Popover.Portal container={container}>
            <Popover.Content
              ref={content}
              className="ui-floating ui-hover-card"
              aria-label={label}
              align="start"
              sideOffset={6}
              collisionPadding={8}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onFocusOutside={(event) => event.preventDefault()}
              onInteractOutside={(event) => isInside(event.target) && event.preventDefault()}
              onEscapeKeyDown={() => {
                if (content.current?.contains(document.activeElement))
                  anchor.current?.querySelector<HTMLElement>('a, button')?.focus()
              }}
            >
              {card()}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </span>
  )
}
