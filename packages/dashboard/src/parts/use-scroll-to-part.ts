import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Scrolls to the card in the URL's hash, which may render after the browser has looked for it. */
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
