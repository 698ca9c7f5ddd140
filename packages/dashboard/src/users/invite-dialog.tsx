import { useState } from 'react'
import { useHandlerUrls } from '../data/app-pages.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'

/** Sends the invitation template with a link to the app. If sign-up is off, also creates the account. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { sign_up_enabled } = useProject().config
  const { call, reload } = useApi()
  const [created, setCreated] = useState<string>()
  const urls = useHandlerUrls()
  const base = urls.find((url) => url.startsWith('https:')) ?? urls[0]
  const linkOf = ({ link, hasAccount }: { link: string | undefined; hasAccount: boolean }) =>
    link ?? (base ? `${base}/${hasAccount ? 'sign-in' : 'sign-up'}` : '')
  const form = useForm({
    initial: { email: '', link: undefined as string | undefined, hasAccount: !sign_up_enabled },
    check: (values) => ({
      email: findEmailProblem(values.email),
      link: URL.canParse(linkOf(values)) ? undefined : 'Enter the URL of a page of your app.',
    }),
    submit: async (values) => {
      const { email, hasAccount } = values
      // A retry after a failed email finds the account already created.
      if (hasAccount && created !== email) {
        await call('POST /users', { body: { primary_email: email, primary_email_auth_enabled: true } })
        setCreated(email)
      }
      await call('POST /internal/send-sign-in-invitation', { body: { email, callback_url: linkOf(values) } })
      await reload()
    },
    done: ({ email }) => `${email} was invited.`,
    refusal: 'email',
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Invite user"
      description="Sends an email with a link to your app. You can edit the template under Emails."
      onClose={onClose}
      action="Send invitation"
    >
      <TextField label="Email" type="email" {...form.text('email')} />
      <TextField
        label="Link in the email"
        type="url"
        hint="A page on one of your trusted domains."
        isMono
        value={linkOf(form.values)}
        error={form.errorOf('link')}
        onChange={(event) => form.change({ link: event.target.value })}
      />
      <Choice
        type="checkbox"
        label="Create the account now"
        hint={
          sign_up_enabled
            ? 'Otherwise, the user creates it on sign-up.'
            : 'Required, because sign-up is off for this project.'
        }
        {...form.flag('hasAccount')}
      />
    </FormDialog>
  )
}
