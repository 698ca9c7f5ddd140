import { useState } from 'react'
import { useFound } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useSettled } from '../data/use-settled.ts'
import { Picker } from '../ui/picker.tsx'
import { nameOf } from './user-name.ts'

interface UserPickerProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  picked: User | undefined
  onPick: (user: User | undefined) => void
  /** Users who cannot be picked. */
  without?: ReadonlySet<string> | undefined
}

/** Finds a user by typing, then by arrow keys or a click. */
export function UserPicker({ label, hint, error, picked, onPick, without }: UserPickerProps) {
  const [text, setText] = useState('')
  const query = useSettled(text)
  const results = useFound('GET /users', query ? { query: { query, limit: 6, desc: 'true' } } : undefined)
  const found = results?.filter(({ id }) => !without?.has(id))
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
        detail: user.display_name && user.primary_email,
        imageUrl: user.profile_image_url,
      }))}
    />
  )
}
