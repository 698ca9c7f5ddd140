import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useDraft } from '../data/use-draft.ts'
import { LanguageField } from '../parts/language-field.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Choice, Form, SwitchField, TextField } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { EmailsFrame } from './emails-frame.tsx'
import { useAllowsOwnText } from './sources.ts'
import { TestCard } from './test-card.tsx'

const empty = { host: '', port: '587', username: '', password: '', senderName: '', senderEmail: '' }
export type Server = typeof empty
type Kind = 'shared' | 'smtp' | 'resend'

const resend = { host: 'smtp.resend.com', port: '465', username: 'resend' }

export default function ServerPage() {
  const { config, revision } = useProject()
  const { email_config } = config
  const { updateConfig } = useProjectChanges()
  const own = email_config.type === 'shared' ? undefined : email_config
  const saved: Server & { kind: Kind; isMarketingOptIn: boolean; defaultLocale: string } = {
    defaultLocale: config.default_locale ?? 'en-US',
    isMarketingOptIn: config.marketing_opt_in,
    kind: own ? (own.host === resend.host ? 'resend' : 'smtp') : 'shared',
    ...empty,
    ...(own && {
      host: own.host,
      port: String(own.port),
      username: own.username,
      password: own.password,
      senderName: own.sender_name,
      senderEmail: own.sender_email,
    }),
  }
  // With an own server, what the shared one sends is not known.
  const allowsOwnText = useAllowsOwnText()
  const sharedLimit = own ? ' It may only send built-in texts.' : allowsOwnText ? '' : ' It only sends built-in texts.'
  const serverOf = (values: typeof saved): Server => ({ ...values, ...(values.kind === 'resend' && resend) })
  const draft = useDraft(saved, {
    revision,
    save: (_, values, openedAt) => {
      // Writes only changed fields, so that owners do not overwrite each other.
      const before = toConfig(saved)
      const changed = Object.entries(toConfig({ ...values, ...serverOf(values) })).filter(
        ([key, value]) => before[key] !== value,
      )
      const settings: Record<string, string | number | boolean> = Object.fromEntries(
        changed.map(([key, value]) => [`emails.server.${key}`, value]),
      )
      const { isMarketingOptIn, defaultLocale } = values
      if (defaultLocale !== saved.defaultLocale) settings['emails.defaultLocale'] = defaultLocale
      if (isMarketingOptIn !== saved.isMarketingOptIn) settings['emails.isMarketingOptIn'] = isMarketingOptIn
      return updateConfig(settings, openedAt)
    },
    done: 'The email settings were saved.',
    check: (values) => (values.kind === 'shared' ? {} : findProblems(serverOf(values))),
    isCheckedOnSave: true,
  })
  const { kind } = draft.values
  const server = serverOf(draft.values)
  return (
    <EmailsFrame
      changes="settings"
      title="Server settings"
      description="Email server, sender address, default language and marketing opt-in."
    >
      <Form className="ui-stack emails-server" data-gap="large" onSubmit={draft.bar.onSave}>
        <Card title="Email server">
          <fieldset className="ui-choices">
            <legend className="ui-hidden">Email server</legend>
            <Choice
              label="Shared server"
              hint={`For development. Emails come from this server’s address.${sharedLimit}`}
              {...draft.option('kind', 'shared')}
            />
            <Choice
              label="Your own SMTP server"
              hint="Any SMTP provider, with your own sender address."
              {...draft.option('kind', 'smtp')}
            />
            <Choice label="Resend" hint="Sends bulk emails in batches of 100." {...draft.option('kind', 'resend')} />
          </fieldset>
          {kind === 'smtp' && (
            <>
              <div className="emails-host">
                <TextField
                  label="Host"
                  isMono
                  spellCheck={false}
                  placeholder="smtp.example.com"
                  {...draft.text('host')}
                />
                <TextField
                  label="Port"
                  inputMode="numeric"
                  hint={server.port === '465' ? 'TLS from the start.' : 'TLS with STARTTLS.'}
                  {...draft.text('port')}
                />
              </div>
              <TextField label="Username" isMono spellCheck={false} {...draft.text('username')} />
            </>
          )}
          {kind !== 'shared' && (
            <>
              <TextField
                label={kind === 'resend' ? 'API key' : 'Password'}
                type="password"
                autoComplete="new-password"
                isMono
                hint="Stored encrypted."
                {...draft.text('password')}
              />
              <TextField label="Sender name" placeholder="Fieldnotes" {...draft.text('senderName')} />
              <TextField
                label="Sender address"
                type="email"
                placeholder="hello@example.com"
                hint="Use a domain that your email server is allowed to send for."
                {...draft.text('senderEmail')}
              />
            </>
          )}
        </Card>
        <Card title="Language">
          <LanguageField
            label="Default language"
            hint="The language of your own texts. Also used when a user’s language is unknown."
            value={draft.values.defaultLocale}
            onChange={(defaultLocale) => draft.change({ defaultLocale })}
          />
        </Card>
        <Card title="Marketing emails">
          <SwitchField
            label="Only send to users who opted in"
            hint="“News and offers” starts turned off in the account settings of your app. Users who have already chosen keep their choice."
            {...draft.flag('isMarketingOptIn')}
          />
        </Card>
        <SaveBar {...draft.bar} />
      </Form>
      {kind !== 'shared' && (
        <div className="emails-server">
          <TestCard server={server} check={draft.check} />
        </div>
      )}
    </EmailsFrame>
  )
}

function toConfig({ kind, ...server }: Server & { kind: Kind }): Record<string, string | number | boolean> {
  if (kind === 'shared') return { isShared: true }
  return {
    isShared: false,
    provider: kind,
    host: server.host.trim(),
    port: Number(server.port),
    username: server.username.trim(),
    password: server.password,
    senderName: server.senderName.trim(),
    senderEmail: server.senderEmail.trim(),
  }
}

function findProblems(server: Server): Partial<Server> {
  const problems: Partial<Server> = {}
  for (const key of ['host', 'username', 'password', 'senderName'] as const)
    if (!server[key].trim()) problems[key] = 'This field is required.'
  const port = Number(server.port)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) problems.port = 'Enter a number from 1 to 65535.'
  if (!/^[^\s@]+@[^\s@]+$/.test(server.senderEmail.trim())) problems.senderEmail = 'Enter an email address.'
  return problems
}
