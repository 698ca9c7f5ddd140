import { Pencil, Plus, Trash2, Vault } from 'lucide-react'
import { useState } from 'react'
import { useData, useProjectChanges } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CodeBlock, CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { Card, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { snippetFor } from './snippet.ts'
import { type Store, StoreDialog } from './store-dialog.tsx'

export default function DataVaultPage() {
  const [isCreating, setIsCreating] = useState(false)
  return (
    <LockedPage
      changes="settings"
      title="Data vault"
      description="Values that your server encrypts before sending. No one can read them here, not even owners."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setIsCreating(true)}>
          Create store
        </Button>
      }
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <Stores onCreate={() => setIsCreating(true)} />
        {isCreating && <CreateDialog onClose={() => setIsCreating(false)} />}
      </Boundary>
    </LockedPage>
  )
}

const useVaultStores = (): Store[] => useData('GET /internal/data-vault/stores').stores

function CreateDialog({ onClose }: { onClose: () => void }) {
  return <StoreDialog taken={useVaultStores().map(({ id }) => id)} onClose={onClose} />
}

function Stores({ onCreate }: { onCreate: () => void }) {
  const stores = useVaultStores()
  const [editing, setEditing] = useState<Store>()
  const [deleting, setDeleting] = useState<Store>()
  if (stores.length === 0) {
    return (
      <Empty
        icon={<Vault aria-hidden="true" />}
        title="No stores yet"
        action={
          <Button variant="primary" onClick={onCreate}>
            Create store
          </Button>
        }
      >
        A store holds data that must stay unreadable even to people with access to your database, such as access tokens
        or health data.
      </Empty>
    )
  }
  return (
    <>
      <Table
        label="Stores"
        rows={stores}
        getId={({ id }) => id}
        columns={[
          { id: 'name', header: 'Store', cell: ({ display_name }) => <strong>{display_name}</strong> },
          { id: 'id', header: 'ID', priority: 'medium', cell: ({ id }) => <CopyableId id={id} name={`ID ${id}`} /> },
          {
            id: 'values',
            header: 'Values',
            align: 'end',
            cell: ({ value_count, has_more }) => `${value_count.toLocaleString('en')}${has_more ? '+' : ''}`,
          },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 96,
            cell: (store) => (
              <>
                <IconButton
                  size="small"
                  label={`Rename ${store.display_name}`}
                  icon={<Pencil />}
                  onClick={() => setEditing(store)}
                />
                <IconButton
                  size="small"
                  label={`Delete ${store.display_name}`}
                  icon={<Trash2 />}
                  onClick={() => setDeleting(store)}
                />
              </>
            ),
          },
        ]}
      />
      <HowTo stores={stores} />
      {editing && <StoreDialog store={editing} taken={[]} onClose={() => setEditing(undefined)} />}
      {deleting && <DeleteDialog store={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  const keyPath = `dataVault.stores.${store.id}`
  return (
    <ConfirmDialog
      title={`Delete ${store.display_name}?`}
      description="Your server can no longer read or write its values. The encrypted values stay in the database. Create a store with the same ID to use them again."
      action="Delete store"
      name={store.display_name}
      onConfirm={async () => {
        const isDone = await run(() => updateConfig({ [keyPath]: null }), {
          done: `${store.display_name} was deleted.`,
          undo: () => updateConfig({ [keyPath]: { displayName: store.display_name } }),
        })
        if (isDone) onClose()
      }}
      onClose={onClose}
    />
  )
}

function HowTo({ stores }: { stores: readonly Store[] }) {
  const [chosen, setChosen] = useState('')
  const store = stores.find(({ id }) => id === chosen) ?? stores[0]!
  return (
    <Card
      title="Use a store"
      description="Run this on your server. A value needs both its key and the secret. Store the secret safely: without it, the values are lost."
    >
      {stores.length > 1 && (
        <div className="ui-form">
          <SelectField label="Store" value={store.id} onChange={(event) => setChosen(event.target.value)}>
            {stores.map(({ id, display_name }) => (
              <option key={id} value={id}>
                {display_name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <CodeBlock title="Node.js" code={snippetFor(store.id)} />
      <p>
        <a href="/docs/guide/data-vault" target="_blank" rel="noreferrer">
          How values are protected
        </a>
      </p>
    </Card>
  )
}
