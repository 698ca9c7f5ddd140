import { useState } from 'react'
import { describeError } from '../data/describe-error.ts'
import { useProject } from '../data/owner.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'

/** Sends the invitation template with a link to the app. If sign-up is off, also creates the account. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { app, config } = useProject()
  const [email, setEmail] = useState('')
  const [hasAccount, setHasAccount] = useState(!config.signUpEnabled)
  const [link, setLink] = useState<string>()
  const [problem, setProblem] = useState<{ field: 'email' | 'link'; text: string }>()
  const [created, setCreated] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const shownLink = link ?? linkTo(config, hasAccount ? 'sign-in' : 'sign-up')

  const invite = async () => {
    if (isBusy) return
    if (!/^\S+@\S+$/.test(email)) return setProblem({ field: 'email', text: 'Enter an email address.' })
    if (!URL.canParse(shownLink)) return setProblem({ field: 'link', text: 'Enter the URL of a page of your app.' })
    setProblem(undefined)
    setIsBusy(true)
    try {
      // A retry after a failed email finds the account already created.
      if (hasAccount && created !== email) {
        await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true })
        setCreated(email)
      }
      await app.sendSignInInvitationEmail(email, shownLink)
      toast(`${email} was invited.`)
      onClose()
    } catch (error) {
      setProblem({ field: 'email', text: describeError(error) })
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title="Invite user"
      description="Sends an email with a link to your app. You can edit the template under Emails."
      onClose={onClose}
      onSubmit={() => void invite()}
      action="Send invitation"
      isBusy={isBusy}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        error={problem?.field === 'email' ? problem.text : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Link in the email"
        type="url"
        hint="A page on one of your trusted domains."
        isMono
        value={shownLink}
        error={problem?.field === 'link' ? problem.text : undefined}
        onChange={(event) => setLink(event.target.value)}
      />
      <Choice
        type="checkbox"
        label="Create the account now"
        hint={
          config.signUpEnabled
            ? 'Otherwise, the user creates it on sign-up.'
            : 'Required, because sign-up is off for this project.'
        }
        checked={hasAccount}
        onChange={setHasAccount}
      />
    </FormDialog>
  )
}

interface Config {
  domains: readonly { domain: string; handlerPath: string }[]
  allowLocalhost: boolean
}

function linkTo({ domains, allowLocalhost }: Config, page: 'sign-in' | 'sign-up'): string {
  // A wildcard such as https://*.example.com is not a URL.
  const usable = domains.filter(({ domain }) => !domain.includes('*'))
  const first = usable.find(({ domain }) => domain.startsWith('https:')) ?? usable[0]
  if (first) return `${first.domain}${first.handlerPath.replace(/\/$/, '')}/${page}`
  return allowLocalhost ? `http://localhost:3000/handler/${page}` : ''
}
