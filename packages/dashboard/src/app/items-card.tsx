import { appInternalsSymbol, type CacheStore, type Item } from '@latchkey/react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useData } from './data.ts'
import { useProject } from './owner.ts'
import { useAction } from './use-action.ts'

interface CountedItem {
  id: string
  name: string
}

interface Customer {
  type: 'user' | 'team'
  id: string
}

interface ItemsCardProps {
  customer: Customer
  storeOf: (itemId: string) => CacheStore<Item>
}

/** What is counted for users or teams, as defined in the project's payments, and how much this one has of it. */
export function ItemsCard({ customer, storeOf }: ItemsCardProps) {
  const { type } = customer
  const { payments } = useData(useProject()[appInternalsSymbol].config)
  const items = Object.entries(payments.items)
    .filter(([, { customerType }]) => customerType === type)
    .map(([id, { displayName }]): CountedItem => ({ id, name: displayName || id }))
  const [changing, setChanging] = useState<CountedItem>()
  if (items.length === 0) {
    return (
      <Section title="Items">
        <p className="ui-muted">
          No items are defined for {type}s. Items count what customers have, such as seats or credits.
        </p>
      </Section>
    )
  }
  return (
    <Section title="Items" description={`What this ${type} has of everything that is counted for ${type}s.`}>
      <Table
        label="Quantities"
        rows={items}
        getId={(item) => item.id}
        columns={[
          { id: 'item', header: 'Item', cell: (item) => <strong>{item.name}</strong> },
          { id: 'id', header: 'ID', priority: 'low', cell: (item) => <code>{item.id}</code> },
          { id: 'quantity', header: 'Quantity', align: 'end', cell: (item) => <Quantity store={storeOf(item.id)} /> },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 96,
            cell: (item) => (
              <Button size="small" aria-label={`Change ${item.name}`} onClick={() => setChanging(item)}>
                Change
              </Button>
            ),
          },
        ]}
      />
      {changing && <ChangeDialog customer={customer} item={changing} onClose={() => setChanging(undefined)} />}
    </Section>
  )
}

function Quantity({ store }: { store: CacheStore<Item> }) {
  return useData(store).quantity.toLocaleString('en')
}

function ChangeDialog({ customer, item, onClose }: { customer: Customer; item: CountedItem; onClose: () => void }) {
  const { app } = useProject()
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const change = async () => {
    const quantity = Number(amount)
    if (!Number.isSafeInteger(quantity) || quantity === 0) return setProblem('Enter a whole number, such as 10 or -3.')
    setProblem(undefined)
    const isDone = await run(
      () =>
        app.createItemQuantityChange({
          ...(customer.type === 'team' ? { teamId: customer.id } : { userId: customer.id }),
          itemId: item.id,
          quantity,
          ...(description.trim() && { description: description.trim() }),
        }),
      { done: `${item.name} was changed by ${quantity > 0 ? '+' : ''}${quantity}.` },
    )
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={`Change ${item.name}`}
      onClose={onClose}
      onSubmit={() => void change()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            Change
          </Button>
        </>
      }
    >
      <TextField
        label="Add or subtract"
        inputMode="numeric"
        placeholder="10"
        hint="A negative number subtracts. The quantity cannot become negative."
        error={problem}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label="Reason (optional)"
        hint="Shown in the transactions."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </Dialog>
  )
}
