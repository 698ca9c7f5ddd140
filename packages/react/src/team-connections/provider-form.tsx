import type { CompanyConnection, ConnectionUpdateOptions } from '@latchkey/sdk'
import { useId, useState } from 'react'
import { type TranslateConnections, useConnectionTranslate } from '../i18n/connections/translation.ts'
import { LinkButton, SubmitButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Note, PasswordField, TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { explainRefusal } from './refusals.ts'

interface ProviderFormProps {
  connection: CompanyConnection
  onSaved: () => void
}

/** What the identity provider says about itself. */
export function ProviderForm(props: ProviderFormProps) {
  return props.connection.type === 'saml' ? <SamlForm {...props} /> : <OAuthForm {...props} />
}

/** Saves, and says in the first field why the server has refused. */
async function save(
  { connection, onSaved }: ProviderFormProps,
  change: ConnectionUpdateOptions,
  t: TranslateConnections,
): Promise<string | undefined> {
  try {
    await connection.update(change)
    onSaved()
    return undefined
  } catch (error) {
    return explainRefusal(error, t)
  }
}

const findUrlProblem = (text: string, t: TranslateConnections) =>
  /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
    ? undefined
    : t('Enter the whole URL, including https://.')

const findMissing = (text: string, t: TranslateConnections) =>
  text.trim() ? undefined : t('Copy this value from the identity provider.')

type UrlName = 'issuer' | 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl'

/** Of OpenID Connect, whose issuer tells the rest, and of OAuth 2.0. */
function OAuthForm(props: ProviderFormProps) {
  const t = useConnectionTranslate()
  const { type, oidc, oauth2 } = props.connection
  const saved = oidc ?? oauth2
  const urls: { name: UrlName; label: string; saved: string | undefined }[] =
    type === 'oidc'
      ? [{ name: 'issuer', label: t('Issuer'), saved: oidc?.issuer }]
      : [
          { name: 'authorizationUrl', label: t('Authorization URL'), saved: oauth2?.authorizationUrl },
          { name: 'tokenUrl', label: t('Token URL'), saved: oauth2?.tokenUrl },
          { name: 'userInfoUrl', label: t('User info URL'), saved: oauth2?.userInfoUrl },
        ]
  const [isReplaced, setIsReplaced] = useState(!saved?.hasClientSecret)
  const { form, errors, isBusy } = useForm({
    fields: ['issuer', 'authorizationUrl', 'tokenUrl', 'userInfoUrl', 'clientId', 'secret', 'scopes'],
    check: (values) => ({
      ...Object.fromEntries(urls.map(({ name }) => [name, findUrlProblem(values[name], t)])),
      clientId: findMissing(values.clientId, t),
      secret: isReplaced ? findMissing(values.secret, t) : undefined,
    }),
    async submit(values) {
      const common = {
        clientId: values.clientId.trim(),
        ...(isReplaced && { clientSecret: values.secret.trim() }),
        scopes: values.scopes.split(/[\s,]+/).filter(Boolean),
        ...(saved && { clientAuthentication: saved.clientAuthentication }),
      }
      const [issuer, authorizationUrl, tokenUrl, userInfoUrl] = [
        values.issuer.trim(),
        values.authorizationUrl.trim(),
        values.tokenUrl.trim(),
        values.userInfoUrl.trim(),
      ]
      const change =
        type === 'oidc'
          ? { oidc: { ...(oidc && { endpoints: oidc.endpoints }), issuer, ...common } }
          : { oauth2: { authorizationUrl, tokenUrl, userInfoUrl, ...common } }
      return { [urls[0]!.name]: await save(props, change, t) }
    },
  })
  const text = { autoComplete: 'off' } as const
  return (
    <form {...form}>
      {urls.map(({ name, label, saved: url }) => (
        <TextField key={name} {...text} name={name} label={label} defaultValue={url} error={errors[name]} />
      ))}
      <TextField
        {...text}
        name="clientId"
        label={t('Client ID')}
        defaultValue={saved?.clientId}
        error={errors.clientId}
      />
      {isReplaced ? (
        <PasswordField
          name="secret"
          label={t('Client secret')}
          autoComplete="new-password"
          hint={t('Stored encrypted and never shown again.')}
          error={errors.secret}
        />
      ) : (
        <StoredSecret onReplace={() => setIsReplaced(true)} />
      )}
      <TextField
        {...text}
        name="scopes"
        label={t('Scopes')}
        hint={t('Separated by spaces. Some providers need one for groups.')}
        defaultValue={(saved?.scopes ?? (type === 'oidc' ? ['email', 'profile'] : [])).join(' ')}
        error={errors.scopes}
        formError={errors.form}
      />
      <Submit isBusy={isBusy} />
    </form>
  )
}

function StoredSecret({ onReplace }: { onReplace: () => void }) {
  const t = useConnectionTranslate()
  return (
    <div className="lk-field">
      <span className="lk-label">{t('Client secret')}</span>
      <span className="lk-row">
        <span className="lk-dots" aria-hidden="true">
          ••••••••
        </span>
        <LinkButton onClick={onReplace}>{t('Replace')}</LinkButton>
      </span>
      <Note hint={t('A secret is stored. It is never shown.')} />
    </div>
  )
}

function SamlForm(props: ProviderFormProps) {
  const t = useConnectionTranslate()
  const id = useId()
  const saved = props.connection.saml
  const [isIdpInitiatedAllowed, setIsIdpInitiatedAllowed] = useState(saved?.isIdpInitiatedAllowed ?? false)
  const { form, errors, isBusy } = useForm({
    fields: ['metadata'],
    check: ({ metadata }) => ({ metadata: isXml(metadata) ? undefined : findUrlProblem(metadata, t) }),
    async submit({ metadata }) {
      const given = isXml(metadata) ? { metadata: metadata.trim() } : { metadataUrl: metadata.trim() }
      return { metadata: await save(props, { saml: { ...given, isIdpInitiatedAllowed } }, t) }
    },
  })
  const problem = errors.metadata ?? errors.form
  return (
    <form {...form}>
      <div className="lk-field">
        <label className="lk-label" htmlFor={id}>
          {t('Metadata URL or XML')}
        </label>
        <textarea
          className="lk-input lk-text-area"
          id={id}
          name="metadata"
          rows={3}
          defaultValue={saved?.metadataUrl ?? ''}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-note`}
        />
        <Note
          id={`${id}-note`}
          error={problem}
          hint={
            saved?.provider && !saved.metadataUrl
              ? t('Metadata is stored. Enter it again to change these settings.')
              : t('A URL is read again every day, so that new certificates are known in time.')
          }
        />
      </div>
      <Checkbox isChecked={isIdpInitiatedAllowed} onChange={setIsIdpInitiatedAllowed}>
        <span>
          {t('Sign-ins may start at the provider')}{' '}
          <span className="lk-section-text">
            {t('For tiles in its app launcher. They lead to the sign-in page of this app.')}
          </span>
        </span>
      </Checkbox>
      <Submit isBusy={isBusy} />
    </form>
  )
}

const isXml = (text: string) => /^\s*</.test(text)

function Submit({ isBusy }: { isBusy: boolean }) {
  const t = useConnectionTranslate()
  return (
    <div className="lk-actions">
      <SubmitButton size="small" isBusy={isBusy}>
        {t('Save and continue')}
      </SubmitButton>
    </div>
  )
}
