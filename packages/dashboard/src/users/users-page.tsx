import { getRouteApi } from '@tanstack/react-router'
import { Columns3, Download, Ellipsis, Mail, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTypedSearch } from '../data/use-typed-search.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useMay } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { SearchField } from '../ui/field.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type BulkAction, BulkActionDialog } from './bulk-actions.tsx'
import { type ColumnId, columnNames, useColumns } from './columns.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { useExport } from './export.ts'
import { FilterButton, FilterChips } from './filters.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { type UserSearch, withChanges } from './search.ts'
import type { ListedUser } from './user-list.ts'
import { type SelectedUsers, UserTable } from './user-table.tsx'
import './users.css'

const route = getRouteApi('/owner/projects/$projectId/users')
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

export default function UsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState<'create' | 'invite' | 'import'>()
  const [acting, setActing] = useState<{ action: BulkAction; users: readonly ListedUser[] }>()
  const [selected, setSelected] = useState<SelectedUsers>(new Map())
  const columns = useColumns()
  const { exportAll } = useExport()
  const may = useMay()
  // Otherwise every typed letter would add a history entry.
  const change = (next: UserSearch) => {
    setSelected(new Map())
    void navigate({ search: next, replace: true })
  }
  const [text, setText] = useTypedSearch(search.query ?? '', (query) => change(withChanges(search, { query })))
  const close = () => setOpened(undefined)
  return (
    <Page
      title="Users"
      description="Everyone with an account in your app."
      actions={
        <>
          {may('export') && (
            <Menu trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}>
              {may('users') && (
                <MenuItem icon={<Upload aria-hidden="true" />} onSelect={() => setOpened('import')}>
                  Import CSV
                </MenuItem>
              )}
              <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => void exportAll(search)}>
                Export CSV
              </MenuItem>
            </Menu>
          )}
          {may('users') && (
            <>
              <Button icon={<Mail />} onClick={() => setOpened('invite')}>
                Invite
              </Button>
              <Button variant="primary" icon={<Plus />} onClick={() => setOpened('create')}>
                Create user
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="ui-stack">
        <search className="users-toolbar" aria-label="Users">
          <SearchField
            label="Search by name, email or ID"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <FilterButton search={search} onChange={change} />
          <ColumnMenu columns={columns} />
        </search>
        <FilterChips search={search} onChange={change} />
        <Boundary skeleton={<TableSkeleton />}>
          <UserTable
            search={search}
            onChange={change}
            onPage={(cursor) => void navigate({ search: withChanges(search, { cursor }) })}
            onCreate={() => setOpened('create')}
            columns={columns}
            selected={selected}
            onSelect={setSelected}
            onAct={(action, users) => setActing({ action, users })}
          />
        </Boundary>
      </div>
      {opened === 'create' && <CreateUserDialog onClose={close} />}
      {opened === 'invite' && <InviteDialog onClose={close} />}
      {opened === 'import' && (
        <Suspense>
          <ImportDialog onClose={close} />
        </Suspense>
      )}
      {acting && (
        <BulkActionDialog
          {...acting}
          onClose={() => setActing(undefined)}
          onFinish={(failed) => {
            const done = new Set(
              acting.users.filter((user) => !failed.some(({ id }) => id === user.id)).map(({ id }) => id),
            )
            setSelected((before) => new Map([...before].filter(([id]) => !done.has(id))))
          }}
        />
      )}
    </Page>
  )
}

function ColumnMenu({ columns }: { columns: ReturnType<typeof useColumns> }) {
  return (
    <Menu trigger={<IconButton label="Columns" variant="secondary" icon={<Columns3 />} />}>
      <MenuLabel>Columns</MenuLabel>
      {(Object.keys(columnNames) as ColumnId[]).map((id) => (
        <MenuCheck key={id} isChecked={columns.shown.has(id)} onChange={(isShown) => columns.toggle(id, isShown)}>
          {columnNames[id]}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem isDisabled={!columns.isChosen} onSelect={columns.reset}>
        Reset
      </MenuItem>
    </Menu>
  )
}
