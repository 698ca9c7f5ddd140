import { Check } from 'lucide-react'
import { type Definition, inReadingOrder, isBuiltIn, isRole } from './scope.ts'
import { createReach } from './sources.ts'

/** Which role includes what: roles as columns, and as rows everything that a role could contain. */
export function RoleMatrix({ definitions }: { definitions: readonly Definition[] }) {
  const roles = definitions.filter(isRole)
  const reach = createReach(definitions)
  const contained = new Set(roles.flatMap(({ contained_permission_ids: inside }) => inside))
  const rows = inReadingOrder(definitions).filter((row) => !isRole(row) || contained.has(row.id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must scroll by keyboard too
    <div className="ui-table-frame permissions-matrix" role="group" aria-label="Permissions of each role" tabIndex={0}>
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map(({ id }) => (
              <th key={id} scope="col" title={id}>
                <code>{id}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-kind={isRole(row) ? 'role' : isBuiltIn(row.id) ? 'built-in' : 'own'}>
              <th scope="row" title={row.id}>
                <code>{row.id}</code>
              </th>
              {roles.map((role) => (
                <td key={role.id}>
                  <Inclusion role={role} id={row.id} reach={reach} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface InclusionProps {
  role: Definition
  id: string
  reach: (id: string) => ReadonlySet<string>
}

function Inclusion({ role, id, reach }: InclusionProps) {
  if (role.id === id) return <span className="ui-hidden">The role itself</span>
  const inside = role.contained_permission_ids
  if (inside.includes(id)) {
    return (
      <span className="permissions-direct">
        <Check />
        <span className="ui-hidden">Included directly</span>
      </span>
    )
  }
  const through = inside.filter((each) => reach(each).has(id))
  if (through.length === 0) return <span className="ui-hidden">Not included</span>
  return (
    <span className="permissions-through" title={`Included through ${through.join(', ')}`}>
      <span className="ui-hidden">Included </span>through {through.join(', ')}
    </span>
  )
}
