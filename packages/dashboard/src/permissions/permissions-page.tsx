import { getRouteApi } from '@tanstack/react-router'
import { Pencil, Plus, ShieldCheck, Trash2, Users } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useAll, useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { LockedPage } from '../parts/role.tsx'
import { IconButton } from '../ui/button.tsx'
import { DialogButton, Outside } from '../ui/dialog-button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Badge, Card, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
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

export default function PermissionsPage() {
  const { scope = 'team' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <LockedPage
      changes="settings"
      title="Permissions"
      description="What your users can do. Your app checks for permissions in a team or in the whole project."
      actions={<CreatePermission scope={scope} icon={<Plus />} />}
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
              <Definitions scope={value} />
            </Boundary>
          ),
        }))}
      />
    </LockedPage>
  )
}

function CreatePermission({ scope, icon }: { scope: Scope; icon?: ReactNode }) {
  return (
    <DialogButton
      variant="primary"
      icon={icon}
      dialog={(close) => (
        <Suspense>
          <DefinitionDialog scope={scope} onClose={close} />
        </Suspense>
      )}
    >
      Create permission
    </DialogButton>
  )
}

function Definitions({ scope }: { scope: Scope }) {
  const definitions = useAll(`GET /${scope}-permission-definitions`)
  const defaults = useDefaults(scope)
  if (definitions.length === 0) {
    return (
      <Empty icon={<ShieldCheck />} title="No permissions yet" action={<CreatePermission scope={scope} />}>
        A permission is a name your app checks, such as read_reports. It can contain others, like a role.
      </Empty>
    )
  }
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
    actionsColumn((definition) => <Actions scope={scope} definition={definition} />, 120),
  ]
  return (
    <div className="ui-stack" data-gap="large">
      <p className="ui-hint">
        {scope === 'team'
          ? 'Checked permissions are granted to users who create or join a team.'
          : 'Checked permissions are granted to users when they sign up.'}
      </p>
      <Table label="Definitions" rows={definitions} columns={columns} />
      <Card title="Permission tree" description="A permission includes all permissions inside it.">
        <ContainmentTree definitions={definitions} />
      </Card>
    </div>
  )
}

function Actions({ scope, definition }: { scope: Scope; definition: Definition }) {
  const { id } = definition
  const { change } = useApi()
  const [shown, setShown] = useState<'holders' | 'edit' | 'delete'>()
  const close = () => setShown(undefined)
  return (
    <span className="permissions-actions">
      <IconButton size="small" label={`Who has ${id}`} icon={<Users />} onClick={() => setShown('holders')} />
      {!isBuiltIn(id) && (
        <>
          <IconButton size="small" label={`Edit ${id}`} icon={<Pencil />} onClick={() => setShown('edit')} />
          <IconButton size="small" label={`Delete ${id}`} icon={<Trash2 />} onClick={() => setShown('delete')} />
        </>
      )}
      <Outside>
        {shown === 'holders' && <HoldersDialog permissionId={id} onClose={close} />}
        {shown === 'edit' && <DefinitionDialog scope={scope} definition={definition} onClose={close} />}
        {shown === 'delete' && (
          <ConfirmDialog
            title={`Delete ${id}?`}
            description="Every user loses this permission, including users who have it through another one. This cannot be undone."
            action="Delete permission"
            name={id}
            run={() => change(`DELETE /${scope}-permission-definitions/{id}`, { params: { id } })}
            done={`${id} was deleted.`}
            onClose={close}
          />
        )}
      </Outside>
    </span>
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
  const { config, revision } = useProject()
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  return defaultLists[scope].map(({ key, listed, header }) => {
    const ids = config[listed].map(({ id }) => id)
    const save = (id: string, isOn: boolean, at = revision) =>
      updateConfig({ [`rbac.defaultPermissions.${key}.${id}`]: isOn || null }, at)
    const toggle = (id: string, isOn: boolean) =>
      void run(() => save(id, isOn), {
        done: `${header} ${isOn ? 'get' : 'no longer get'} ${id}.`,
        undo: (saved) => save(id, !isOn, saved.revision),
      })
    return { key, header, ids, toggle }
  })
}
