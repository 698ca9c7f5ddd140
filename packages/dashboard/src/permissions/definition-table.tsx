import { Suspense } from 'react'
import { Locked } from '../parts/role.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Badge } from '../ui/page.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DefaultCheckbox } from './default-checkbox.tsx'
import { DefinitionActions } from './definition-actions.tsx'
import { type Definition, holdersOf, isBuiltIn, type Scope } from './scope.ts'
import { defaultLists, useHolderCounts } from './usage.ts'

interface DefinitionTableProps {
  label: 'Roles' | 'Permissions'
  scope: Scope
  /** The listed ones. */
  rows: readonly Definition[]
  /** All of the scope. */
  definitions: readonly Definition[]
}

export function DefinitionTable({ label, scope, rows, definitions }: DefinitionTableProps) {
  const [, many] = holdersOf[scope]
  const columns: Column<Definition>[] = [
    {
      id: 'permission',
      header: label === 'Roles' ? 'Role' : 'Permission',
      cell: ({ id, description }) => (
        <span className="permissions-name">
          <span className="ui-row">
            <CopyableId id={id} name={id} />
            {isBuiltIn(id) && <Badge>Built-in</Badge>}
          </span>
          {description && <span className="ui-caption">{description}</span>}
          <span className="ui-caption permissions-count">
            <Suspense>
              <HolderCount scope={scope} id={id} hasNoun />
            </Suspense>
          </span>
        </span>
      ),
    },
    {
      id: 'holders',
      header: many.charAt(0).toUpperCase() + many.slice(1),
      align: 'end',
      // On phones, it stands below the name.
      priority: 'medium',
      width: 88,
      cell: ({ id }) => (
        <Suspense>
          <HolderCount scope={scope} id={id} />
        </Suspense>
      ),
    },
    ...defaultLists[scope].map(
      (list): Column<Definition> => ({
        id: list.key,
        header: list.header,
        width: 120,
        cell: ({ id }) => (
          <Locked to="settings" isSilent>
            <DefaultCheckbox of={list} id={id} />
          </Locked>
        ),
      }),
    ),
  ]
  return (
    <Table
      label={label}
      rows={rows}
      columns={columns}
      actions={(definition) => <DefinitionActions {...{ scope, definition, definitions }} />}
      actionsWidth={120}
    />
  )
}

function HolderCount({ scope, id, hasNoun = false }: { scope: Scope; id: string; hasNoun?: boolean }) {
  const count = useHolderCounts(scope).get(id) ?? 0
  const [one, many] = holdersOf[scope]
  return `${count.toLocaleString('en')}${hasNoun ? ` ${count === 1 ? one : many}` : ''}`
}
