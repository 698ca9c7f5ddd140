import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/page.tsx'
import { type IncludedItem, useCatalog } from './catalog.ts'
import { describeGrant } from './describe-included.ts'
import { IncludedItemDialog } from './included-item-dialog.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { Lines } from './lines.tsx'
import { itemsOf, type OfferDraft, setItem } from './offer-draft.ts'

interface IncludedItemsCardProps {
  draft: OfferDraft
  errorOf: (field: keyof OfferDraft) => string | undefined
  onChange: (change: Partial<OfferDraft>) => void
}

export function IncludedItemsCard({ draft, errorOf, onChange }: IncludedItemsCardProps) {
  const { items } = useCatalog()
  const [editing, setEditing] = useState<{ included?: { id: string; item: IncludedItem } }>()
  const [isCreating, setIsCreating] = useState(false)
  const included = Object.entries(itemsOf(draft))
  const ofCustomer = Object.entries(items).filter(([, item]) => item.customerType === draft.customerType)
  const left = Object.fromEntries(ofCustomer.filter(([id]) => !included.some(([other]) => other === id)))
  const canInclude = Object.keys(left).length > 0
  return (
    <Card
      title="Included items"
      description="What customers get with each unit."
      actions={
        <span className="ui-row">
          {canInclude && (
            <Button size="small" icon={<Plus />} onClick={() => setEditing({})}>
              Include item
            </Button>
          )}
          <Button size="small" onClick={() => setIsCreating(true)}>
            Create item
          </Button>
        </span>
      }
    >
      {included.length === 0 ? (
        <p className="ui-muted">No items yet. Create an item to grant credits, seats or anything else.</p>
      ) : (
        <Lines
          lines={included.map(([id, item]) => {
            const name = items[id]?.displayName ?? id
            const isOther = items[id]?.customerType !== draft.customerType
            return {
              id,
              label: `Edit included ${name}`,
              onEdit: () => setEditing({ included: { id, item } }),
              content: (
                <>
                  <strong>
                    {item.quantity.toLocaleString('en')} {name}
                  </strong>{' '}
                  <span className={isOther ? 'ui-error' : 'ui-muted'}>
                    {isOther ? 'belongs to another customer type, so it is not granted' : describeGrant(item)}
                  </span>
                </>
              ),
              error: errorOf(`item:${id}`),
            }
          })}
        />
      )}
      {editing && (
        <IncludedItemDialog
          included={editing.included}
          items={editing.included ? items : left}
          onSave={(id, item) => onChange(setItem(id, item))}
          onRemove={() => {
            if (editing.included) onChange(setItem(editing.included.id, null))
            setEditing(undefined)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {isCreating && (
        <ItemDialog
          customerType={draft.customerType}
          onClose={() => setIsCreating(false)}
          onCreated={() => setEditing({})}
        />
      )}
    </Card>
  )
}
