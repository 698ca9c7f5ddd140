import { useState } from 'react'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { NameAndIdFields, useNameAndId } from '../parts/name-and-id.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { useCatalog } from './catalog.ts'
import { type CustomerType, customerTypeNames, customerTypes } from './customer-types.ts'

interface ItemDialogProps {
  /** Undefined for a new item. */
  itemId?: string | undefined
  /** Preset for a new item. */
  customerType?: CustomerType | undefined
  onClose: () => void
  onCreated?: (itemId: string) => void
}

export function ItemDialog({ itemId, customerType = 'user', onClose, onCreated }: ItemDialogProps) {
  const project = useProject()
  const { items, offers } = useCatalog()
  const saved = itemId === undefined ? undefined : items[itemId]
  const { id, name, check, fields } = useNameAndId({
    saved: itemId === undefined ? undefined : { id: itemId, name: saved?.displayName ?? '' },
    taken: Object.keys(items),
  })
  const [type, setType] = useState<CustomerType>(saved?.customerType ?? customerType)
  const [isDeleting, setIsDeleting] = useState(false)
  const { isBusy, run } = useAction()
  const using = Object.values(offers).filter(({ includedItems }) => Object.hasOwn(includedItems, id))
  const isUsed = itemId !== undefined && using.length > 0
  const save = async () => {
    if (!check()) return
    const isDone = await run(
      () => project.updateConfig({ [`payments.items.${id}`]: { displayName: name, customerType: type } }),
      { done: itemId ? 'The item was saved.' : 'The item was created.' },
    )
    if (!isDone) return
    onCreated?.(id)
    onClose()
  }
  const remove = async () => {
    const isDone = await run(() => project.updateConfig({ [`payments.items.${id}`]: null }), {
      done: 'The item was deleted.',
      undo: () => project.updateConfig({ [`payments.items.${id}`]: { displayName: name, customerType: type } }),
    })
    if (isDone) onClose()
  }
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
        onConfirm={remove}
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={itemId ? 'Edit item' : 'Create item'}
      description="Something customers have a number of, such as credits, seats or API calls."
      onClose={onClose}
      onSubmit={() => void save()}
      action={itemId ? 'Save' : 'Create item'}
      isBusy={isBusy}
      otherActions={
        itemId && (
          <Button variant="danger" onClick={() => setIsDeleting(true)}>
            Delete item
          </Button>
        )
      }
    >
      <NameAndIdFields fields={fields} placeholder="Credits" hint="Customers see it on the purchase page." />
      <SelectField
        label="Customer type"
        hint={
          type === 'custom'
            ? 'Anything your app identifies by an ID, such as a workspace or a device.'
            : isUsed
              ? 'Offers for other customer types no longer grant it.'
              : undefined
        }
        value={type}
        onChange={(event) => setType(event.target.value as CustomerType)}
      >
        {customerTypes.map((each) => (
          <option key={each} value={each}>
            {customerTypeNames[each]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
