import { useState } from 'react'
import { useStores } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'

export function InviteOwnerDialog({ onClose }: { onClose: () => void }) {
  const stores = useStores()
  const [email, setEmail] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const problem = /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address.'
  const invite = async () => {
    setHasTried(true)
    if (problem) return
    const isDone = await run(
      async () => {
        await stores.call('POST /internal/owner-invitations', { body: { email: email.trim() } })
        await stores.refresh('settings/')
      },
      { done: `An invitation was sent to ${email.trim()}.` },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="Invite owner"
      description="They get an email with a link that is valid for seven days. If they have no account yet, they create one with it."
      onClose={onClose}
      onSubmit={() => void invite()}
      action="Send invitation"
      isBusy={isBusy}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        error={hasTried ? problem : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
    </FormDialog>
  )
}
