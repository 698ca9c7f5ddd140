import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useCatalog } from './catalog.ts'
import { customerTypeNames } from './customer-types.ts'
import { ItemDialog } from './item-dialog.tsx'

export function ItemsSection() {
  const { items, offers } = useCatalog()
  const [editing, setEditing] = useState<{ itemId?: string }>()
  const rows = Object.entries(items).map(([id, item]) => ({
    id,
    ...item,
    offers: Object.values(offers).filter(({ includedItems }) => Object.hasOwn(includedItems, id)),
  }))
  return (
    <Section
      title="Items"
      id="items"
      description="What customers have a number of, such as credits, seats or API calls. Offers grant items, and your server can add or subtract them."
      actions={
        <Button size="small" icon={<Plus />} onClick={() => setEditing({})}>
          Create item
        </Button>
      }
    >
      <Table
        label="Items"
        rows={rows}
        empty="No items yet. Without items, an offer only records that a customer bought it."
        actions={({ id, displayName }) => (
          <IconButton
            size="small"
            label={`Edit ${displayName}`}
            icon={<Pencil />}
            onClick={() => setEditing({ itemId: id })}
          />
        )}
        actionsWidth={56}
        columns={[
          { id: 'name', header: 'Item', cell: ({ displayName }) => <strong>{displayName}</strong> },
          { id: 'id', header: 'ID', priority: 'medium', cell: ({ id }) => <CopyableId id={id} name={`ID ${id}`} /> },
          { id: 'for', header: 'For', priority: 'low', cell: (item) => customerTypeNames[item.customerType] },
          {
            id: 'offers',
            header: 'In offers',
            cell: (item) => item.offers.map(({ displayName }) => displayName).join(', ') || '–',
          },
        ]}
      />
      {editing && <ItemDialog itemId={editing.itemId} onClose={() => setEditing(undefined)} />}
    </Section>
  )
}
