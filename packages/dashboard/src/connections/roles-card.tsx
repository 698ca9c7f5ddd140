import { useAll } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { SelectField } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import type { UpdateConnection } from './connection-page.tsx'
import type { Connection } from './connection-state.tsx'
import { findGroupProblem, GroupFields, trimGroups } from './group-fields.tsx'

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

function Roles({ connection: { roles, revision: loaded }, update }: RolesCardProps) {
  const permissionIds = useAll('GET /team-permission-definitions').map(({ id }) => id)
  const draft = useDraft(
    { standard: roles.default_permission_id ?? '', groups: roles.groups },
    {
      revision: loaded,
      save: (_, { standard, groups }, revision) =>
        update({ roles: { default_permission_id: standard || null, groups: trimGroups(groups) } }, revision),
      check: ({ groups }) => ({ groups: findGroupProblem(groups) }),
      isCheckedOnSave: true,
      done: 'The roles were saved.',
    },
  )
  return (
    <SaveCard
      title="Roles"
      description="What members are granted when they join the team with their first sign-in."
      {...draft.bar}
    >
      <SelectField
        label="If no group matches"
        options={[['', 'Only the default permissions of members'], ...permissionIds.map((id) => [id, id] as const)]}
        {...draft.text('standard')}
      />
      <GroupFields
        groups={draft.values.groups}
        permissionIds={permissionIds}
        error={draft.errorOf('groups')}
        onChange={(groups) => draft.change({ groups })}
      />
    </SaveCard>
  )
}
