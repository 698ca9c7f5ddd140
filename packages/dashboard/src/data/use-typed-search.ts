import { useEffect, useRef, useState } from 'react'

const typingMillis = 200

/** The typed text updates immediately; the search follows when typing pauses. */
export function useTypedSearch(current: string, onChange: (text: string) => void) {
  const [text, setText] = useState(current)
  const latest = useRef({ current, onChange })
  latest.current = { current, onChange }
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text.trim() !== latest.current.current) latest.current.onChange(text.trim())
    }, typingMillis)
    return () => clearTimeout(timer)
  }, [text])
  // Browser navigation also changes the search.
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    if (text.trim() !== current) setText(current)
  }
  return [text, setText] as const
}
