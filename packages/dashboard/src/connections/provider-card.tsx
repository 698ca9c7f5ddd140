import { type ReactNode, useState } from 'react'
import { useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Form, SwitchField, TextArea, TextField } from '../ui/field.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { formatDay } from '../ui/time.tsx'
import type { UpdateConnection } from './connection-page.tsx'
import { type ConnectionSetup, isComplete } from './connection-state.tsx'

interface ProviderCardProps {
  /** With its revision, where several people may change it. */
  connection: ConnectionSetup & { revision?: number | undefined }
  update: UpdateConnection
}

/** What the identity provider says about itself. */
export function ProviderCard({ update, ...props }: ProviderCardProps) {
  const ProviderForm = forms[props.connection.type]
  const [saves, setSaves] = useState(0)
  const save: UpdateConnection = async (body, revision) => {
    await update(body, revision)
    setSaves((count) => count + 1)
  }
  // After a save, the form begins anew, without the secret.
  return <ProviderForm key={saves} {...props} update={save} />
}

interface FormCardProps {
  form: { dialog: { isBusy: boolean; onSubmit: () => void } }
  children: ReactNode
}

function FormCard({ form, children }: FormCardProps) {
  const { isBusy, onSubmit } = form.dialog
  return (
    <Form onSubmit={onSubmit}>
      <Card
        title="From the identity provider"
        footer={
          <Button variant="primary" type="submit" isBusy={isBusy}>
            Save
          </Button>
        }
      >
        {children}
      </Card>
    </Form>
  )
}

const done = () => 'The settings of the identity provider were saved. Test them next.'
const missing = 'Copy this value from the identity provider.'
const findMissing = (text: string) => (text.trim() ? undefined : missing)
const findUrlProblem = (text: string) =>
  /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
    ? undefined
    : 'Enter the whole URL, with https:// in front.'
const listScopes = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Left empty, a stored secret stays. */
function SecretField({ isStored, ...field }: { isStored: boolean } & Omit<Parameters<typeof TextField>[0], 'label'>) {
  return (
    <TextField
      label="Client secret"
      type="password"
      autoComplete="new-password"
      isMono
      hint={
        isStored ? 'Stored encrypted and never shown. Leave it empty to keep it.' : 'Stored encrypted and never shown.'
      }
      {...field}
    />
  )
}

const secretOf = (text: string) => (text.trim() ? { client_secret: text.trim() } : {})

function OidcForm({ connection, update }: ProviderCardProps) {
  const saved = connection.oidc
  const form = useForm({
    revision: connection.revision,
    initial: {
      issuer: saved?.issuer ?? '',
      clientId: saved?.client_id ?? '',
      secret: '',
      scopes: (saved?.scopes ?? ['email', 'profile']).join(' '),
    },
    check: ({ issuer, clientId, secret }) => ({
      issuer: findUrlProblem(issuer),
      clientId: findMissing(clientId),
      secret: saved?.has_client_secret ? undefined : findMissing(secret),
    }),
    submit: ({ issuer, clientId, secret, scopes }, revision) =>
      update(
        {
          oidc: {
            ...(saved && { endpoints: saved.endpoints, client_authentication: saved.client_authentication }),
            issuer: issuer.trim(),
            client_id: clientId.trim(),
            ...secretOf(secret),
            scopes: listScopes(scopes),
          },
        },
        revision,
      ),
    refusal: 'issuer',
    done,
  })
  return (
    <FormCard form={form}>
      <TextField
        label="Issuer"
        isMono
        spellCheck={false}
        hint="Everything else is read from its discovery document."
        {...form.text('issuer')}
      />
      <TextField label="Client ID" isMono spellCheck={false} {...form.text('clientId')} />
      <SecretField isStored={saved?.has_client_secret ?? false} {...form.text('secret')} />
      <TextField
        label="Scopes"
        isMono
        spellCheck={false}
        hint="Besides openid. Some providers need one for groups."
        {...form.text('scopes')}
      />
    </FormCard>
  )
}

