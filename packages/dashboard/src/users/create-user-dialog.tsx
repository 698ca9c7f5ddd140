import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { useProject } from '../data/owner.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { app, id: projectId } = useProject()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [displayName, setDisplayName] = useState('')
  const [password, setPassword] = useState('')
  const [isVerified, setIsVerified] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const create = async () => {
    if (isBusy) return
    if (!/^\S+@\S+$/.test(email)) return setProblem('Enter an email address.')
    setIsBusy(true)
    setProblem(undefined)
    try {
      const user = await app.createUser({
        primaryEmail: email,
        primaryEmailAuthEnabled: true,
        primaryEmailVerified: isVerified,
        displayName: displayName || null,
        ...(password && { password }),
      })
      toast(`${email} was created.`)
      onClose()
      void navigate({ to: '/projects/$projectId/users/$userId', params: { projectId, userId: user.id } })
    } catch (error) {
      setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title="Create user"
      description="The user can sign in right away. No email is sent."
      onClose={onClose}
      onSubmit={() => void create()}
      action="Create user"
      isBusy={isBusy}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField label="Name (optional)" value={displayName} onChange={(event) => setDisplayName(event.target.value)} />
      <TextField
        label="Password (optional)"
        type="password"
        autoComplete="new-password"
        hint="Without a password, the user can use another method or reset it."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Choice
        type="checkbox"
        label="Email address is verified"
        hint="Only if you know that it belongs to the user."
        checked={isVerified}
        onChange={setIsVerified}
      />
    </FormDialog>
  )
}
