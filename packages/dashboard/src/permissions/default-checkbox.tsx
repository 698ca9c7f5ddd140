import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Checkbox } from '../ui/field.tsx'
import type { Scope } from './scope.ts'
import type { defaultLists } from './usage.ts'

interface DefaultCheckboxProps {
  of: (typeof defaultLists)[Scope][number]
  id: string
}

/** Makes a permission a default. Each is saved separately, so that owners do not overwrite each other. */
export function DefaultCheckbox({ of: { key, listed, header }, id }: DefaultCheckboxProps) {
  const { config, revision } = useProject()
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  const save = (isOn: boolean, at = revision) =>
    updateConfig({ [`rbac.defaultPermissions.${key}.${id}`]: isOn || null }, at)
  return (
    <Checkbox
      label={`${header} get ${id}`}
      checked={config[listed].some((entry) => entry.id === id)}
      onChange={(isOn) =>
        void run(() => save(isOn), {
          done: `${header} ${isOn ? 'get' : 'no longer get'} ${id}.`,
          undo: (saved) => save(!isOn, saved.revision),
        })
      }
    />
  )
}
