import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock, CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import type { Offer } from './catalog.ts'

interface PurchaseLinkProps {
  offerId: string
  offer: Offer
}

/** Creates a purchase link for one customer, to test the offer or to share it. */
export function PurchaseLink({ offerId, offer }: PurchaseLinkProps) {
  return (
    <DialogButton
      variant="primary"
      dialog={(close) => <PurchaseLinkDialog offerId={offerId} offer={offer} onClose={close} />}
    >
      Create purchase link
    </DialogButton>
  )
}

const labels = { user: 'User ID', team: 'Team ID', custom: 'Customer ID' }

function PurchaseLinkDialog({ offerId, offer, onClose }: PurchaseLinkProps & { onClose: () => void }) {
  const { is_production_mode: isProductionMode } = useProject()
  const { call } = useApi()
  const [url, setUrl] = useState<string>()
  const form = useForm({
    initial: { customerId: '' },
    check: ({ customerId }) => ({ customerId: customerId.trim() ? undefined : 'Enter a customer ID.' }),
    submit: async ({ customerId }) => {
      const body = { customer_type: offer.customerType, customer_id: customerId.trim(), offer_id: offerId }
      setUrl((await call('POST /payments/purchases/create-purchase-url', { body })).url)
    },
  })
  return (
    <Dialog
      title={`Purchase link for ${offer.displayName}`}
      description={
        isProductionMode
          ? 'The link works once and expires after a day.'
          : 'The link works once and expires after a day. As an owner, you can complete the purchase without a card.'
      }
      onClose={onClose}
      onSubmit={() => !url && form.dialog.onSubmit()}
      actions={
        <>
          <Button onClick={onClose}>{url ? 'Done' : 'Cancel'}</Button>
          {url ? (
            <a {...buttonLook({ variant: 'primary' })} href={url} target="_blank" rel="noreferrer">
              <ExternalLink />
              Open purchase page
            </a>
          ) : (
            <Button variant="primary" type="submit" isBusy={form.dialog.isBusy}>
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
          {...form.text('customerId')}
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
