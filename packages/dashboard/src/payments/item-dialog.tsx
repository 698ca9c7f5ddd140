import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { checkNameAndId, idOf, type NameAndId, NameAndIdFields } from '../parts/name-and-id.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { useCatalog } from './catalog.ts'
import { type CustomerType, customerTypeNames } from './customer-types.ts'

interface ItemDialogProps {
  /** Undefined for a new item. */
  itemId?: string | undefined
  /** Preset for a new item. */
  customerType?: CustomerType | undefined
  onClose: () => void
  onCreated?: (itemId: string) => void
}

type Values = NameAndId & { type: CustomerType }

export function ItemDialog({ itemId, customerType = 'user', onClose, onCreated }: ItemDialogProps) {
  const { updateConfig } = useProjectChanges()
  const { items, offers } = useCatalog()
  const saved = itemId === undefined ? undefined : items[itemId]
  const [isDeleting, setIsDeleting] = useState(false)
  const using = Object.values(offers).filter(({ includedItems }) => itemId && Object.hasOwn(includedItems, itemId))
  const isUsed = using.length > 0
  const revision = useConfigRevision()
  const save = (values: Values, at: number) =>
    updateConfig(
      { [`payments.items.${idOf(values)}`]: { displayName: values.name.trim(), customerType: values.type } },
      at,
    )
  const form = useForm<Values>({
    initial: { name: saved?.displayName ?? '', id: itemId, type: saved?.customerType ?? customerType },
    check: (values) => checkNameAndId(values, itemId ? undefined : Object.keys(items)),
    revision,
    submit: async (values, openedAt) => {
      await save(values, openedAt)
      onCreated?.(idOf(values))
    },
    done: () => (itemId ? 'The item was saved.' : 'The item was created.'),
    onDone: onClose,
  })
  if (isDeleting) {
    return (
      <ConfirmDialog
        title={`Delete ${saved?.displayName}?`}
        description={
          `Your app can no longer read or change customers’ balances. ` +
          (isUsed ? `${using.map(({ displayName }) => displayName).join(', ')} will no longer grant it. ` : '') +
          'Balances are kept. Create an item with the same ID to use them again.'
        }
        action="Delete item"
        name={saved?.displayName}
        run={() => updateConfig({ [`payments.items.${itemId}`]: null }, revision)}
        done="The item was deleted."
        undo={(deleted) => save(form.values, deleted.revision)}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      {...form.dialog}
      title={itemId ? 'Edit item' : 'Create item'}
      description="Something customers have a number of, such as credits, seats or API calls."
      onClose={onClose}
      action={itemId ? 'Save' : 'Create item'}
      otherActions={
        itemId && (
          <Button variant="danger" onClick={() => setIsDeleting(true)}>
            Delete item
          </Button>
        )
      }
    >
      <NameAndIdFields
        form={form}
        isNew={!itemId}
        placeholder="Credits"
        hint="Customers see it on the purchase page."
      />
      <SelectField
        label="Customer type"
        hint={
          form.values.type === 'custom'
            ? 'Anything your app identifies by an ID, such as a workspace or a device.'
            : isUsed
              ? 'Offers for other customer types no longer grant it.'
              : undefined
        }
        options={customerTypeNames}
        {...form.text('type')}
      />
    </FormDialog>
  )
}