function OauthForm({ connection, update }: ProviderCardProps) {
  const saved = connection.oauth2
  const form = useForm({
    revision: connection.revision,
    initial: {
      authorizationUrl: saved?.authorization_url ?? '',
      tokenUrl: saved?.token_url ?? '',
      userInfoUrl: saved?.user_info_url ?? '',
      clientId: saved?.client_id ?? '',
      secret: '',
      scopes: (saved?.scopes ?? []).join(' '),
    },
    check: ({ authorizationUrl, tokenUrl, userInfoUrl, clientId, secret }) => ({
      authorizationUrl: findUrlProblem(authorizationUrl),
      tokenUrl: findUrlProblem(tokenUrl),
      userInfoUrl: findUrlProblem(userInfoUrl),
      clientId: findMissing(clientId),
      secret: saved?.has_client_secret ? undefined : findMissing(secret),
    }),
    submit: ({ authorizationUrl, tokenUrl, userInfoUrl, clientId, secret, scopes }, revision) =>
      update(
        {
          oauth2: {
            ...(saved && { client_authentication: saved.client_authentication }),
            authorization_url: authorizationUrl.trim(),
            token_url: tokenUrl.trim(),
            user_info_url: userInfoUrl.trim(),
            client_id: clientId.trim(),
            ...secretOf(secret),
            scopes: listScopes(scopes),
          },
        },
        revision,
      ),
    refusal: 'authorizationUrl',
    done,
  })
  const url = { isMono: true, spellCheck: false }
  return (
    <FormCard form={form}>
      <TextField label="Authorization URL" {...url} {...form.text('authorizationUrl')} />
      <TextField label="Token URL" {...url} {...form.text('tokenUrl')} />
      <TextField
        label="User info URL"
        hint="Answers with a JSON object about the user."
        {...url}
        {...form.text('userInfoUrl')}
      />
      <TextField label="Client ID" {...url} {...form.text('clientId')} />
      <SecretField isStored={saved?.has_client_secret ?? false} {...form.text('secret')} />
      <TextField label="Scopes" {...url} {...form.text('scopes')} />
    </FormCard>
  )
}

function SamlForm({ connection, update }: ProviderCardProps) {
  const saved = connection.saml
  const form = useForm({
    revision: connection.revision,
    initial: { metadata: saved?.metadata_url ?? '', isIdpInitiated: saved?.is_idp_initiated_allowed ?? false },
    check: ({ metadata }) => ({
      metadata: /^\s*</.test(metadata) ? undefined : findUrlProblem(metadata),
    }),
    submit: ({ metadata, isIdpInitiated }, revision) =>
      update(
        {
          saml: {
            ...(/^\s*</.test(metadata) ? { metadata: metadata.trim() } : { metadata_url: metadata.trim() }),
            is_idp_initiated_allowed: isIdpInitiated,
          },
        },
        revision,
      ),
    refusal: 'metadata',
    done,
  })
  return (
    <FormCard form={form}>
      {isComplete(connection) && saved?.provider && (
        <Facts
          facts={[
            ['Entity ID', <code key="entity">{saved.provider.entity_id}</code>],
            ['Sign-in URL', <code key="url">{saved.provider.sign_in_url}</code>],
            [
              saved.provider.certificates.length === 1 ? 'Certificate' : 'Certificates',
              saved.provider.certificates.map(({ fingerprint, expires_at_millis }) => (
                <span key={fingerprint} className="ui-caption connections-certificate">
                  <code title={fingerprint}>{fingerprint.slice(0, 16)}…</code> expires {formatDay(expires_at_millis)}
                </span>
              )),
            ],
          ]}
        />
      )}
      <TextArea
        label="Metadata URL, or the XML of its file"
        isMono
        rows={3}
        hint={
          saved?.provider && !saved.metadata_url
            ? 'Metadata is stored. Enter it again to change these settings.'
            : 'A URL is read again every day, so that new certificates are known in time.'
        }
        {...form.text('metadata')}
      />
      <SwitchField
        label="Sign-ins may begin at the provider"
        hint="For tiles in its app launcher. They lead to the sign-in page of the app, which then asks the provider."
        {...form.flag('isIdpInitiated')}
      />
    </FormCard>
  )
}

const forms = { oidc: OidcForm, oauth2: OauthForm, saml: SamlForm }
