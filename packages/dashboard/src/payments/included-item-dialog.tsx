import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Catalog, IncludedItem } from './catalog.ts'
import { IntervalField, readInterval, toIntervalText } from './interval-field.tsx'

interface IncludedItemDialogProps {
  /** Undefined for a new one. */
  included?: { id: string; item: IncludedItem } | undefined
  /** Those that can be included. */
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
  // Without repetition there is nothing that it could be replaced by.
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
        hint="For subscriptions. What is bought once is granted once."
        value={repeat}
        hasTried={hasTried}
        onChange={setRepeat}
      />
      <SelectField
        label="Unused quantity"
        value={shownExpiry}
        onChange={(event) => setExpires(event.target.value as IncludedItem['expires'])}
      >
        <option value="never">Stays for good</option>
        <option value="when-purchase-expires">Ends with the paid period</option>
        {repeat.unit && <option value="when-repeated">Is replaced each time it is granted again</option>}
      </SelectField>
    </FormDialog>
  )
}
