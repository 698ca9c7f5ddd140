import type { ServerUser } from '@latchkey/react'
import { ExternalLink, UserCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useHandlerUrls } from '../data/app-pages.ts'
import { describeError } from '../data/describe-error.ts'
import { useProject, useStores } from '../data/owner.ts'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock } from '../ui/copy.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useRestriction } from './restriction.tsx'

/** Not for project owners, whose sessions give access to their projects, nor for users who cannot sign in. */
export function SignInAsButton({ user }: { user: ServerUser }) {
  const { id } = useProject()
  const { restriction } = useRestriction(user)
  const [isOpen, setIsOpen] = useState(false)
  if (id === 'internal' || restriction) return null
  return (
    <>
      <Button icon={<UserCheck />} onClick={() => setIsOpen(true)}>
        Sign in as
      </Button>
      {isOpen && <SignInAsDialog user={user} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SignInAsDialog({ user, onClose }: { user: ServerUser; onClose: () => void }) {
  const { call } = useStores()
  const known = useHandlerUrls()
  const list = useId()
  const [address, setAddress] = useState(known[0] ?? '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [link, setLink] = useState<string>()
  const name = nameOf(user)
  const create = async () => {
    if (isBusy) return
    const callbackUrl = `${address.trim().replace(/\/$/, '')}/impersonation`
    if (!URL.canParse(callbackUrl))
      return setProblem('Enter the URL of Latchkey’s pages in your app, starting with https://.')
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { url } = await call('POST /internal/users/{user_id}/impersonation', {
        params: { user_id: user.id },
        body: { callback_url: callbackUrl },
      })
      setLink(url)
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setIsBusy(false)
    }
  }
  if (link) {
    return (
      <Dialog
        title={`Sign in as ${name}`}
        description="The link works once and expires in two minutes. Open it in a private window to keep your own session."
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <a {...buttonLook({ variant: 'primary' })} href={link} target="_blank" rel="noreferrer" onClick={onClose}>
              <ExternalLink aria-hidden="true" />
              <span>Open your app</span>
            </a>
          </>
        }
      >
        <CodeBlock title="Link" code={link} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={`Sign in as ${name}?`}
      description="You see your app as this user for up to an hour. A banner lets you end it. You cannot change sign-in methods. The audit log records that it was you."
      onClose={onClose}
      onSubmit={() => void create()}
      action="Create link"
      isBusy={isBusy}
    >
      <TextField
        label="Sign-in pages of your app"
        hint="On a trusted domain of the project."
        placeholder="https://example.com/handler"
        isMono
        type="url"
        list={list}
        error={problem}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <datalist id={list}>
        {known.map((url) => (
          <option key={url} value={url} />
        ))}
      </datalist>
    </FormDialog>
  )
}
