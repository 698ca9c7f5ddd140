import { getRouteApi } from '@tanstack/react-router'
import { Columns3, Download, Ellipsis, Mail, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useList } from '../data/use-list.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LinkedDialogButton } from '../parts/linked-dialog.tsx'
import { TypedSearch } from '../parts/list-filters.tsx'
import { Allowed, useMay } from '../parts/role.tsx'
import { FilterButton, FilterChips } from '../people/user-filters.tsx'
import { IconButton } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { type BulkAction, BulkActionDialog } from './bulk-actions.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { type ColumnId, columnNames, useColumns } from './columns.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { useExport } from './export.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { SavedViews } from './saved-views.tsx'
import type { UserSearch } from './search.ts'
import { UserCount } from './user-count.tsx'
import type { ListedUser } from './user-list.ts'
import { type SelectedUsers, UserTable } from './user-table.tsx'
import './users.css'

const route = getRouteApi('/owner/projects/$projectId/users')
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

export default function UsersPage() {
  const navigate = route.useNavigate()
  const [isImporting, setIsImporting] = useState(false)
  const [acting, setActing] = useState<{ action: BulkAction; users: readonly ListedUser[] }>()
  const [selected, setSelected] = useState<SelectedUsers>(new Map())
  const list = useList<UserSearch>(route.useSearch(), (to) => {
    // Other pages of the same list keep the selection.
    if (to.replace) setSelected(new Map())
    return navigate(to)
  })
  const columns = useColumns()
  const { exportAll } = useExport()
  const may = useMay()
  const act = (action: BulkAction, users: readonly ListedUser[]) => setActing({ action, users })
  return (
    <Page
      title="Users"
      description="Everyone with an account in your app."
      actions={
        <>
          {may('export') && (
            <Menu trigger={<IconButton label="More actions" variant="secondary" icon={<Ellipsis />} />}>
              {may('users') && (
                <MenuItem icon={<Upload />} onSelect={() => setIsImporting(true)}>
                  Import CSV
                </MenuItem>
              )}
              <MenuItem icon={<Download />} onSelect={() => void exportAll(list.search)}>
                Export CSV
              </MenuItem>
            </Menu>
          )}
          <Allowed to="users">
            <LinkedDialogButton hash="invite" icon={<Mail />} dialog={(close) => <InviteDialog onClose={close} />}>
              Invite
            </LinkedDialogButton>
            <LinkedDialogButton
              hash="create"
              variant="primary"
              icon={<Plus />}
              dialog={(close) => <CreateUserDialog onClose={close} />}
            >
              Create user
            </LinkedDialogButton>
          </Allowed>
        </>
      }
    >
      <div className="ui-stack users-list">
        <div className="users-top">
          <search className="users-toolbar" aria-label="Users" data-covered={selected.size > 0 || undefined}>
            <TypedSearch
              label="Search by name, email or ID"
              value={list.search.query}
              onChange={(query) => list.change({ query })}
            />
            <FilterButton list={list} />
            <SavedViews list={list} />
            <ColumnMenu columns={columns} />
            <UserCount search={list.search} />
          </search>
          {selected.size > 0 && <BulkBar search={list.filter} selected={selected} onSelect={setSelected} onAct={act} />}
        </div>
        <FilterChips list={list} />
        <Boundary skeleton={<TableSkeleton />}>
          <UserTable
            list={list}
            create={
              <Allowed to="users">
                <DialogButton dialog={(close) => <CreateUserDialog onClose={close} />}>Create user</DialogButton>
              </Allowed>
            }
            columns={columns}
            selected={selected}
            onSelect={setSelected}
            onAct={act}
          />
        </Boundary>
      </div>
      <Allowed to="users">
        {isImporting && (
          <Suspense>
            <ImportDialog onClose={() => setIsImporting(false)} />
          </Suspense>
        )}
      </Allowed>
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
