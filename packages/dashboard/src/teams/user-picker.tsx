import type { ServerUser } from '@latchkey/react'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { useProject } from '../app/owner.ts'
import { TextField } from '../ui/field.tsx'
import { Avatar } from '../ui/page.tsx'
import { nameOf } from '../users/user-name.ts'
import './teams.css'

const typingMillis = 150

interface UserPickerProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  picked: ServerUser | undefined
  onPick: (user: ServerUser | undefined) => void
  /** Those who cannot be picked. */
  without?: ReadonlySet<string> | undefined
}

/** Finds one user by typing, and then arrow keys or a click. */
export function UserPicker({ label, hint, error, picked, onPick, without }: UserPickerProps) {
  const group = useId()
  const [text, setText] = useState('')
  const found = useFoundUsers(text)?.filter(({ id }) => !without?.has(id))
  const shown = found ?? (picked ? [picked] : [])
  return (
    <div className="ui-stack" data-gap="small">
      <TextField
        label={label}
        type="search"
        placeholder="Search by name, email or ID"
        hint={found?.length === 0 ? 'Nobody matches.' : hint}
        error={error}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length > 0 && (
        <div className="teams-found" role="radiogroup" aria-label="Found users">
          {shown.map((user) => (
            <label key={user.id}>
              <input
                type="radio"
                className="ui-checkbox"
                name={group}
                checked={picked?.id === user.id}
                onChange={() => onPick(user)}
              />
              <Avatar name={nameOf(user)} imageUrl={user.profileImageUrl} />
              <bdi className="ui-truncate">{nameOf(user)}</bdi>
              {user.displayName && <span className="ui-muted ui-truncate">{user.primaryEmail}</span>}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}

/** Undefined before something is typed. A response that comes too late is not shown. */
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
