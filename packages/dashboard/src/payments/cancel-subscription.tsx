import { useApi } from '../data/data.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Choice } from '../ui/field.tsx'
import { formatDay } from '../ui/time.tsx'
import type { Subscription } from './subscriptions.tsx'

export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  return (
    <DialogButton size="small" dialog={(close) => <CancelDialog subscription={subscription} onClose={close} />}>
      Cancel
    </DialogButton>
  )
}

function CancelDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const { id, offer_display_name: name, period_end_millis, cancel_at_period_end, test_mode } = subscription
  const { change } = useApi()
  // A test subscription is not renewed, so it ends with its period anyway.
  const endsAnyway = test_mode || cancel_at_period_end
  const form = useForm({
    initial: { when: (endsAnyway ? 'now' : 'period_end') as 'now' | 'period_end' },
    submit: ({ when }) =>
      change('POST /internal/payments/subscriptions/{subscription_id}/cancel', {
        params: { subscription_id: id },
        body: { when },
      }),
    done: ({ when }) =>
      when === 'now' ? `${name} was canceled.` : `${name} will end on ${formatDay(period_end_millis)}.`,
    onDone: onClose,
  })
  const choose = (when: 'now' | 'period_end') => ({
    type: 'radio' as const,
    name: 'when',
    checked: form.values.when === when,
    onChange: () => form.change({ when }),
  })
  return (
    <FormDialog
      {...form.dialog}
      title={`Cancel ${name}?`}
      description="This does not refund anything. Refund subscription payments in Stripe."
      action="Cancel subscription"
      isDanger
      onClose={onClose}
    >
      {!endsAnyway && (
        <Choice
          {...choose('period_end')}
          label={`On ${formatDay(period_end_millis)}`}
          hint="The customer keeps it until the end of the paid period."
        />
      )}
      <Choice {...choose('now')} label="Now" hint="The customer loses access immediately." />
    </FormDialog>
  )
}
