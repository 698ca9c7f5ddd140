import { appInternalsSymbol, type ServerOAuthProvider, type ServerUser } from '@latchkey/react'
import { type ReactNode, useState } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { PasswordDialog } from './password-dialog.tsx'

interface Method {
  id: string
  name: string
  detail: ReactNode
  actions: ReactNode
}

interface Removal {
  title: string
  description: string
  action: string
  done: string
  run: () => Promise<unknown>
}

/** The user's sign-in methods: password, magic link, passkey, second factor and provider accounts. */
export function SignInMethodsCard({ user }: { user: ServerUser }) {
  const links = useData(user[appInternalsSymbol].oauthProviders)
  const [isSettingPassword, setIsSettingPassword] = useState(false)
  const [removal, setRemoval] = useState<Removal>()
  const { isBusy, run } = useAction()
  const { config } = useProject()
  const { call } = useStores()
  const resetUrl = useCallbackUrl('password-reset')
  const { primaryEmail, hasPassword, otpAuthEnabled, passkeyAuthEnabled, isMultiFactorRequired } = user
  const sendReset = () =>
    run(
      async () =>
        call('POST /auth/password/send-reset-code', { body: { email: primaryEmail!, callback_url: resetUrl() } }),
      { done: `A link was sent to ${primaryEmail}.` },
    )
  const methods: Method[] = [
    {
      id: 'password',
      name: 'Password',
      detail: <OnOff isOn={hasPassword} on="Set" off="None" />,
      actions: (
        <>
          {hasPassword && primaryEmail && (
            <Button size="small" isBusy={isBusy} onClick={() => void sendReset()}>
              Send reset email
            </Button>
          )}
          <Button size="small" disabled={!primaryEmail} onClick={() => setIsSettingPassword(true)}>
            Set password
          </Button>
          {hasPassword && (
            <Remove
              label="Remove the password"
              onClick={() =>
                setRemoval({
                  title: 'Remove the password?',
                  description: 'The user must use another sign-in method or reset the password.',
                  action: 'Remove password',
                  done: 'The password was removed.',
                  run: () => user.update({ password: null }),
                })
              }
            />
          )}
        </>
      ),
    },
    {
      id: 'otp',
      name: 'Magic link',
      detail: <OnOff isOn={otpAuthEnabled} />,
      actions: (
        <Button
          size="small"
          aria-label={otpAuthEnabled ? 'Turn off magic link' : 'Turn on magic link'}
          disabled={!otpAuthEnabled && !config.magicLinkEnabled}
          onClick={() =>
            void run(() => user.update({ otpAuthEnabled: !otpAuthEnabled }), {
              done: `Magic link sign-in is ${otpAuthEnabled ? 'off' : 'on'}.`,
              undo: () => user.update({ otpAuthEnabled }),
            })
          }
        >
          {otpAuthEnabled ? 'Turn off' : 'Turn on'}
        </Button>
      ),
    },
    {
      id: 'passkey',
      name: 'Passkey',
      detail: <OnOff isOn={passkeyAuthEnabled} on="Registered" off="None" />,
      actions: passkeyAuthEnabled && (
        <Remove
          label="Remove the passkey"
          onClick={() =>
            setRemoval({
              title: 'Remove the passkey?',
              description: 'The user can no longer sign in with it, but can register another one after signing in.',
              action: 'Remove passkey',
              done: 'The passkey was removed.',
              run: () => user.update({ passkeyAuthEnabled: false }),
            })
          }
        />
      ),
    },
    {
      id: 'totp',
      name: 'Two-factor (TOTP)',
      detail: <OnOff isOn={isMultiFactorRequired} />,
      actions: isMultiFactorRequired && (
        <Remove
          label="Turn off two-factor"
          text="Turn off"
          onClick={() =>
            setRemoval({
              title: 'Turn off two-factor?',
              description:
                'For users who lost their device. Verify the user’s identity first: afterwards, the password or email alone is enough to sign in.',
              action: 'Turn off two-factor',
              done: 'Two-factor is off.',
              run: () => user.update({ totpMultiFactorSecret: null }),
            })
          }
        />
      ),
    },
    ...links.map((link) => ({
      id: link.id,
      name: methodName(link.type),
      detail: <LinkedAccount link={link} />,
      actions: (
        <Remove
          label={`Remove ${methodName(link.type)}`}
          onClick={() =>
            setRemoval({
              title: `Remove ${methodName(link.type)}?`,
              description: `The account ${link.email ?? link.accountId} can no longer be used to sign in. The provider account itself is not deleted.`,
              action: 'Remove link',
              done: `${methodName(link.type)} was removed.`,
              run: () => link.delete(),
            })
          }
        />
      ),
    })),
  ]
  return (
    <Section title="Sign-in methods" description="Choose which methods your project offers under Sign-in methods.">
      <Table
        label="Sign-in methods"
        rows={methods}
        getId={(method) => method.id}
        columns={[
          { id: 'name', header: 'Method', cell: (method) => <strong>{method.name}</strong> },
          { id: 'detail', header: 'Status', cell: (method) => method.detail },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (method) => <span className="users-actions">{method.actions}</span>,
          },
        ]}
      />
      {isSettingPassword && <PasswordDialog user={user} onClose={() => setIsSettingPassword(false)} />}
      {removal && (
        <ConfirmDialog
          title={removal.title}
          description={removal.description}
          action={removal.action}
          onClose={() => setRemoval(undefined)}
          onConfirm={async () => {
            await run(removal.run, { done: removal.done })
            setRemoval(undefined)
          }}
        />
      )}
    </Section>
  )
}

function OnOff({ isOn, on = 'On', off = 'Off' }: { isOn: boolean; on?: string; off?: string }) {
  return isOn ? <Badge tone="success">{on}</Badge> : <span className="ui-muted">{off}</span>
}

function LinkedAccount({ link: { email, accountId, allowSignIn } }: { link: ServerOAuthProvider }) {
  return (
    <span className="ui-row" style={{ flexWrap: 'nowrap' }}>
      <bdi className="ui-truncate">{email ?? accountId}</bdi>
      {!allowSignIn && <Badge>Not for sign-in</Badge>}
    </span>
  )
}

function Remove({ label, text = 'Remove', onClick }: { label: string; text?: string; onClick: () => void }) {
  return (
    <Button size="small" variant="danger" aria-label={label} onClick={onClick}>
      {text}
    </Button>
  )
}
