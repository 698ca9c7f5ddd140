import type { Reply } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { useCatalog } from './catalog.ts'
import { type CustomerReference, customerTypeNames } from './customer-types.ts'

/** The customer's balance of every item for its customer type. */
export function CustomerItems({ customer }: { customer: CustomerReference }) {
  const { items } = useCatalog()
  const ids = Object.keys(items).filter((id) => items[id]?.customerType === customer.type)
  const route = 'GET /payments/items/{customer_type}/{customer_id}/{item_id}'
  const of = { customer_type: customer.type, customer_id: customer.id }
  const balances = useLoaded(route, { of, ids }, (call) =>
    Promise.all(ids.map((item_id) => call(route, { params: { ...of, item_id } }))),
  )
  return (
    <Section title="Items" description="Balances from purchases, default offers and manual changes.">
      <Table
        label="Balances"
        rows={balances}
        empty={`No items are defined for ${customerTypeNames[customer.type].toLowerCase()}. Items are what customers have a number of, such as seats or credits.`}
        actions={(item) => (
          <DialogButton
            size="small"
            aria-label={`Change ${item.display_name}`}
            dialog={(close) => <ChangeDialog customer={customer} item={item} onClose={close} />}
          >
            Change
          </DialogButton>
        )}
        actionsWidth={96}
        columns={[
          { id: 'item', header: 'Item', cell: ({ display_name }) => <strong>{display_name}</strong> },
          { id: 'id', header: 'ID', priority: 'low', cell: ({ id }) => <code>{id}</code> },
          { id: 'quantity', header: 'Quantity', align: 'end', cell: (item) => item.quantity.toLocaleString('en') },
        ]}
      />
    </Section>
  )
}

interface ChangeDialogProps {
  customer: CustomerReference
  item: Reply<'GET /payments/items/{customer_type}/{customer_id}/{item_id}'>
  onClose: () => void
}

function ChangeDialog({ customer, item, onClose }: ChangeDialogProps) {
  const { change } = useApi()
  const leftWith = (amount: string) => item.quantity + Number(amount)
  const form = useForm({
    initial: { amount: '', description: '', expiresOn: '' },
    check: ({ amount }) => ({ amount: findProblem(amount, leftWith(amount)) }),
    submit: ({ amount, description, expiresOn }) =>
      change('POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity', {
        params: { customer_type: customer.type, customer_id: customer.id, item_id: item.id },
        query: { allow_negative: 'false' },
        body: {
          delta: Number(amount),
          ...(description.trim() && { description: description.trim() }),
          ...(expiresOn && { expires_at: new Date(`${expiresOn}T00:00`).toISOString() }),
        },
      }),
    done: ({ amount }) =>
      `${item.display_name}: ${Number(amount) > 0 ? '+' : ''}${Number(amount).toLocaleString('en')}`,
    onDone: onClose,
  })
  const { amount } = form.values
  return (
    <FormDialog {...form.dialog} title={`Change ${item.display_name}`} onClose={onClose} action="Change">
      <TextField
        label="Add or subtract"
        inputMode="numeric"
        placeholder="10"
        hint={
          amount.trim() && !findProblem(amount, leftWith(amount))
            ? `From ${item.quantity.toLocaleString('en')} to ${leftWith(amount).toLocaleString('en')}.`
            : 'A negative number subtracts.'
        }
        {...form.text('amount')}
      />
      <TextField
        label="Ends on (optional)"
        type="date"
        hint="The change expires on that day."
        {...form.text('expiresOn')}
      />
      <TextField label="Reason (optional)" hint="Shown in the transactions." {...form.text('description')} />
    </FormDialog>
  )
}

function findProblem(amount: string, left: number): string | undefined {
  if (!/^[+-]?\d{1,9}$/.test(amount.trim()) || Number(amount) === 0) return 'Enter a whole number, such as 10 or -3.'
  return left < 0 && Number(amount) < 0 ? 'The quantity cannot go below zero.' : undefined
}
