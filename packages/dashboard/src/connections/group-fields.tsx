import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import './connections.css'

export interface GroupRole {
  group: string
  permission_id: string
}

interface GroupFieldsProps {
  groups: readonly GroupRole[]
  /** What a group can be given. */
  permissionIds: readonly string[]
  error: string | undefined
  onChange: (groups: GroupRole[]) => void
}

/** Which groups of an identity provider have which permissions in the team. */
export function GroupFields({ groups, permissionIds, error, onChange }: GroupFieldsProps) {
  const [first] = permissionIds
  const set = (at: number, next: Partial<GroupRole>) =>
    onChange(groups.map((each, index) => (index === at ? { ...each, ...next } : each)))
  return (
    <>
      {groups.map(({ group, permission_id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names are being edited
        <div key={index} className="connections-role">
          <TextField
            label="Group at the provider"
            value={group}
            maxLength={256}
            onChange={({ target }) => set(index, { group: target.value })}
          />
          <SelectField
            label="Permission"
            options={permissionIds.map((id) => [id, id] as const)}
            value={permission_id}
            onChange={({ target }) => set(index, { permission_id: target.value })}
          />
          <IconButton
            label={`Remove ${group || 'this group'}`}
            icon={<X />}
            onClick={() => onChange(groups.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error && (
        <p className="ui-error" role="alert">
          {error}
        </p>
      )}
      {first && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => onChange([...groups, { group: '', permission_id: first }])}
          >
            Add group
          </Button>
        </div>
      )}
    </>
  )
}

export const findGroupProblem = (groups: readonly GroupRole[]) =>
  groups.some(({ group }) => !group.trim()) ? 'Enter the name of every group, or remove it.' : undefined

export const trimGroups = (groups: readonly GroupRole[]) =>
  groups.map(({ group, permission_id }) => ({ group: group.trim(), permission_id }))
