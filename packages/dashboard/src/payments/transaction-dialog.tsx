import { type ReactNode, useState } from 'react'
import type { Names } from '../people/subjects.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Outside } from '../ui/dialog-button.tsx'
import { Facts } from '../ui/page.tsx'
import { formatDay } from '../ui/time.tsx'
import { describePrice, describeStatus, useCatalog } from './catalog.ts'
import { CustomerName } from './customer-name.tsx'
import { type Transaction, transactionTypeNames } from './transaction.ts'

interface OpenTransactionProps {
  transaction: Transaction
  /** Missing if all transactions are of the same customer. */
  names: Names | undefined
  children: ReactNode
}

/** What was bought or changed. It covers the row, so that a click anywhere opens the transaction. */
export function OpenTransaction({ children, ...shown }: OpenTransactionProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="ui-row-link" onClick={() => setIsOpen(true)}>
        {children}
      </button>
      {isOpen && (
        <Outside>
          <TransactionDialog {...shown} onClose={() => setIsOpen(false)} />
        </Outside>
      )}
    </>
  )
}

type TransactionDialogProps = Omit<OpenTransactionProps, 'children'> & { onClose: () => void }

function TransactionDialog({ transaction, names, onClose }: TransactionDialogProps) {
  const { id, type, quantity, price, status, description, item_id, customer_type, customer_id } = transaction
  const { expires_at_millis: end, refunded_at_millis: refunded } = transaction
  const item = useCatalog().items[item_id ?? '']?.displayName ?? item_id
  const customer = { type: customer_type, id: customer_id }
  const facts: (readonly [label: string, value: ReactNode])[] = [
    ['Type', `${transactionTypeNames[type]}${transaction.test_mode ? ' (test mode)' : ''}`],
    ...(names ? [['Customer', <CustomerName key="customer" customer={customer} names={names} />] as const] : []),
    ['Quantity', quantity.toLocaleString('en')],
    ...(price ? [['Price', describePrice(price)] as const] : []),
    ...(status ? [['Status', describeStatus(status)] as const] : []),
    ...(end ? [['Expires', formatDay(end)] as const] : []),
    ...(refunded ? [['Refunded', formatDay(refunded)] as const] : []),
    ...(description ? [['Description', description] as const] : []),
    ['Transaction ID', <CopyableId key="id" id={id} name="transaction ID" />],
    ['Customer ID', <CopyableId key="customer-id" id={customer_id} name="customer ID" />],
    ...(item_id ? [['Item ID', <CopyableId key="item" id={item_id} name="item ID" />] as const] : []),
  ]
  return (
    <Dialog
      title={transaction.offer_display_name ?? item ?? 'Offer'}
      description={new Date(transaction.created_at_millis).toLocaleString('en', {
        dateStyle: 'medium',
        timeStyle: 'long',
      })}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <Facts facts={facts} />
    </Dialog>
  )
}
