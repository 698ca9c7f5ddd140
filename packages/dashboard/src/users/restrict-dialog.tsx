import { useApi } from '../data/data.ts'
import { SelectField, TextArea } from '../ui/field.tsx'
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx'

const dayMillis = 86_400_000
const lengths = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
  [0, 'Indefinitely'],
] as const

/** For one user or many. */
export function RestrictDialog({
  who,
  ...props
}: Pick<BulkDialogProps, 'users' | 'onClose' | 'onFinish'> & { who: string }) {
  const { call } = useApi()
  const isOne = props.users.length === 1
  return (
    <BulkDialog
      {...props}
      title={`Restrict ${who}?`}
      description={`This signs the ${isOne ? 'user' : 'users'} out everywhere, blocks sign-in and disables their API keys. Nothing is deleted.`}
      action={isOne ? 'Restrict user' : `Restrict ${who}`}
      isDanger
      initial={{ reason: '', message: '', days: 0 }}
      check={({ reason }) => ({ reason: reason.trim() ? undefined : 'Enter a reason. Only owners can see it.' })}
      work={({ id }, { reason, message, days }) => {
        const until_millis = days ? Date.now() + days * dayMillis : null
        const body = { reason: reason.trim(), message: message.trim() || null, until_millis }
        return call('PUT /users/{user_id}/restriction', { params: { user_id: id }, body })
      }}
      done={`${who} ${isOne ? 'is' : 'are'} restricted.`}
      fields={(form) => (
        <>
          <TextArea label="Reason" hint="Only owners can see it." rows={2} {...form.text('reason')} />
          <TextArea
            label="Message to the user (optional)"
            hint="Shown when the user is signed out and tries to sign in."
            rows={2}
            {...form.text('message')}
          />
          <SelectField label="Duration" options={lengths} {...form.text('days')} />
        </>
      )}
    />
  )
}
