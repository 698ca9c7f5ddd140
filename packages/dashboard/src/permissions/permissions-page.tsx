import { getRouteApi } from '@tanstack/react-router'
import { Plus, ShieldCheck } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useAll } from '../data/data.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Allowed, ReadOnlyNotice } from '../parts/role.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Empty, Page, Section } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { DefinitionDialog } from './definition-dialog.tsx'
import { DefinitionTable } from './definition-table.tsx'
import './permissions.css'
import { RoleMatrix } from './role-matrix.tsx'
import { inReadingOrder, isRole, type Scope } from './scope.ts'

const route = getRouteApi('/owner/projects/$projectId/permissions')

const scopes = [
  { value: 'team', label: 'In teams' },
  { value: 'project', label: 'In the project' },
] as const

export default function PermissionsPage() {
  const { scope = 'team' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title="Permissions"
      description="What your users can do. Your app checks for permissions in a team or in the whole project."
      actions={<CreatePermission scope={scope} icon={<Plus />} />}
    >
      <ReadOnlyNotice to="settings" />
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
    </Page>
  )
}

function CreatePermission({ scope, icon }: { scope: Scope; icon?: ReactNode }) {
  return (
    <Allowed to="settings">
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
    </Allowed>
  )
}

function Definitions({ scope }: { scope: Scope }) {
  const definitions = inReadingOrder(useAll(`GET /${scope}-permission-definitions`))
  const roles = definitions.filter(isRole)
  const permissions = definitions.filter((definition) => !isRole(definition))
  if (definitions.length === 0) {
    return (
      <Empty icon={<ShieldCheck />} title="No permissions yet" action={<CreatePermission scope={scope} />}>
        A permission is a name your app checks, such as read_reports. A permission that contains others is a role.
      </Empty>
    )
  }
  return (
    <div className="ui-stack" data-gap="section">
      {roles.length > 0 && (
        <Section title="Roles" description={`Permissions that contain others. ${aboutDefaults[scope]}`}>
          <DefinitionTable label="Roles" scope={scope} rows={roles} definitions={definitions} />
        </Section>
      )}
      {permissions.length > 0 && (
        <Section title="Permissions" description={roles.length === 0 && aboutDefaults[scope]}>
          <DefinitionTable label="Permissions" scope={scope} rows={permissions} definitions={definitions} />
        </Section>
      )}
      {roles.length > 0 && (
        <Section title="What each role includes" description="Directly, or through another role that it contains.">
          <RoleMatrix definitions={definitions} />
        </Section>
      )}
    </div>
  )
}

const aboutDefaults: Record<Scope, string> = {
  team: 'Checked ones are granted to users who create or join a team.',
  project: 'Checked ones are granted to users when they sign up.',
}
