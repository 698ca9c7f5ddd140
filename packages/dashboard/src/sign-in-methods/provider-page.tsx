import { type ProviderType, providerScopes } from '@latchkey/contract/providers'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ExternalLink, Plug, Power } from 'lucide-react'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { UnsavedChangesGuard } from '../parts/unsaved-changes.tsx'
import { settings } from '../settings.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Badge, Card, Empty, Page } from '../ui/page.tsx'
import { MethodPage } from './method-page.tsx'
import { methods } from './methods.ts'
import { isProvider, providerNameOf, providerSetups } from './providers.ts'
import { SignInPreview } from './sign-in-preview.tsx'
import { SignInTest } from './sign-in-test.tsx'

const route = getRouteApi('/owner/projects/$projectId/sign-in-methods/$providerId')

export default function ProviderPage() {
  const { providerId } = route.useParams()
  const method = methods.find(({ id }) => id === providerId)
  if (method) return <MethodPage key={providerId} method={method} />
  return isProvider(providerId) ? <ProviderSetup key={providerId} id={providerId} /> : <MissingProvider />
}

function MissingProvider() {
  const { id } = useProject()
  useCrumb('Not found')
  return (
    <Page title="Provider not found">
      <Empty
        icon={<Plug aria-hidden="true" />}
        title="There is no provider with this name"
        action={
          <Link {...buttonLook()} to="/projects/$projectId/sign-in-methods" params={{ projectId: id }}>
            All sign-in methods
          </Link>
        }
      >
        Custom providers are set in the project configuration.
      </Empty>
    </Page>
  )
}

