import { Pencil, Plus, Trash2, Vault } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useData, useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { Boundary } from '../parts/boundary.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { LockedPage } from '../parts/role.tsx'
import { IconButton } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { DialogButton, Outside } from '../ui/dialog-button.tsx'
import { SelectField } from '../ui/field.tsx'
import { Reading } from '../ui/lock.tsx'
import { Card, Empty } from '../ui/page.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { snippetFor } from './snippet.ts'
import { type Store, StoreDialog } from './store-dialog.tsx'

export default function DataVaultPage() {
  return (
    <LockedPage
      changes="settings"
      title="Data vault"
      description="Values that your server encrypts before sending. No one can read them here, not even owners."
      actions={<CreateStore icon={<Plus />} />}
    >
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <Stores />
      </Boundary>
    </LockedPage>
  )
}

const useVaultStores = (): Store[] => useData('GET /internal/data-vault/stores').stores

function CreateStore({ icon }: { icon?: ReactNode }) {
  return (
    <DialogButton
      variant="primary"
      icon={icon}
      dialog={(close) => (
        <Suspense>
          <CreateDialog onClose={close} />
        </Suspense>
      )}
    >
      Create store
    </DialogButton>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  return <StoreDialog taken={useVaultStores().map(({ id }) => id)} onClose={onClose} />
}

function Stores() {
  const stores = useVaultStores()
  if (stores.length === 0) {
    return (
      <Empty icon={<Vault />} title="No stores yet" action={<CreateStore />}>
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
        actions={(store) => <Actions store={store} />}
        actionsWidth={96}
        columns={[
          { id: 'name', header: 'Store', cell: ({ display_name }) => <strong>{display_name}</strong> },
          { id: 'id', header: 'ID', priority: 'medium', cell: ({ id }) => <CopyableId id={id} name={`ID ${id}`} /> },
          {
            id: 'values',
            header: 'Values',
            align: 'end',
            cell: ({ value_count, has_more }) => `${value_count.toLocaleString('en')}${has_more ? '+' : ''}`,
          },
        ]}
      />
      <HowTo stores={stores} />
    </>
  )
}

function Actions({ store }: { store: Store }) {
  const { id, display_name: name } = store
  const { updateConfig } = useProjectChanges()
  const revision = useConfigRevision()
  const [shown, setShown] = useState<'edit' | 'delete'>()
  const close = () => setShown(undefined)
  const keyPath = `dataVault.stores.${id}`
  return (
    <>
      <IconButton size="small" label={`Rename ${name}`} icon={<Pencil />} onClick={() => setShown('edit')} />
      <IconButton size="small" label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setShown('delete')} />
      <Outside>
        {shown === 'edit' && <StoreDialog store={store} taken={[]} onClose={close} />}
        {shown === 'delete' && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            description="Your server can no longer read or write its values. The encrypted values stay in the database. Create a store with the same ID to use them again."
            action="Delete store"
            name={name}
            run={() => updateConfig({ [keyPath]: null }, revision)}
            done={`${name} was deleted.`}
            undo={(saved) => updateConfig({ [keyPath]: { displayName: name } }, saved.revision)}
            onClose={close}
          />
        )}
      </Outside>
    </>
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
          <Reading>
            <SelectField
              label="Store"
              options={stores.map(({ id, display_name }) => [id, display_name] as const)}
              value={store.id}
              onChange={(event) => setChosen(event.target.value)}
            />
          </Reading>
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
