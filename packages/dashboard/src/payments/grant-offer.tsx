import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
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
  const [isOpen, setIsOpen] = useState(false)
  const suitable = Object.entries(offers).filter(
    ([, { customerType, prices }]) => customerType === customer.type && listPrices(prices).length > 0,
  )
  if (suitable.length === 0) return null
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{isProductionMode ? 'Create purchase link' : 'Grant offer'}</Button>
      {isOpen && <GrantDialog customer={customer} offers={suitable} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface GrantDialogProps extends GrantOfferProps {
  offers: readonly (readonly [id: string, offer: Offer])[]
  onClose: () => void
}

function GrantDialog({ customer, offers, onClose }: GrantDialogProps) {
  const { is_production_mode: isProductionMode } = useProject()
  const { call, change } = useApi()
  const [offerId, setOfferId] = useState(offers[0]![0])
  const [pickedPrice, setPickedPrice] = useState<string>()
  const [url, setUrl] = useState<string>()
  const { isBusy, run } = useAction()
  const offer = offers.find(([id]) => id === offerId)![1]
  const prices = listPrices(offer.prices)
  const priceId = pickedPrice ?? prices[0]![0]
  const createUrl = async () => {
    const body = { customer_type: customer.type, customer_id: customer.id, offer_id: offerId }
    return (await call('POST /payments/purchases/create-purchase-url', { body })).url
  }
  const create = () => run(async () => setUrl(await createUrl()))
  const grant = async () => {
    const isDone = await run(
      async () => {
        const full_code = new URL(await createUrl()).pathname.split('/').at(-1)!
        await change('POST /internal/payments/test-mode-purchase-session', { body: { full_code, price_id: priceId } })
      },
      { done: `${offer.displayName} was granted.` },
    )
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={isProductionMode ? 'Create purchase link' : 'Grant offer'}
      description={
        isProductionMode
          ? 'Anyone with the link can pay for this customer. It works once and expires after a day.'
          : 'This is a test purchase: nothing is charged. A subscription ends after one period.'
      }
      onClose={onClose}
      onSubmit={() => void (isProductionMode ? create() : grant())}
      actions={
        <>
          <Button onClick={onClose}>{url ? 'Done' : 'Cancel'}</Button>
          {!url && (
            <Button variant="primary" type="submit" isBusy={isBusy}>
              {isProductionMode ? 'Create link' : 'Grant offer'}
            </Button>
          )}
        </>
      }
    >
      {url ? (
        <CopyableId id={url} name="link" />
      ) : (
        <>
          <SelectField
            label="Offer"
            value={offerId}
            onChange={({ target }) => {
              setOfferId(target.value)
              setPickedPrice(undefined)
            }}
          >
            {offers.map(([id, { displayName }]) => (
              <option key={id} value={id}>
                {displayName || id}
              </option>
            ))}
          </SelectField>
          {!isProductionMode && (
            <SelectField label="Price" value={priceId} onChange={({ target }) => setPickedPrice(target.value)}>
              {prices.map(([id, price]) => (
                <option key={id} value={id}>
                  {describePrice(price)}
                </option>
              ))}
            </SelectField>
          )}
        </>
      )}
    </Dialog>
  )
}

function listPrices(prices: Offer['prices']) {
  return prices === 'include-by-default' ? [] : Object.entries(prices)
}