function ProviderSetup({ id }: { id: ProviderType }) {
  const { id: projectId, config } = useProject()
  const { updateConfig } = useProjectChanges()
  const navigate = useNavigate()
  const [isRemoving, setIsRemoving] = useState(false)
  const { isBusy, run } = useAction()
  const name = providerNameOf(id)
  const { consoleUrl, canBeShared = false } = providerSetups[id]
  const scopes = providerScopes[id]
  const saved = config.oauth_providers.find((provider) => provider.id === id)
  const own = saved?.type === 'standard' ? saved : undefined
  const { draft, isChanged, change, discard } = useDraft({
    isShared: saved ? saved.type === 'shared' : canBeShared,
    clientId: own?.client_id ?? '',
    clientSecret: own?.client_secret ?? '',
    facebookConfigId: own?.facebook_config_id ?? '',
    microsoftTenantId: own?.microsoft_tenant_id ?? '',
  })
  const [hasTried, setHasTried] = useState(false)
  useCrumb(name)

  const keyPath = `auth.oauth.providers.${id}`
  const isIncomplete = !draft.isShared && !(draft.clientId.trim() && draft.clientSecret.trim())
  const save = async () => {
    setHasTried(true)
    if (isIncomplete) return
    const { isShared, clientId, clientSecret, facebookConfigId, microsoftTenantId } = draft
    const keys = {
      clientId: clientId.trim(),
      clientSecret: clientSecret.trim(),
      ...(id === 'facebook' && facebookConfigId.trim() && { facebookConfigId: facebookConfigId.trim() }),
      ...(id === 'microsoft' && microsoftTenantId.trim() && { microsoftTenantId: microsoftTenantId.trim() }),
    }
    const entry = { type: id, isShared, allowSignIn: true, allowConnectedAccounts: true, ...(!isShared && keys) }
    // Writes only this provider, so that owners who set up others at the same time do not overwrite it.
    const isDone = await run(() => updateConfig({ [keyPath]: entry }), {
      done: saved ? `${name} was saved.` : `${name} is on.`,
      ...(!saved && { undo: () => updateConfig({ [keyPath]: null }) }),
    })
    if (isDone) discard()
  }
  const others = config.oauth_providers.filter((provider) => provider.id !== id)
  const missing = (text: string) => (hasTried && !text.trim() ? 'Copy this value from the provider.' : undefined)
  return (
    <LockedPage
      changes="settings"
      title={name}
      description={saved ? <Badge tone="success">On</Badge> : `Let your users sign in with ${name}.`}
      actions={
        saved && (
          <Button variant="danger" icon={<Power />} onClick={() => setIsRemoving(true)}>
            Turn off
          </Button>
        )
      }
    >
      <UnsavedChangesGuard isChanged={isChanged && !isBusy} />
      <div className="sign-in-methods">
        <div className="ui-stack" data-gap="large">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
            noValidate
          >
            <Card
              title="Keys"
              footer={
                <>
                  {isChanged && (
                    <Button variant="quiet" onClick={discard}>
                      Discard
                    </Button>
                  )}
                  <Button variant="primary" type="submit" isBusy={isBusy} disabled={Boolean(saved) && !isChanged}>
                    {saved ? 'Save' : `Turn on ${name}`}
                  </Button>
                </>
              }
            >
              {canBeShared && (
                <fieldset className="ui-choices">
                  <legend className="ui-hidden">Keys to use</legend>
                  <Choice
                    type="radio"
                    name="keys"
                    label="Shared keys"
                    hint="For testing. The provider shows this server’s name to users, and your app gets no access tokens."
                    checked={draft.isShared}
                    onChange={() => change({ isShared: true })}
                  />
                  <Choice
                    type="radio"
                    name="keys"
                    label="Your own keys"
                    hint={`For production. ${name} shows your app’s name to users.`}
                    checked={!draft.isShared}
                    onChange={() => change({ isShared: false })}
                  />
                </fieldset>
              )}
              {!draft.isShared && (
                <>
                  <div className="ui-field">
                    <span className="ui-label">1. Register your app with this callback URL</span>
                    <CopyableId id={`${settings.url}/api/v1/auth/oauth/callback/${id}`} name="callback URL" />
                  </div>
                  <div className="ui-field">
                    <span className="ui-label">2. Allow these scopes</span>
                    <ul className="sign-in-scopes">
                      {scopes.map((scope) => (
                        <li key={scope}>
                          <Badge>{scope}</Badge>
                        </li>
                      ))}
                    </ul>
                  </div>
                  <div>
                    <a {...buttonLook()} href={consoleUrl} target="_blank" rel="noreferrer">
                      <ExternalLink aria-hidden="true" />
                      Open {name}’s developer site
                    </a>
                  </div>
                  <TextField
                    label="3. Client ID"
                    isMono
                    spellCheck={false}
                    value={draft.clientId}
                    error={missing(draft.clientId)}
                    onChange={(event) => change({ clientId: event.target.value })}
                  />
                  <TextField
                    label="4. Client secret"
                    type="password"
                    autoComplete="new-password"
                    isMono
                    hint="Stored encrypted."
                    value={draft.clientSecret}
                    error={missing(draft.clientSecret)}
                    onChange={(event) => change({ clientSecret: event.target.value })}
                  />
                  {id === 'facebook' && (
                    <TextField
                      label="Configuration ID (optional)"
                      isMono
                      hint="Only for Facebook Login for Business."
                      value={draft.facebookConfigId}
                      onChange={(event) => change({ facebookConfigId: event.target.value })}
                    />
                  )}
                  {id === 'microsoft' && (
                    <TextField
                      label="Tenant ID (optional)"
                      isMono
                      hint="Limits sign-in to accounts of this tenant."
                      value={draft.microsoftTenantId}
                      onChange={(event) => change({ microsoftTenantId: event.target.value })}
                    />
                  )}
                </>
              )}
            </Card>
          </form>
          {saved && !isChanged && <SignInTest providerId={id} name={name} />}
        </div>
        <SignInPreview changes={{ oauthProviders: [...others, { id }] }} />
      </div>
      {isRemoving && (
        <ConfirmDialog
          title={`Turn off ${name}?`}
          description={`Users whose only sign-in method is ${name} can no longer sign in. This also deletes the keys.`}
          action="Turn off"
          onClose={() => setIsRemoving(false)}
          onConfirm={async () => {
            const isDone = await run(() => updateConfig({ [keyPath]: null }), { done: `${name} is off.` })
            setIsRemoving(false)
            if (isDone) void navigate({ to: '/projects/$projectId/sign-in-methods', params: { projectId } })
          }}
        />
      )}
    </LockedPage>
  )
}
