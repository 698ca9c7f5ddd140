import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SelectField } from '../ui/field.tsx'
import { describePrice, type Offer, useCatalog } from './catalog.ts'
import type { CustomerReference } from './customer-types.ts'

interface GrantOfferProps {
  customer: CustomerReference
}

/** Grants the customer an offer in test mode. In production mode, creates a purchase link instead. */
export function GrantOffer({ customer }: GrantOfferProps) {
  const { is_production_mode: isProductionMode } = useProject()
  const { offers } = useCatalog()
  const suitable = Object.entries(offers).filter(
    ([, { customerType, prices }]) => customerType === customer.type && listPrices(prices).length > 0,
  )
  if (suitable.length === 0) return null
  return (
    <DialogButton dialog={(close) => <GrantDialog customer={customer} offers={suitable} onClose={close} />}>
      {isProductionMode ? 'Create purchase link' : 'Grant offer'}
    </DialogButton>
  )
}

interface GrantDialogProps extends GrantOfferProps {
  offers: readonly (readonly [id: string, offer: Offer])[]
  onClose: () => void
}

function GrantDialog({ customer, offers, onClose }: GrantDialogProps) {
  const { is_production_mode: isProductionMode } = useProject()
  const { call, change } = useApi()
  const [url, setUrl] = useState<string>()
  const chosen = ({ offerId, priceId }: { offerId: string; priceId: string }) => {
    const offer = offers.find(([id]) => id === offerId)![1]
    const prices = listPrices(offer.prices)
    const [price] = prices.find(([id]) => id === priceId) ?? prices[0]!
    return { offer, prices, priceId: price }
  }
  const form = useForm({
    initial: { offerId: offers[0]![0], priceId: '' },
    submit: async (values) => {
      const body = { customer_type: customer.type, customer_id: customer.id, offer_id: values.offerId }
      const link = (await call('POST /payments/purchases/create-purchase-url', { body })).url
      if (isProductionMode) return setUrl(link)
      const purchase = { full_code: new URL(link).pathname.split('/').at(-1)!, price_id: chosen(values).priceId }
      await change('POST /internal/payments/test-mode-purchase-session', { body: purchase })
      onClose()
    },
    done: (values) => (isProductionMode ? undefined : `${chosen(values).offer.displayName} was granted.`),
  })
  const { prices, priceId } = chosen(form.values)
  if (url) {
    return (
      <Dialog
        title="Create purchase link"
        description={linkHint}
        onClose={onClose}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <CopyableId id={url} name="link" />
      </Dialog>
    )
  }
  return (
    <FormDialog
      {...form.dialog}
      title={isProductionMode ? 'Create purchase link' : 'Grant offer'}
      description={
        isProductionMode
          ? linkHint
          : 'This is a test purchase: nothing is charged. A subscription ends after one period.'
      }
      onClose={onClose}
      action={isProductionMode ? 'Create link' : 'Grant offer'}
    >
      <SelectField
        label="Offer"
        options={offers.map(([id, { displayName }]) => [id, displayName || id] as const)}
        {...form.text('offerId')}
      />
      {!isProductionMode && (
        <SelectField
          label="Price"
          options={prices.map(([id, price]) => [id, describePrice(price)] as const)}
          {...form.text('priceId')}
          value={priceId}
        />
      )}
    </FormDialog>
  )
}

const linkHint = 'Anyone with the link can pay for this customer. It works once and expires after a day.'

function listPrices(prices: Offer['prices']) {
  return prices === 'include-by-default' ? [] : Object.entries(prices)
}
