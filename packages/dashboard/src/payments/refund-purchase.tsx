import { useApi } from '../data/data.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { describePrice } from './catalog.ts'
import type { Transaction } from './transaction.ts'

/** For a one-time purchase. */
export function RefundPurchase({ purchase }: { purchase: Transaction }) {
  const { change } = useApi()
  const { id, test_mode, price } = purchase
  const name = purchase.offer_display_name ?? 'Offer'
  const paid = test_mode
    ? 'This was a test purchase, so no money is returned.'
    : `The customer gets the full payment back${price ? ` (${describePrice(price)})` : ''}.`
  return (
    <DialogButton
      size="small"
      dialog={(close) => (
        <ConfirmDialog
          title={`Refund ${name}?`}
          description={`${paid} Purchased items are removed, even if already used.`}
          action="Refund"
          done={`${name} was refunded.`}
          run={() => change('POST /internal/payments/purchases/{purchase_id}/refund', { params: { purchase_id: id } })}
          onClose={close}
        />
      )}
    >
      Refund
    </DialogButton>
  )
}
