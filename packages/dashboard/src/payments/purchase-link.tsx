import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock, CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import type { Offer } from './catalog.ts'

interface PurchaseLinkProps {
  offerId: string
  offer: Offer
}

/** Creates a purchase link for one customer, to test the offer or to share it. */
export function PurchaseLink({ offerId, offer }: PurchaseLinkProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Create purchase link
      </Button>
      {isOpen && <PurchaseLinkDialog offerId={offerId} offer={offer} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const labels = { user: 'User ID', team: 'Team ID', custom: 'Customer ID' }

function PurchaseLinkDialog({ offerId, offer, onClose }: PurchaseLinkProps & { onClose: () => void }) {
  const { isProductionMode } = useProject()
  const { call } = useStores()
  const [customerId, setCustomerId] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const [url, setUrl] = useState<string>()
  const { isBusy, run } = useAction()
  const create = async () => {
    setHasTried(true)
    const customer_id = customerId.trim()
    if (!customer_id || url) return
    await run(async () => {
      const body = { customer_type: offer.customerType, customer_id, offer_id: offerId }
      setUrl((await call('POST /payments/purchases/create-purchase-url', { body })).url)
    })
  }
  return (
    <Dialog
      title={`Purchase link for ${offer.displayName}`}
      description={
        isProductionMode
          ? 'The link works once and expires after a day.'
          : 'The link works once and expires after a day. As an owner, you can complete the purchase without a card.'
      }
      onClose={onClose}
      onSubmit={() => void create()}
      actions={
        <>
          <Button onClick={onClose}>{url ? 'Done' : 'Cancel'}</Button>
          {url ? (
            <a {...buttonLook({ variant: 'primary' })} href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" />
              Open purchase page
            </a>
          ) : (
            <Button variant="primary" type="submit" isBusy={isBusy}>
              Create link
            </Button>
          )}
        </>
      }
    >
      {url ? (
        <CopyableId id={url} name="link" />
      ) : (
        <TextField
          label={labels[offer.customerType]}
          isMono
          spellCheck={false}
          hint={
            offer.customerType === 'custom'
              ? 'The ID your app uses for the customer.'
              : 'The customer who receives the purchase.'
          }
          error={hasTried && !customerId.trim() ? 'Enter a customer ID.' : undefined}
          value={customerId}
          onChange={(event) => setCustomerId(event.target.value)}
        />
      )}
      <CodeBlock title="In your app" code={snippetFor(offerId, offer)} />
    </Dialog>
  )
}

function snippetFor(offerId: string, { customerType }: Offer): string {
  if (customerType === 'team') return `location.assign(await team.createCheckoutUrl({ offerId: '${offerId}' }))`
  if (customerType === 'user') return `location.assign(await user.createCheckoutUrl({ offerId: '${offerId}' }))`
  return [
    'POST /api/v1/payments/purchases/create-purchase-url',
    `{ "customer_type": "custom", "customer_id": "…", "offer_id": "${offerId}" }`,
  ].join('\n')
}
