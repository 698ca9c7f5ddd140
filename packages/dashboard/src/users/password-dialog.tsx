import type { ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { nameOf } from '../people/user-name.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

export function PasswordDialog({ user, onClose }: { user: ServerUser; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await user.update({ password })
      toast('The password was set.')
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title={`Set the password of ${nameOf(user)}`}
      description="This signs the user out everywhere. Share the password securely, or send a reset email instead."
      onClose={onClose}
      onSubmit={() => void save()}
      action="Set password"
      isBusy={isBusy}
    >
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        error={problem}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
