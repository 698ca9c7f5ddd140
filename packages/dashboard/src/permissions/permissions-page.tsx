import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Plus, ShieldCheck, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useAll, useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Badge, Card, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ContainmentTree } from './containment-tree.tsx'
import { DefinitionDialog } from './definition-dialog.tsx'
import { HoldersDialog } from './holders-dialog.tsx'
import './permissions.css'
import { type Definition, isBuiltIn, type Scope } from './scope.ts'

const route = getRouteApi('/owner/projects/$projectId/permissions')

const scopes = [
  { value: 'team', label: 'In teams' },
  { value: 'project', label: 'In the project' },
] as const

type Shown = { dialog: 'create' } | { dialog: 'edit' | 'delete' | 'holders'; definition: Definition } | undefined

export default function PermissionsPage() {
  const { scope = 'team' } = route.useSearch()
  const navigate = route.useNavigate()
  const [shown, setShown] = useState<Shown>()
  return (
    <LockedPage
      changes="settings"
      title="Permissions"
      description="What your users can do. Your app checks for permissions in a team or in the whole project."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setShown({ dialog: 'create' })}>
          Create permission
        </Button>
      }
    >
      <Tabs
        label="Where permissions apply"
        value={scope}
        onChange={(next) => void navigate({ search: next === 'team' ? {} : { scope: next } })}
        tabs={scopes.map(({ value, label }) => ({
          value,
          label,
          content: (
            <Boundary skeleton={<TableSkeleton />}>
              <Definitions scope={value} shown={shown} onShow={setShown} />
            </Boundary>
          ),
        }))}
      />
    </LockedPage>
  )
}

interface DefinitionsProps {
  scope: Scope
  shown: Shown
  onShow: (shown: Shown) => void
}

function Definitions({ scope, shown, onShow }: DefinitionsProps) {
  const { change } = useApi()
  const definitions = useAll(`GET /${scope}-permission-definitions`)
  const defaults = useDefaults(scope)
  const { run } = useAction()
  const close = () => onShow(undefined)
  const columns: Column<Definition>[] = [
    {
      id: 'permission',
      header: 'Permission',
      cell: ({ id, description }) => (
        <span className="permissions-name">
          <span className="ui-row">
            <code>{id}</code>
            {isBuiltIn(id) && <Badge>Built-in</Badge>}
          </span>
          {description && <span className="ui-caption ui-truncate">{description}</span>}
        </span>
      ),
    },
    ...defaults.map(
      ({ key, header, ids, toggle }): Column<Definition> => ({
        id: key,
        header,
        width: 120,
        cell: ({ id }) => (
          <Checkbox label={`${header} get ${id}`} checked={ids.includes(id)} onChange={(isOn) => toggle(id, isOn)} />
        ),
      }),
    ),
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      width: 120,
      cell: (definition) => (
        <span className="permissions-actions">
          <IconButton
            size="small"
            label={`Who has ${definition.id}`}
            icon={<Users />}
            onClick={() => onShow({ dialog: 'holders', definition })}
          />
          {!isBuiltIn(definition.id) && (
            <>
              <IconButton
                size="small"
                label={`Edit ${definition.id}`}
                icon={<Pencil />}
                onClick={() => onShow({ dialog: 'edit', definition })}
              />
              <IconButton
                size="small"
                label={`Delete ${definition.id}`}
                icon={<Trash2 />}
                onClick={() => onShow({ dialog: 'delete', definition })}
              />
            </>
          )}
        </span>
      ),
    },
  ]
  return (
    <div className="ui-stack" data-gap="large">
      {definitions.length === 0 ? (
        <Empty
          icon={<ShieldCheck aria-hidden="true" />}
          title="No permissions yet"
          action={
            <Button variant="primary" onClick={() => onShow({ dialog: 'create' })}>
              Create permission
            </Button>
          }
        >
          A permission is a name your app checks, such as read_reports. It can contain others, like a role.
        </Empty>
      ) : (
        <>
          <p className="ui-hint">
            {scope === 'team'
              ? 'Checked permissions are granted to users who create or join a team.'
              : 'Checked permissions are granted to users when they sign up.'}
          </p>
          <Table label="Definitions" rows={definitions} getId={({ id }) => id} columns={columns} />
          <Card title="Permission tree" description="A permission includes all permissions inside it.">
            <ContainmentTree definitions={definitions} />
          </Card>
        </>
      )}
      {(shown?.dialog === 'create' || shown?.dialog === 'edit') && (
        <DefinitionDialog
          scope={scope}
          definition={shown.dialog === 'edit' ? shown.definition : undefined}
          others={definitions}
          onClose={close}
        />
      )}
      {shown?.dialog === 'holders' && <HoldersDialog permissionId={shown.definition.id} onClose={close} />}
      {shown?.dialog === 'delete' && (
        <ConfirmDialog
          title={`Delete ${shown.definition.id}?`}
          description="Every user loses this permission, including users who have it through another one. This cannot be undone."
          action="Delete permission"
          name={shown.definition.id}
          onClose={close}
          onConfirm={async () => {
            const { id } = shown.definition
            const remove = () => change(`DELETE /${scope}-permission-definitions/{id}`, { params: { id } })
            await run(remove, { done: `${id} was deleted.` })
            close()
          }}
        />
      )}
    </div>
  )
}

const defaultLists = {
  team: [
    { key: 'teamCreator', listed: 'team_creator_default_permissions', header: 'Team creators' },
    { key: 'teamMember', listed: 'team_member_default_permissions', header: 'New members' },
  ],
  project: [{ key: 'signUp', listed: 'user_default_permissions', header: 'New users' }],
} as const

/** Default permissions. Each one is saved separately, so that owners do not overwrite each other. */
function useDefaults(scope: Scope) {
  const { config } = useProject()
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  return defaultLists[scope].map(({ key, listed, header }) => {
    const ids = config[listed].map(({ id }) => id)
    const save = (id: string, isOn: boolean) => updateConfig({ [`rbac.defaultPermissions.${key}.${id}`]: isOn || null })
    const toggle = (id: string, isOn: boolean) =>
      void run(() => save(id, isOn), {
        done: `${header} ${isOn ? 'get' : 'no longer get'} ${id}.`,
        undo: () => save(id, !isOn),
      })
    return { key, header, ids, toggle }
  })
}
