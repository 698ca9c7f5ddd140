import { useEffect, useRef, useState } from 'react'

const typingMillis = 200

/** What is typed shows at once; what it looks for changes when the typing pauses. */
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
  // Going back changes what is looked for without typing.
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    if (text.trim() !== current) setText(current)
  }
  return [text, setText] as const
}
