import type { ComponentProps, ReactNode } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import type { Reply } from '../data/call.ts'
import { type RowOf, useAll, useApi, useData } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { hasSecondFactor } from '../people/second-factor.ts'
import { methodName } from '../people/sign-in-methods.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useUpdateUser } from './use-update-user.ts'

interface Method {
  id: string
  name: string
  detail: ReactNode
  actions?: ReactNode
}

/** The user's sign-in methods: password, magic link, passkeys, second factor, trusted devices and provider accounts. */
export function SignInMethodsCard({ user }: { user: User }) {
  const query = { user_id: user.id }
  const links = useAll('GET /oauth-providers', { query })
  const { items: passkeys } = useData('GET /passkeys', { query })
  const recoveryCodes = useData('GET /auth/recovery-codes', { query })
  const { items: devices } = useData('GET /auth/trusted-devices', { query })
  const { isBusy, run } = useAction()
  const { config } = useProject()
  const { call, change } = useApi()
  const update = useUpdateUser(user.id)
  const resetUrl = useCallbackUrl('password-reset')
  const { primary_email, has_password, otp_auth_enabled, requires_totp_mfa, passkey_mfa_enabled } = user
  const hasFactor = hasSecondFactor(user)
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
    ...(passkeys.length === 0 ? [{ id: 'passkey', name: 'Passkey', detail: <OnOff isOn={false} off="None" /> }] : []),
    ...passkeys.map((passkey) => ({
      id: passkey.id,
      name: 'Passkey',
      detail: <PasskeyFacts passkey={passkey} />,
      actions: (
        <Remove
          label={`Remove the passkey ${nameOf(passkey)}`}
          title="Remove the passkey?"
          description={`The user can no longer sign in with “${nameOf(passkey)}”, but can register another one after signing in.`}
          action="Remove passkey"
          done="The passkey was removed."
          run={() => change('DELETE /passkeys/{user_id}/{id}', { params: { user_id: user.id, id: passkey.id } })}
        />
      ),
    })),
    {
      id: 'totp',
      name: 'Two-factor',
      detail: (
        <span className="ui-row" data-nowrap>
          <OnOff
            isOn={hasFactor}
            on={[requires_totp_mfa && 'TOTP', passkey_mfa_enabled && 'Passkey'].filter(Boolean).join(', ')}
          />
          {hasFactor && <span className="ui-muted">{describeCodes(recoveryCodes)}</span>}
        </span>
      ),
      actions: hasFactor && (
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
    ...(devices.length > 0
      ? [
          {
            id: 'trusted-devices',
            name: 'Trusted devices',
            detail: devices.length === 1 ? '1 device' : `${devices.length} devices`,
            actions: (
              <Remove
                label="Forget trusted devices"
                text="Forget"
                title="Forget trusted devices?"
                description="The next sign-in on each of them asks for the second factor. The user stays signed in."
                action="Forget trusted devices"
                done="The trusted devices were forgotten."
                run={() => change('DELETE /auth/trusted-devices/{user_id}', { params: { user_id: user.id } })}
              />
            ),
          },
        ]
      : []),
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

type Passkey = RowOf<'GET /passkeys'>

const nameOf = ({ name, device_name }: Passkey) => name ?? device_name ?? 'Passkey'

function PasskeyFacts({ passkey }: { passkey: Passkey }) {
  const { name, device_name, created_at_millis, last_used_at_millis } = passkey
  return (
    <>
      <bdi>{nameOf(passkey)}</bdi>
      <div className="ui-muted">
        {name && device_name && <>{device_name} · </>}
        Created <Time date={created_at_millis} /> ·{' '}
        {last_used_at_millis ? (
          <>
            last used <Time date={last_used_at_millis} />
          </>
        ) : (
          'never used'
        )}
      </div>
    </>
  )
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
