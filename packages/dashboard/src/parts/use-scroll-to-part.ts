import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Links from the search lead to a card of the page, which may not be there yet when the browser looks for it. */
export function useScrollToPart() {
  const { hash } = useLocation()
  useEffect(() => {
    const scroll = () => {
      const part = document.getElementById(hash)
      part?.scrollIntoView({ block: 'center' })
      return part !== null
    }
    if (!hash || scroll()) return
    const observer = new MutationObserver(() => {
      if (scroll()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [hash])
}
