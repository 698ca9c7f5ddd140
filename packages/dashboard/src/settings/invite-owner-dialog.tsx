import { type OwnerRole, ownerRoles } from '@latchkey/contract/owner-roles'
import { useState } from 'react'
import { useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { roleTexts } from './owner-roles.ts'

export function InviteOwnerDialog({ onClose }: { onClose: () => void }) {
  const stores = useStores()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OwnerRole>('developer')
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, run } = useAction()
  const problem = /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter an email address.'
  const invite = async () => {
    setHasTried(true)
    if (problem) return
    const isDone = await run(
      async () => {
        await stores.call('POST /internal/owner-invitations', { body: { email: email.trim(), role } })
        await stores.refresh('settings/')
      },
      { done: `An invitation was sent to ${email.trim()}.` },
    )
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title="Invite owner"
      description="Sends an email with a link that is valid for seven days. The invitation can only be accepted with this email address."
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
      <fieldset className="ui-choices">
        <legend className="ui-label">Role</legend>
        {ownerRoles.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="role"
            label={roleTexts[each].name}
            hint={roleTexts[each].hint}
            checked={role === each}
            onChange={() => setRole(each)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
