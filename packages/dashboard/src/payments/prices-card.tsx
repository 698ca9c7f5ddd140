import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Badge, Card } from '../ui/page.tsx'
import { describePrice, type Price } from './catalog.ts'
import { Lines } from './lines.tsx'
import { type OfferDraft, pricesOf, setPrice } from './offer-draft.ts'
import { PriceDialog } from './price-dialog.tsx'

interface PricesCardProps {
  draft: OfferDraft
  errorOf: (field: keyof OfferDraft) => string | undefined
  onChange: (change: Partial<OfferDraft>) => void
}

export function PricesCard({ draft, errorOf, onChange }: PricesCardProps) {
  const [editing, setEditing] = useState<{ price?: { id: string; price: Price } }>()
  const prices = Object.entries(pricesOf(draft))
  const problem = errorOf('prices')
  return (
    <Card
      title="Prices"
      description="Customers choose one. Changes apply to new purchases."
      actions={
        !draft.isFree && (
          <Button size="small" icon={<Plus />} onClick={() => setEditing({})}>
            Add price
          </Button>
        )
      }
    >
      {!draft.isFree &&
        (prices.length === 0 ? (
          !problem && <p className="ui-muted">No prices yet.</p>
        ) : (
          <Lines
            lines={prices.map(([id, price]) => ({
              id,
              label: `Edit price ${id}`,
              onEdit: () => setEditing({ price: { id, price } }),
              content: (
                <>
                  <strong>{describePrice(price)}</strong> <code className="ui-muted">{id}</code>
                </>
              ),
              badge: price.serverOnly && <Badge>Server only</Badge>,
              error: errorOf(`price:${id}`),
            }))}
          />
        ))}
      {!draft.isFree && problem && (
        <p className="ui-error" role="alert">
          {problem}
        </p>
      )}
      <SwitchField
        label="Included by default"
        hint="Free for everyone who has no other offer in its group, such as a free plan."
        checked={draft.isFree}
        onChange={(isFree) => onChange({ isFree })}
      />
      {editing && (
        <PriceDialog
          price={editing.price}
          taken={prices.map(([id]) => id)}
          onSave={(id, price) => onChange(setPrice(id, price))}
          onRemove={() => {
            if (editing.price) onChange(setPrice(editing.price.id, null))
            setEditing(undefined)
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  )
}
