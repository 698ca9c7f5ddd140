import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { TeamPicker } from '../people/team-picker.tsx'
import { UserPicker } from '../people/user-picker.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import type { Offer } from './catalog.ts'

interface PurchaseLinkProps {
  offerId: string
  offer: Offer
}

const problems = { user: 'Pick a user.', team: 'Pick a team.', custom: 'Enter a customer ID.' }

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

function PurchaseLinkDialog({ offerId, offer, onClose }: PurchaseLinkProps & { onClose: () => void }) {
  const { is_production_mode: isProductionMode } = useProject()
  const { call } = useApi()
  const [url, setUrl] = useState<string>()
  const [user, setUser] = useState<User>()
  const form = useForm({
    initial: { customerId: '' },
    check: ({ customerId }) => ({ customerId: customerId.trim() ? undefined : problems[offer.customerType] }),
    submit: async ({ customerId }) => {
      const body = { customer_type: offer.customerType, customer_id: customerId.trim(), offer_id: offerId }
      setUrl((await call('POST /payments/purchases/create-purchase-url', { body })).url)
    },
  })
  const error = form.errorOf('customerId')
  const { customerId } = form.values
  const customerField = {
    user: (
      <UserPicker
        label="User"
        hint="The user who receives the purchase."
        error={error}
        picked={user}
        onPick={(picked) => {
          setUser(picked)
          form.change({ customerId: picked?.id ?? '' })
        }}
      />
    ),
    team: (
      <TeamPicker label="Team" error={error} picked={customerId} onPick={(id) => form.change({ customerId: id })} />
    ),
    custom: (
      <TextField
        label="Customer ID"
        isMono
        spellCheck={false}
        hint="The ID your app uses for the customer."
        {...form.text('customerId')}
      />
    ),
  }[offer.customerType]
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
      {url ? <CopyableId id={url} name="link" /> : customerField}
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
