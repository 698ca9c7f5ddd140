import { type RefObject, useRef, useState } from 'react'

/**
 * Copies a text. Pages without HTTPS have no clipboard: there the element that shows the text is selected, so that
 * people can copy it themselves.
 */
export function useCopy<Shown extends HTMLElement>(text: string) {
  const shown = useRef<Shown>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      select(shown)
    }
  }
  return { shown, isCopied, copy }
}

function select({ current: element }: RefObject<HTMLElement | null>): void {
  if (element instanceof HTMLInputElement) element.select()
  else if (element) getSelection()?.selectAllChildren(element)
}
