import type { ComponentProps, ReactNode } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import type { Reply } from '../data/call.ts'
import { type RowOf, useAll, useApi, useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { methodName } from '../people/sign-in-methods.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useUpdateUser } from './use-update-user.ts'

interface Method {
  id: string
  name: string
  detail: ReactNode
  actions: ReactNode
}

/** The user's sign-in methods: password, magic link, passkey, second factor and provider accounts. */
export function SignInMethodsCard({ user }: { user: User }) {
  const recoveryCodes = useData('GET /auth/recovery-codes', { query: { user_id: user.id } })
  const links = useAll('GET /oauth-providers', { query: { user_id: user.id } })
  const { isBusy, run } = useAction()
  const { config } = useProject()
  const { call, change } = useApi()
  const update = useUpdateUser(user.id)
  const resetUrl = useCallbackUrl('password-reset')
  const { primary_email, has_password, otp_auth_enabled, passkey_auth_enabled, requires_totp_mfa } = user
  const sendReset = () =>
    run(
      async () =>
        call('POST /auth/password/send-reset-code', { body: { email: primary_email!, callback_url: resetUrl() } }),
      { done: `A link was sent to ${primary_email}.` },
    )
  const methods: Method[] = [
    {
      id: 'password',
      name: 'Password',
      detail: <OnOff isOn={has_password} on="Set" off="None" />,
      actions: (
        <>
          {has_password && primary_email && (
            <Button size="small" isBusy={isBusy} onClick={() => void sendReset()}>
              Send reset email
            </Button>
          )}
          <DialogButton
            size="small"
            disabled={!primary_email}
            dialog={(close) => <PasswordDialog user={user} onClose={close} />}
          >
            Set password
          </DialogButton>
          {has_password && (
            <Remove
              label="Remove the password"
              title="Remove the password?"
              description="The user must use another sign-in method or reset the password."
              action="Remove password"
              done="The password was removed."
              run={() => update({ password: null })}
            />
          )}
        </>
      ),
    },
    {
      id: 'otp',
      name: 'Magic link',
      detail: <OnOff isOn={otp_auth_enabled} />,
      actions: (
        <Button
          size="small"
          aria-label={otp_auth_enabled ? 'Turn off magic link' : 'Turn on magic link'}
          disabled={!otp_auth_enabled && !config.magic_link_enabled}
          onClick={() =>
            void run(() => update({ otp_auth_enabled: !otp_auth_enabled }), {
              done: `Magic link sign-in is ${otp_auth_enabled ? 'off' : 'on'}.`,
              undo: () => update({ otp_auth_enabled }),
            })
          }
        >
          {otp_auth_enabled ? 'Turn off' : 'Turn on'}
        </Button>
      ),
    },
    {
      id: 'passkey',
      name: 'Passkey',
      detail: <OnOff isOn={passkey_auth_enabled} on="Registered" off="None" />,
      actions: passkey_auth_enabled && (
        <Remove
          label="Remove the passkey"
          title="Remove the passkey?"
          description="The user can no longer sign in with it, but can register another one after signing in."
          action="Remove passkey"
          done="The passkey was removed."
          run={() => update({ passkey_auth_enabled: false })}
        />
      ),
    },
    {
      id: 'totp',
      name: 'Two-factor (TOTP)',
      detail: (
        <span className="ui-row" data-nowrap>
          <OnOff isOn={requires_totp_mfa} />
          {requires_totp_mfa && <span className="ui-muted">{describeCodes(recoveryCodes)}</span>}
        </span>
      ),
      actions: requires_totp_mfa && (
        <Remove
          label="Reset two-factor"
          text="Reset"
          title="Reset two-factor?"
          description="For users who lost their device and their recovery codes. Verify the user’s identity first: afterwards, the password or email alone is enough to sign in. The user is told by email and can undo it."
          action="Reset two-factor"
          done="Two-factor was reset."
          run={() => change('DELETE /users/{user_id}/second-factor', { params: { user_id: user.id } })}
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
          title={`Remove ${methodName(link.type)}?`}
          description={`The account ${link.email ?? link.account_id} can no longer be used to sign in. The provider account itself is not deleted.`}
          action="Remove link"
          done={`${methodName(link.type)} was removed.`}
          run={() => change('DELETE /oauth-providers/{user_id}/{id}', { params: { user_id: user.id, id: link.id } })}
        />
      ),
    })),
  ]
  return (
    <Section title="Sign-in methods" description="Choose which methods your project offers under Sign-in methods.">
      <Table
        label="Sign-in methods"
        rows={methods}
        actions={(method) => <span className="users-actions">{method.actions}</span>}
        columns={[
          { id: 'name', header: 'Method', cell: (method) => <strong>{method.name}</strong> },
          { id: 'detail', header: 'Status', cell: (method) => method.detail },
        ]}
      />
    </Section>
  )
}

function describeCodes({ remaining, created_at_millis }: Reply<'GET /auth/recovery-codes'>): string {
  if (created_at_millis === null) return 'No recovery codes'
  return remaining === 1 ? '1 recovery code left' : `${remaining} recovery codes left`
}

function OnOff({ isOn, on = 'On', off = 'Off' }: { isOn: boolean; on?: string; off?: string }) {
  return isOn ? <Badge tone="success">{on}</Badge> : <span className="ui-muted">{off}</span>
}

function LinkedAccount({ link: { email, account_id, allow_sign_in } }: { link: RowOf<'GET /oauth-providers'> }) {
  return (
    <span className="ui-row" data-nowrap>
      <bdi className="ui-truncate">{email ?? account_id}</bdi>
      {!allow_sign_in && <Badge>Not for sign-in</Badge>}
    </span>
  )
}

interface RemoveProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> {
  label: string
  text?: string | undefined
}

function Remove({ label, text = 'Remove', ...dialog }: RemoveProps) {
  return (
    <DialogButton
      size="small"
      variant="danger"
      aria-label={label}
      dialog={(close) => <ConfirmDialog {...dialog} onClose={close} />}
    >
      {text}
    </DialogButton>
  )
}
