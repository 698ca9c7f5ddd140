import { Plus, X } from 'lucide-react'
import { useAll } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import type { UpdateConnection } from './connection-page.tsx'
import type { Connection } from './connection-state.tsx'

interface RolesCardProps {
  connection: Connection
  update: UpdateConnection
}

/** What members may do in the team, by their groups at the provider. */
export function RolesCard(props: RolesCardProps) {
  return (
    <Boundary skeleton={<CardSkeleton lines={2} />}>
      <Roles {...props} />
    </Boundary>
  )
}

function Roles({ connection: { roles }, update }: RolesCardProps) {
  const definitions = useAll('GET /team-permission-definitions')
  const draft = useDraft(
    { standard: roles.default_permission_id ?? '', groups: roles.groups },
    {
      save: (_, { standard, groups }) =>
        update({
          roles: {
            default_permission_id: standard || null,
            groups: groups.map((each) => ({ ...each, group: each.group.trim() })),
          },
        }),
      check: ({ groups }) => ({
        groups: groups.some(({ group }) => !group.trim()) ? 'Enter the name of every group, or remove it.' : undefined,
      }),
      isCheckedOnSave: true,
      done: 'The roles were saved.',
    },
  )
  const { groups } = draft.values
  const options = definitions.map(({ id }) => [id, id] as const)
  const set = (at: number, next: Partial<(typeof groups)[number]>) =>
    draft.change({ groups: groups.map((each, index) => (index === at ? { ...each, ...next } : each)) })
  return (
    <SaveCard
      title="Roles"
      description="What members are granted when they join the team with their first sign-in."
      {...draft.bar}
    >
      <SelectField
        label="If no group matches"
        options={[['', 'Only the default permissions of members'], ...options]}
        {...draft.text('standard')}
      />
      {groups.map(({ group, permission_id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names are being edited
        <div key={index} className="connections-role">
          <TextField
            label="Group at the provider"
            value={group}
            maxLength={500}
            onChange={({ target }) => set(index, { group: target.value })}
          />
          <SelectField
            label="Permission"
            options={options}
            value={permission_id}
            onChange={({ target }) => set(index, { permission_id: target.value })}
          />
          <IconButton
            label={`Remove ${group || 'this group'}`}
            icon={<X />}
            onClick={() => draft.change({ groups: groups.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {draft.errorOf('groups') && (
        <p className="ui-error" role="alert">
          {draft.errorOf('groups')}
        </p>
      )}
      {definitions[0] && (
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={() => draft.change({ groups: [...groups, { group: '', permission_id: definitions[0]!.id }] })}
          >
            Add group
          </Button>
        </div>
      )}
    </SaveCard>
  )
}
