import { Bookmark, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import type { List } from '../data/use-list.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { parseUserSearch, type UserSearch } from './search.ts'
import { useSavedViews } from './use-saved-views.ts'

/** Names for searches, filters and sorting that the owner uses again. */
export function SavedViews({ list }: { list: List<UserSearch> }) {
  const { views, save } = useSavedViews(useProject().id)
  const { run } = useAction()
  const [isNaming, setIsNaming] = useState(false)
  const current = views.find(({ search }) => isSame(search, list.filter))
  const show = (search: UserSearch) => list.replace(parseUserSearch({ ...search }))
  const remove = () =>
    run(() => save(views.filter((view) => view !== current)), {
      done: `The view “${current?.name}” was deleted.`,
      undo: () => save(views),
    })
  return (
    <>
      <Menu align="start" trigger={<Button icon={<Bookmark />}>{current?.name ?? 'Views'}</Button>}>
        <MenuLabel>Views</MenuLabel>
        <MenuItem onSelect={() => show({})}>All users</MenuItem>
        {views.map(({ name, search }) => (
          <MenuItem key={name} onSelect={() => show(search)}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        {current ? (
          <MenuItem isDanger icon={<Trash2 />} onSelect={() => void remove()}>
            Delete “{current.name}”
          </MenuItem>
        ) : (
          <MenuItem icon={<Plus />} isDisabled={!list.isFiltered} onSelect={() => setIsNaming(true)}>
            Save this view
          </MenuItem>
        )}
      </Menu>
      {isNaming && (
        <NameDialog
          taken={views.map(({ name }) => name)}
          onSave={(name) => save([...views, { name, search: list.filter }])}
          onClose={() => setIsNaming(false)}
        />
      )}
    </>
  )
}

const isSame = (a: UserSearch, b: UserSearch) => toText(a) === toText(b)
const toText = (search: UserSearch) => JSON.stringify(Object.entries(search).sort())

interface NameDialogProps {
  taken: readonly string[]
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

function NameDialog({ taken, onSave, onClose }: NameDialogProps) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({
      name: !name.trim()
        ? 'Enter a name.'
        : taken.includes(name.trim())
          ? 'There is a view with this name already.'
          : undefined,
    }),
    submit: ({ name }) => onSave(name.trim()),
    done: ({ name }) => `The view “${name.trim()}” was saved.`,
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Save this view"
      description="Keeps the search, filters and sorting under a name. Only you see it."
      action="Save"
      onClose={onClose}
    >
      <TextField label="Name" maxLength={40} {...form.text('name')} />
    </FormDialog>
  )
}
