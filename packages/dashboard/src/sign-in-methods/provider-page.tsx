import { type ProviderType, providerScopes } from '@latchkey/contract/providers'
import { getRouteApi } from '@tanstack/react-router'
import { ExternalLink, Plug, Power } from 'lucide-react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { isProvider, providerNameOf } from '../data/provider-names.ts'
import { useDraft } from '../data/use-draft.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { MissingPage } from '../parts/detail-page.tsx'
import { useProjectNavigate } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { UnsavedChangesGuard } from '../parts/unsaved-changes.tsx'
import { settings } from '../settings.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Choice, Form, TextField } from '../ui/field.tsx'
import { Badge, Card } from '../ui/page.tsx'
import { MethodPage } from './method-page.tsx'
import { methods } from './methods.ts'
import { providerSetups } from './providers.ts'
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
  return (
    <MissingPage
      noun="provider"
      list="/projects/$projectId/sign-in-methods"
      listName="All sign-in methods"
      icon={<Plug />}
    >
      Custom providers are set in the project configuration.
    </MissingPage>
  )
}

function ProviderSetup({ id }: { id: ProviderType }) {
  const { config, revision } = useProject()
  const { updateConfig } = useProjectChanges()
  const navigate = useProjectNavigate()
  const name = providerNameOf(id)
  const { canBeShared = false } = providerSetups[id]
  const saved = config.oauth_providers.find((provider) => provider.id === id)
  const own = saved?.type === 'standard' ? saved : undefined
  const keyPath = `auth.oauth.providers.${id}`
  const draft = useDraft(
    {
      isShared: saved ? saved.type === 'shared' : canBeShared,
      clientId: own?.client_id ?? '',
      clientSecret: own?.client_secret ?? '',
      facebookConfigId: own?.facebook_config_id ?? '',
      microsoftTenantId: own?.microsoft_tenant_id ?? '',
    },
    {
      revision,
      save: (_, { isShared, clientId, clientSecret, facebookConfigId, microsoftTenantId }, openedAt) => {
        const keys = {
          clientId: clientId.trim(),
          clientSecret: clientSecret.trim(),
          ...(id === 'facebook' && facebookConfigId.trim() && { facebookConfigId: facebookConfigId.trim() }),
          ...(id === 'microsoft' && microsoftTenantId.trim() && { microsoftTenantId: microsoftTenantId.trim() }),
        }
        const entry = { type: id, isShared, allowSignIn: true, allowConnectedAccounts: true, ...(!isShared && keys) }
        // Writes only this provider, so that owners who set up others at the same time do not overwrite it.
        return updateConfig({ [keyPath]: entry }, openedAt)
      },
      done: saved ? `${name} was saved.` : `${name} is on.`,
      undo: saved ? undefined : (result: { revision: number }) => updateConfig({ [keyPath]: null }, result.revision),
      check: ({ isShared, clientId, clientSecret }) => ({
        clientId: isShared || clientId.trim() ? undefined : missing,
        clientSecret: isShared || clientSecret.trim() ? undefined : missing,
      }),
      isCheckedOnSave: true,
    },
  )
  const { isChanged, isBusy } = draft
  useCrumb(name)
  const others = config.oauth_providers.filter((provider) => provider.id !== id)
  return (
    <LockedPage
      changes="settings"
      title={name}
      description={saved ? <Badge tone="success">On</Badge> : `Let your users sign in with ${name}.`}
      actions={
        saved && (
          <DialogButton
            variant="danger"
            icon={<Power />}
            dialog={(close) => (
              <ConfirmDialog
                title={`Turn off ${name}?`}
                description={`Users whose only sign-in method is ${name} can no longer sign in. This also deletes the keys.`}
                action="Turn off"
                run={() => updateConfig({ [keyPath]: null }, revision)}
                done={`${name} is off.`}
                onClose={close}
                onDone={() => void navigate({ to: '/projects/$projectId/sign-in-methods' })}
              />
            )}
          >
            Turn off
          </DialogButton>
        )
      }
    >
      <UnsavedChangesGuard isChanged={isChanged && !isBusy} />
      <div className="ui-with-preview sign-in-methods">
        <div className="ui-stack" data-gap="large">
          <Form onSubmit={draft.bar.onSave}>
            <Card
              title="Keys"
              footer={
                <>
                  {isChanged && (
                    <Button variant="quiet" onClick={draft.bar.onDiscard}>
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
                    label="Shared keys"
                    hint="For testing. The provider shows this server’s name to users, and your app gets no access tokens."
                    {...draft.option('isShared', true)}
                  />
                  <Choice
                    label="Your own keys"
                    hint={`For production. ${name} shows your app’s name to users.`}
                    {...draft.option('isShared', false)}
                  />
                </fieldset>
              )}
              {!draft.values.isShared && (
                <>
                  <Registration id={id} name={name} />
                  <TextField label="3. Client ID" isMono spellCheck={false} {...draft.text('clientId')} />
                  <TextField
                    label="4. Client secret"
                    type="password"
                    autoComplete="new-password"
                    isMono
                    hint="Stored encrypted."
                    {...draft.text('clientSecret')}
                  />
                  {id === 'facebook' && (
                    <TextField
                      label="Configuration ID (optional)"
                      isMono
                      hint="Only for Facebook Login for Business."
                      {...draft.text('facebookConfigId')}
                    />
                  )}
                  {id === 'microsoft' && (
                    <TextField
                      label="Tenant ID (optional)"
                      isMono
                      hint="Limits sign-in to accounts of this tenant."
                      {...draft.text('microsoftTenantId')}
                    />
                  )}
                </>
              )}
            </Card>
          </Form>
          {saved && !isChanged && <SignInTest providerId={id} name={name} />}
        </div>
        <SignInPreview changes={{ oauthProviders: [...others, { id }] }} />
      </div>
    </LockedPage>
  )
}

const missing = 'Copy this value from the provider.'

/** The steps on the provider's own site. */
function Registration({ id, name }: { id: ProviderType; name: string }) {
  return (
    <>
      <div className="ui-field">
        <span className="ui-label">1. Register your app with this callback URL</span>
        <CopyableId id={`${settings.url}/api/v1/auth/oauth/callback/${id}`} name="callback URL" />
      </div>
      <div className="ui-field">
        <span className="ui-label">2. Allow these scopes</span>
        <ul className="ui-list sign-in-scopes">
          {providerScopes[id].map((scope) => (
            <li key={scope}>
              <Badge>{scope}</Badge>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <a {...buttonLook()} href={providerSetups[id].consoleUrl} target="_blank" rel="noreferrer">
          <ExternalLink />
          Open {name}’s developer site
        </a>
      </div>
    </>
  )
}
