import type { ServerUser } from '@latchkey/react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useProject } from '../data/owner.ts'
import { Picker } from '../ui/picker.tsx'
import { nameOf } from './user-name.ts'

const typingMillis = 150

interface UserPickerProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  picked: ServerUser | undefined
  onPick: (user: ServerUser | undefined) => void
  /** Users who cannot be picked. */
  without?: ReadonlySet<string> | undefined
}

/** Finds a user by typing, then by arrow keys or a click. */
export function UserPicker({ label, hint, error, picked, onPick, without }: UserPickerProps) {
  const [text, setText] = useState('')
  const found = useFoundUsers(text)?.filter(({ id }) => !without?.has(id))
  const shown = found ?? (picked ? [picked] : [])
  return (
    <Picker
      label={label}
      placeholder="Search by name, email or ID"
      hint={found?.length === 0 ? 'No matches.' : hint}
      error={error}
      text={text}
      onType={setText}
      picked={picked?.id}
      onPick={(id) => onPick(shown.find((user) => user.id === id))}
      choices={shown.map((user) => ({
        id: user.id,
        name: nameOf(user),
        detail: user.displayName && user.primaryEmail,
        imageUrl: user.profileImageUrl,
      }))}
    />
  )
}

/** Undefined until something is typed. Ignores late responses. */
function useFoundUsers(text: string): readonly ServerUser[] | undefined {
  const { app } = useProject()
  const query = useDeferredValue(text.trim())
  const [found, setFound] = useState<readonly ServerUser[]>()
  useEffect(() => {
    if (!query) return setFound(undefined)
    let isCurrent = true
    const timer = setTimeout(async () => {
      const users = await app.listUsers({ query, limit: 6, desc: true }).catch(() => [])
      if (isCurrent) setFound(users)
    }, typingMillis)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [app, query])
  return found
}
