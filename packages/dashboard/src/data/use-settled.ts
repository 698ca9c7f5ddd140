import { useEffect, useState } from 'react'

const typingMillis = 150

/** The text once typing pauses, trimmed. Cleared text counts immediately. */
export function useSettled(text: string): string {
  const typed = text.trim()
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed ? typingMillis : 0)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
