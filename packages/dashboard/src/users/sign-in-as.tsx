import { ExternalLink, UserCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useHandlerUrls } from '../data/app-pages.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useForm } from '../data/use-form.ts'
import { nameOf } from '../people/user-name.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import { useRestriction } from './restriction.tsx'

/** Not for project owners, whose sessions give access to their projects, nor for users who cannot sign in. */
export function SignInAsButton({ user }: { user: User }) {
  const { id } = useProject()
  const { is_restricted } = useRestriction(user)
  if (id === 'internal' || is_restricted) return null
  return (
    <DialogButton icon={<UserCheck />} dialog={(close) => <SignInAsDialog user={user} onClose={close} />}>
      Sign in as
    </DialogButton>
  )
}

function SignInAsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { call } = useApi()
  const known = useHandlerUrls()
  const list = useId()
  const [link, setLink] = useState<string>()
  const name = nameOf(user)
  const form = useForm({
    initial: { address: known[0] ?? '' },
    check: ({ address }) => ({
      address: URL.canParse(address.trim())
        ? undefined
        : 'Enter the URL of Latchkey’s pages in your app, starting with https://.',
    }),
    submit: async ({ address }) => {
      const { url } = await call('POST /internal/users/{user_id}/impersonation', {
        params: { user_id: user.id },
        body: { callback_url: `${address.trim().replace(/\/$/, '')}/impersonation` },
      })
      setLink(url)
    },
    refusal: 'address',
  })
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
              <ExternalLink />
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
      {...form.dialog}
      title={`Sign in as ${name}?`}
      description="You see your app as this user for up to an hour. A banner lets you end it. You cannot change sign-in methods. The audit log records that it was you."
      onClose={onClose}
      action="Create link"
    >
      <TextField
        label="Sign-in pages of your app"
        hint="On a trusted domain of the project."
        placeholder="https://example.com/handler"
        isMono
        type="url"
        list={list}
        {...form.text('address')}
      />
      <datalist id={list}>
        {known.map((url) => (
          <option key={url} value={url} />
        ))}
      </datalist>
    </FormDialog>
  )
}
