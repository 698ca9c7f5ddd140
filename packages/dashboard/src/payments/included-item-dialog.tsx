import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import type { Catalog, IncludedItem } from './catalog.ts'
import {
  findIntervalProblem,
  IntervalField,
  type IntervalText,
  readInterval,
  toIntervalText,
} from './interval-field.tsx'

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
  const { repeat, quantity, expires = 'never' } = included?.item ?? {}
  const form = useForm({
    initial: {
      id: included?.id ?? Object.keys(items)[0] ?? '',
      quantity: String(quantity ?? ''),
      repeat: toIntervalText(repeat === 'never' ? undefined : repeat),
      expires: expires as IncludedItem['expires'],
    },
    check: (values) => ({
      quantity: isQuantity(values.quantity) ? undefined : 'Enter a whole number from 1 to 1,000,000,000.',
      repeat: findIntervalProblem(values.repeat),
    }),
    submit: async (values) => {
      const interval = readInterval(values.repeat) ?? 'never'
      onSave(values.id, { quantity: Number(values.quantity), repeat: interval, expires: expiryOf(values) })
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={included ? 'Edit included item' : 'Include item'}
      onClose={onClose}
      action={included ? 'Apply' : 'Include item'}
      otherActions={
        included && (
          <Button variant="danger" onClick={onRemove}>
            Remove item
          </Button>
        )
      }
    >
      <SelectField
        label="Item"
        options={{
          ...Object.fromEntries(Object.entries(items).map(([itemId, { displayName }]) => [itemId, displayName])),
          ...(included && !Object.hasOwn(items, included.id) && { [included.id]: included.id }),
        }}
        disabled={included !== undefined}
        {...form.text('id')}
      />
      <TextField label="Quantity" inputMode="numeric" placeholder="50" {...form.text('quantity')} />
      <IntervalField
        label="Granted"
        never="Once, with the purchase"
        hint="For subscriptions. One-time purchases grant items once."
        value={form.values.repeat}
        error={form.errorOf('repeat')}
        onChange={(next) => form.change({ repeat: next })}
      />
      <SelectField
        label="Unused quantity"
        options={{
          never: 'Does not expire',
          'when-purchase-expires': 'Expires with the paid period',
          ...(form.values.repeat.unit && { 'when-repeated': 'Is replaced by the next grant' }),
        }}
        {...form.text('expires')}
        value={expiryOf(form.values)}
      />
    </FormDialog>
  )
}

const isQuantity = (text: string) => /^\d{1,10}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= maxQuantity

/** An item granted once is never replaced. */
const expiryOf = ({ repeat, expires }: { repeat: IntervalText; expires: IncludedItem['expires'] }) =>
  !repeat.unit && expires === 'when-repeated' ? 'never' : expires
