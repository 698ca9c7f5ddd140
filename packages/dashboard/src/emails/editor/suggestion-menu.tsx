import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { Entry } from './entries.tsx'
import type { Trigger, Typed } from './suggestions.ts'

const maxShown = 12

/** The menu for what is typed after a trigger. Its keys work while the focus stays in the editor. */
export function useSuggestions(entries: Readonly<Record<Trigger, readonly Entry[]>>) {
  const [typed, setTyped] = useState<Typed>()
  const [index, setIndex] = useState(0)
  // Where Escape has closed the menu.
  const [closedAt, setClosedAt] = useState<number>()
  const query = typed?.query.toLowerCase() ?? ''
  const found = typed && typed.from !== closedAt ? entries[typed.trigger].filter(matches(query)).slice(0, maxShown) : []
  const active = Math.min(index, found.length - 1)

  const onType = (next: Typed | undefined) => {
    setTyped((before) => (isSame(before, next) ? before : next))
    if (next?.query !== typed?.query) setIndex(0)
    if (!next) setClosedAt(undefined)
  }
  const onKey = (event: KeyboardEvent, pick: (entry: Entry, typed: Typed) => void): boolean => {
    const entry = found[active]
    if (!typed || !entry) return false
    if (event.key === 'ArrowDown') setIndex((active + 1) % found.length)
    else if (event.key === 'ArrowUp') setIndex((active + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(entry, typed)
    else if (event.key === 'Escape') setClosedAt(typed.from)
    else return false
    return true
  }
  return { typed, found, active, onType, onKey }
}

const matches = (query: string) => (entry: Entry) =>
  `${entry.label} ${entry.detail ?? ''}`.toLowerCase().includes(query)

const isSame = (a: Typed | undefined, b: Typed | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** Replaces what was typed. */
export function pickEntry(editor: Editor, entry: Entry, { from, to }: Typed) {
  entry.insert(editor.chain().focus().deleteRange({ from, to })).run()
}

interface SuggestionMenuProps {
  editor: Editor
  suggestions: ReturnType<typeof useSuggestions>
}

export function SuggestionMenu({ editor, suggestions: { typed, found, active } }: SuggestionMenuProps) {
  const id = useId()
  const isOpen = typed !== undefined && found.length > 0
  const activeId = isOpen ? `${id}-${active}` : undefined
  const tell = useEffectEvent((attributes: Record<string, string | undefined>) => {
    if (editor.isDestroyed) return
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) editor.view.dom.removeAttribute(name)
      else editor.view.dom.setAttribute(name, value)
    }
  })
  useEffect(() => {
    tell({ 'aria-controls': activeId && id, 'aria-activedescendant': activeId })
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, activeId])
  if (!isOpen) return null
  return (
    <div
      id={id}
      role="listbox"
      aria-label={typed.trigger === '/' ? 'Insert' : 'Variables'}
      className="ui-floating email-suggestions"
      style={placeAt(typed.caret)}
    >
      {found.map((entry, index) => (
        <div
          key={`${entry.label} ${entry.detail}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-selected={index === active}
          className="ui-menu-item"
          // Before the editor loses the focus.
          onMouseDown={(event) => {
            event.preventDefault()
            pickEntry(editor, entry, typed)
          }}
        >
          {entry.icon}
          <span className="ui-truncate">{entry.label}</span>
          {entry.detail && <code className="ui-muted ui-truncate">{entry.detail}</code>}
        </div>
      ))}
    </div>
  )
}

const menuHeight = 320

/** Below the line, or above it if there is more room. */
function placeAt({ left, top, bottom }: Typed['caret']) {
  const below = window.innerHeight - bottom
  const isAbove = below < menuHeight && top > below
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - 300)),
    maxHeight: Math.min(menuHeight, (isAbove ? top : below) - 16),
    ...(isAbove ? { bottom: window.innerHeight - top + 4 } : { top: bottom + 4 }),
  }
}
