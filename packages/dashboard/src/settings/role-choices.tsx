import { type OwnerRole, ownerRoles } from '@latchkey/contract/owner-roles'
import { Choice } from '../ui/field.tsx'
import { HoverCard } from '../ui/hover-card.tsx'
import { describeRole, roleNames } from './owner-roles.ts'

interface RoleChoicesProps {
  optionOf: (role: OwnerRole) => { type: 'radio'; name: string; checked: boolean; onChange: () => void }
}

/** One card per role, with what it can and cannot do. */
export function RoleChoices({ optionOf }: RoleChoicesProps) {
  return (
    <fieldset className="ui-choices">
      <legend className="ui-label">Role</legend>
      {ownerRoles.map((role) => (
        <Choice key={role} label={roleNames[role]} hint={describeRole(role)} {...optionOf(role)} />
      ))}
    </fieldset>
  )
}

/** The name of a role. Shows what it allows on hover, focus and tap. */
export function RoleName({ role }: { role: OwnerRole }) {
  return (
    <HoverCard label={`The ${roleNames[role]} role`} card={() => <p className="owners-role">{describeRole(role)}</p>}>
      <button type="button" className="ui-badge owners-role-name">
        {roleNames[role]}
      </button>
    </HoverCard>
  )
}
