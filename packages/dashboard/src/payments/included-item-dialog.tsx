import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Catalog, IncludedItem } from './catalog.ts'
import { IntervalField, readInterval, toIntervalText } from './interval-field.tsx'

interface IncludedItemDialogProps {
  /** Undefined for a new item. */
  included?: { id: string; item: IncludedItem } | undefined
  /** The items that can be included. */
  items: Catalog['items']
  onSave: (id: string, item: IncludedItem) => void
  onRemove: () => void
  onClose: () => void
}

const maxQuantity = 1_000_000_000

export function IncludedItemDialog({ included, items, onSave, onRemove, onClose }: IncludedItemDialogProps) {
  const [id, setId] = useState(included?.id ?? Object.keys(items)[0] ?? '')
  const [quantity, setQuantity] = useState(String(included?.item.quantity ?? ''))
  const [repeat, setRepeat] = useState(
    toIntervalText(included && included.item.repeat !== 'never' ? included.item.repeat : undefined),
  )
  const [expires, setExpires] = useState<IncludedItem['expires']>(included?.item.expires ?? 'never')
  const [hasTried, setHasTried] = useState(false)
  const interval = readInterval(repeat)
  const isNumber = /^\d{1,10}$/.test(quantity.trim()) && Number(quantity) >= 1 && Number(quantity) <= maxQuantity
  // An item granted once is never replaced.
  const shownExpiry = !repeat.unit && expires === 'when-repeated' ? 'never' : expires
  const save = () => {
    setHasTried(true)
    if (!isNumber || interval === null) return
    onSave(id, { quantity: Number(quantity), repeat: interval ?? 'never', expires: shownExpiry })
    onClose()
  }
  return (
    <FormDialog
      title={included ? 'Edit included item' : 'Include item'}
      onClose={onClose}
      onSubmit={save}
      action={included ? 'Apply' : 'Include item'}
      otherActions={
        included && (
          <Button
            variant="danger"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            Remove item
          </Button>
        )
      }
    >
      <SelectField
        label="Item"
        disabled={included !== undefined}
        value={id}
        onChange={(event) => setId(event.target.value)}
      >
        {Object.entries(items).map(([itemId, { displayName }]) => (
          <option key={itemId} value={itemId}>
            {displayName}
          </option>
        ))}
        {included && !Object.hasOwn(items, included.id) && <option>{included.id}</option>}
      </SelectField>
      <TextField
        label="Quantity"
        inputMode="numeric"
        placeholder="50"
        error={hasTried && !isNumber ? 'Enter a whole number from 1 to 1,000,000,000.' : undefined}
        value={quantity}
        onChange={(event) => setQuantity(event.target.value)}
      />
      <IntervalField
        label="Granted"
        never="Once, with the purchase"
        hint="For subscriptions. One-time purchases grant items once."
        value={repeat}
        hasTried={hasTried}
        onChange={setRepeat}
      />
      <SelectField
        label="Unused quantity"
        value={shownExpiry}
        onChange={(event) => setExpires(event.target.value as IncludedItem['expires'])}
      >
        <option value="never">Does not expire</option>
        <option value="when-purchase-expires">Expires with the paid period</option>
        {repeat.unit && <option value="when-repeated">Is replaced by the next grant</option>}
      </SelectField>
    </FormDialog>
  )
}
