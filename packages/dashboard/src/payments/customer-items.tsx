import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useCatalog } from './catalog.ts'
import { type CustomerReference, customerTypeNames } from './customer-types.ts'

interface Balance {
  id: string
  display_name: string
  quantity: number
}

/** The customer's balance of every item for its customer type. */
export function CustomerItems({ customer }: { customer: CustomerReference }) {
  const { items } = useCatalog()
  const { cached, call } = useStores()
  const ids = Object.keys(items).filter((id) => items[id]?.customerType === customer.type)
  const of = { customer_type: customer.type, customer_id: customer.id }
  const balances = useData(
    cached(`payments/items/${JSON.stringify([customer.type, customer.id, ids])}`, () =>
      Promise.all(
        ids.map((item_id) =>
          call('GET /payments/items/{customer_type}/{customer_id}/{item_id}', { params: { ...of, item_id } }),
        ),
      ),
    ),
  )
  const [changing, setChanging] = useState<Balance>()
  return (
    <Section title="Items" description="Balances from purchases, default offers and manual changes.">
      {balances.length === 0 ? (
        <p className="ui-muted">
          No items are defined for {customerTypeNames[customer.type].toLowerCase()}. Items are what customers have a
          number of, such as seats or credits.
        </p>
      ) : (
        <Table
          label="Balances"
          rows={balances}
          getId={({ id }) => id}
          columns={[
            { id: 'item', header: 'Item', cell: ({ display_name }) => <strong>{display_name}</strong> },
            { id: 'id', header: 'ID', priority: 'low', cell: ({ id }) => <code>{id}</code> },
            { id: 'quantity', header: 'Quantity', align: 'end', cell: (item) => item.quantity.toLocaleString('en') },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 96,
              cell: (item) => (
                <Button size="small" aria-label={`Change ${item.display_name}`} onClick={() => setChanging(item)}>
                  Change
                </Button>
              ),
            },
          ]}
        />
      )}
      {changing && <ChangeDialog customer={customer} item={changing} onClose={() => setChanging(undefined)} />}
    </Section>
  )
}

interface ChangeDialogProps {
  customer: CustomerReference
  item: Balance
  onClose: () => void
}

function ChangeDialog({ customer, item, onClose }: ChangeDialogProps) {
  const { app } = useProject()
  const { refresh } = useStores()
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const quantity = Number(amount)
  const left = item.quantity + quantity
  const problem = findProblem(amount, left)
  const change = async () => {
    setHasTried(true)
    if (problem) return
    const isDone = await run(
      async () => {
        await app.createItemQuantityChange({
          ...toReference(customer),
          itemId: item.id,
          quantity,
          ...(description.trim() && { description: description.trim() }),
          ...(expiresOn && { expiresAt: new Date(`${expiresOn}T00:00`).toISOString() }),
        })
        await refresh('payments/')
      },
      { done: `${item.display_name}: ${quantity > 0 ? '+' : ''}${quantity.toLocaleString('en')}` },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Change ${item.display_name}`}
      onClose={onClose}
      onSubmit={() => void change()}
      action="Change"
      isBusy={isBusy}
    >
      <TextField
        label="Add or subtract"
        inputMode="numeric"
        placeholder="10"
        hint={
          amount.trim() && !problem
            ? `From ${item.quantity.toLocaleString('en')} to ${left.toLocaleString('en')}.`
            : 'A negative number subtracts.'
        }
        error={hasTried ? problem : undefined}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label="Ends on (optional)"
        type="date"
        hint="The change no longer counts from that day."
        value={expiresOn}
        onChange={(event) => setExpiresOn(event.target.value)}
      />
      <TextField
        label="Reason (optional)"
        hint="Shown in the transactions."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </FormDialog>
  )
}

function findProblem(amount: string, left: number): string | undefined {
  if (!/^[+-]?\d{1,9}$/.test(amount.trim()) || Number(amount) === 0) return 'Enter a whole number, such as 10 or -3.'
  return left < 0 && Number(amount) < 0 ? 'The quantity cannot go below zero.' : undefined
}

function toReference({ type, id }: CustomerReference) {
  if (type === 'user') return { userId: id }
  return type === 'team' ? { teamId: id } : { customCustomerId: id }
}
