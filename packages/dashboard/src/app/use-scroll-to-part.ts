import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Links from the search lead to a card of the page, which may not be there yet when the browser looks for it. */
export function useScrollToPart() {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  }, [hash])
}
