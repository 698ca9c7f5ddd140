import { type OAuthClientType, oauthClientTypes } from '@latchkey/contract/redirect-uris'
import type { Reply } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useForm } from '../data/use-form.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, TextArea, TextField } from '../ui/field.tsx'
import { findUriProblem, needsRedirect, typeHints, typeNames } from './client-types.ts'
import { linesOf } from './provider.ts'

export type CreatedClient = Reply<'POST /oauth-clients'>

interface NewClientDialogProps {
  onClose: () => void
  onCreated: (client: CreatedClient) => void
}

export function NewClientDialog({ onClose, onCreated }: NewClientDialogProps) {
  const { allow_localhost: allowsLocalhost } = useProject().config
  const { change } = useApi()
  const form = useForm({
    initial: { name: '', type: 'web' as OAuthClientType, redirects: '' },
    check: ({ name, type, redirects }) => ({
      name: name.trim() ? undefined : 'Enter the name of the app.',
      redirects:
        type === 'machine'
          ? undefined
          : findUriProblem(redirects, { type, allowsLocalhost, isNeeded: needsRedirect(type) }),
    }),
    submit: async ({ name, type, redirects }) => {
      const redirect_uris = type === 'machine' ? [] : linesOf(redirects)
      const created = await change('POST /oauth-clients', { body: { type, display_name: name.trim(), redirect_uris } })
      onClose()
      onCreated(created)
    },
  })
  const { type } = form.values
  return (
    <FormDialog {...form.dialog} title="Register client" onClose={onClose} action="Register client">
      <TextField
        label="Name"
        placeholder="Ledger"
        maxLength={100}
        hint="Users read it when they are asked for access."
        {...form.text('name')}
      />
      <fieldset className="ui-choices">
        <legend className="ui-label">Type</legend>
        {oauthClientTypes.map((each) => (
          <Choice key={each} label={typeNames[each]} hint={typeHints[each]} {...form.option('type', each)} />
        ))}
      </fieldset>
      {type !== 'machine' && (
        <TextArea
          label={needsRedirect(type) ? 'Redirect URIs' : 'Redirect URIs (optional)'}
          isMono
          rows={3}
          spellCheck={false}
          placeholder={type === 'native' ? 'http://127.0.0.1/callback' : 'https://ledger.example.com/callback'}
          hint={
            type === 'native'
              ? 'One per line. On the user’s own machine, any port is accepted.'
              : 'One per line. URLs must match exactly.'
          }
          {...form.text('redirects')}
        />
      )}
    </FormDialog>
  )
}
