import { Ban, Download, LogOut, Trash2, UserPlus, X } from 'lucide-react'
import { useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { Allowed } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import type { BulkAction } from './bulk-actions.tsx'
import { useExport } from './export.ts'
import type { UserSearch } from './search.ts'
import { type ListedUser, loadAllUsers, pageSize } from './user-list.ts'

/** Larger numbers are better handled by a script, which can resume after an interruption. */
const maxSelected = 1000

interface BulkBarProps {
  search: UserSearch
  selected: ReadonlyMap<string, ListedUser>
  onSelect: (selected: ReadonlyMap<string, ListedUser>) => void
  onAct: (action: BulkAction, users: readonly ListedUser[]) => void
}

/** Covers the search and the filters, so that nothing moves: changing those would clear the selection. */
export function BulkBar({ search, selected, onSelect, onAct }: BulkBarProps) {
  const { call } = useApi()
  const { isBusy, run } = useAction()
  const save = useExport()
  const users = [...selected.values()]
  const selectAll = () =>
    run(async () => {
      const found = new Map<string, ListedUser>()
      for await (const page of loadAllUsers(call, search)) {
        for (const user of page.slice(0, maxSelected - found.size)) found.set(user.id, user)
        if (found.size >= maxSelected) break
      }
      onSelect(found)
    })
  return (
    <section className="users-bulk" aria-label="Selected users">
      <strong aria-live="polite">{users.length.toLocaleString('en')} selected</strong>
      {users.length >= pageSize && users.length < maxSelected && (
        <Button size="small" variant="quiet" isBusy={isBusy} onClick={() => void selectAll()}>
          Select the first {maxSelected.toLocaleString('en')}
        </Button>
      )}
      <IconButton size="small" label="Clear selection" icon={<X />} onClick={() => onSelect(new Map())} />
      <span className="users-bulk-actions">
        <Button size="small" icon={<Download />} isBusy={save.isBusy} onClick={() => void save.exportSelected(users)}>
          Export CSV
        </Button>
        <Allowed to="teams">
          <Button size="small" icon={<UserPlus />} onClick={() => onAct('add-to-team', users)}>
            Add to team
          </Button>
        </Allowed>
        <Allowed to="accounts">
          <Button size="small" icon={<LogOut />} onClick={() => onAct('revoke-sessions', users)}>
            Revoke sessions
          </Button>
        </Allowed>
        <Allowed to="users">
          <Button size="small" icon={<Ban />} onClick={() => onAct('restrict', users)}>
            Restrict
          </Button>
          <Button size="small" variant="danger" icon={<Trash2 />} onClick={() => onAct('delete', users)}>
            Delete
          </Button>
        </Allowed>
      </span>
    </section>
  )
}
