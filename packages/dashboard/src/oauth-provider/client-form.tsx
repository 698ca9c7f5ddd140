import type { BodyOf } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { SaveCard } from '../parts/unsaved-changes.tsx'
import { Choices } from '../ui/choices.tsx'
import { Choice, SwitchField, TextArea, TextField } from '../ui/field.tsx'
import type { Client } from './client-page.tsx'
import { findUriProblem, needsRedirect } from './client-types.ts'
import { builtInScopes, linesOf, useProvider } from './provider.ts'

interface Values {
  name: string
  redirects: string
  logoutRedirects: string
  logoutUri: string
  isLimited: boolean
  scopes: ReadonlySet<string>
  skipsConsent: boolean
}

const toValues = (client: Client): Values => ({
  name: client.display_name,
  redirects: client.redirect_uris.join('\n'),
  logoutRedirects: client.post_logout_redirect_uris.join('\n'),
  logoutUri: client.backchannel_logout_uri ?? '',
  isLimited: client.scopes !== null,
  scopes: new Set(client.scopes),
  skipsConsent: client.skips_consent,
})

/** Only what was edited, so that another owner’s change of another field stays. */
function toBody(changed: Partial<Values>, values: Values): BodyOf<'PATCH /oauth-clients/{id}'> {
  return {
    ...(changed.name !== undefined && { display_name: values.name.trim() }),
    ...(changed.redirects !== undefined && { redirect_uris: linesOf(values.redirects) }),
    ...(changed.logoutRedirects !== undefined && { post_logout_redirect_uris: linesOf(values.logoutRedirects) }),
    ...(changed.logoutUri !== undefined && { backchannel_logout_uri: values.logoutUri.trim() || null }),
    ...((changed.scopes !== undefined || changed.isLimited !== undefined) && {
      scopes: values.isLimited ? [...values.scopes] : null,
    }),
    ...(changed.skipsConsent !== undefined && { skips_consent: values.skipsConsent }),
  }
}

export function ClientForm({ client }: { client: Client }) {
  const { type } = client
  const { allow_localhost: allowsLocalhost } = useProject().config
  const { saveAt } = useApi()
  const draft = useDraft(toValues(client), {
    revision: client.revision,
    save: (changed, values, revision) =>
      saveAt(revision)('PATCH /oauth-clients/{id}', { params: { id: client.id }, body: toBody(changed, values) }),
    done: 'The client was saved.',
    check: (values) => ({
      name: values.name.trim() ? undefined : 'Enter a name.',
      redirects: findUriProblem(values.redirects, { type, allowsLocalhost, isNeeded: needsRedirect(type) }),
      logoutRedirects: findUriProblem(values.logoutRedirects, { type, allowsLocalhost, isNeeded: false }),
      logoutUri: /^(?:https?:\/\/[^\s\\#@]+)?$/i.test(values.logoutUri.trim())
        ? undefined
        : 'Enter the whole URL, with https:// in front.',
      scopes: values.isLimited && values.scopes.size === 0 ? 'Choose at least one scope.' : undefined,
    }),
    isCheckedOnSave: true,
  })
  return (
    <SaveCard {...draft.bar} title="Client">
      <div className="ui-form">
        <TextField
          label="Name"
          maxLength={100}
          hint="Users read it when they are asked for access."
          {...draft.text('name')}
        />
        {type !== 'machine' && (
          <>
            <TextArea
              label="Redirect URIs"
              isMono
              rows={3}
              spellCheck={false}
              hint="One per line. URLs must match exactly."
              {...draft.text('redirects')}
            />
            <TextArea
              label="Redirect URIs after sign-out"
              isMono
              rows={2}
              spellCheck={false}
              hint="One per line."
              {...draft.text('logoutRedirects')}
            />
            <TextField
              label="Back-channel logout URI"
              isMono
              spellCheck={false}
              hint="Notified when a user signs out. Optional."
              {...draft.text('logoutUri')}
            />
          </>
        )}
      </div>
      <ScopeChoices draft={draft} isMachine={type === 'machine'} />
      {type !== 'machine' && !client.is_self_registered && (
        <SwitchField
          label="Do not ask for consent"
          hint="For apps of your own company. Users are signed in without approving access."
          {...draft.flag('skipsConsent')}
        />
      )}
    </SaveCard>
  )
}

interface ScopeChoicesProps {
  draft: ReturnType<typeof useDraft<Values>>
  isMachine: boolean
}

function ScopeChoices({ draft, isMachine }: ScopeChoicesProps) {
  const own = Object.entries(useProvider().scopes)
  const error = draft.errorOf('scopes')
  const builtIn = isMachine ? [] : builtInScopes.map(([id, name]) => ({ id, name }))
  const all = [...builtIn, ...own.map(([id, { displayName: name }]) => ({ id, name }))]
  return (
    <>
      <Choices
        legend="Scopes"
        value={draft.values.isLimited ? 'some' : 'all'}
        onChange={(value) => draft.change({ isLimited: value === 'some' })}
        options={[
          { value: 'all', label: 'All', hint: 'The client can ask for every scope, including ones you add later.' },
          { value: 'some', label: 'Only some' },
        ]}
      />
      {draft.values.isLimited && (
        <fieldset className="ui-choices">
          <legend className="ui-label">It may ask for</legend>
          {all.map(({ id, name }) => (
            <Choice key={id} label={id} hint={name === id ? undefined : name} {...draft.entry('scopes', id)} />
          ))}
          {all.length === 0 && <p className="ui-hint">There are no scopes yet. Add them on the tab Scopes.</p>}
          {error && <p className="ui-error">{error}</p>}
        </fieldset>
      )}
    </>
  )
}
