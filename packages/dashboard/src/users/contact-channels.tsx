import { BadgeCheck, Ellipsis, LogIn, Mail, MailPlus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import type { BodyOf } from '../data/call.ts'
import { type RowOf, useAll, useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { IconButton } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton, Outside } from '../ui/dialog-button.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Name } from '../ui/name.tsx'
import { Badge, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

type Channel = RowOf<'GET /contact-channels'>

export function ContactChannels({ user }: { user: User }) {
  const channels = useAll('GET /contact-channels', { query: { user_id: user.id } })
  return (
    <Section
      title="Email addresses"
      actions={
        <DialogButton icon={<MailPlus />} dialog={(close) => <AddDialog user={user} onClose={close} />}>
          Add email address
        </DialogButton>
      }
    >
      <Table
        label="Email addresses"
        rows={channels}
        empty="This user has no email address."
        actions={(channel) => <Actions channel={channel} />}
        actionsWidth={48}
        columns={[
          { id: 'value', header: 'Email', cell: (channel) => <Name>{channel.value}</Name> },
          {
            id: 'state',
            header: 'Status',
            cell: ({ is_verified, is_primary }) => (
              <span className="ui-row" data-nowrap>
                <Badge tone={is_verified ? 'success' : 'accent'}>{is_verified ? 'Verified' : 'Unverified'}</Badge>
                {is_primary && <Badge>Primary</Badge>}
              </span>
            ),
          },
          {
            id: 'auth',
            header: 'Sign-in',
            priority: 'low',
            cell: ({ used_for_auth }) => (used_for_auth ? 'Used for sign-in' : none),
          },
        ]}
      />
    </Section>
  )
}

function Actions({ channel }: { channel: Channel }) {
  const { value, id, user_id, is_verified, is_primary, used_for_auth } = channel
  const params = { user_id, id }
  const { call, change } = useApi()
  const { run } = useAction()
  const [isRemoving, setIsRemoving] = useState(false)
  const callbackUrl = useCallbackUrl('email-verification')
  const route = '/contact-channels/{user_id}/{id}'
  const update = (body: BodyOf<`PATCH ${typeof route}`>) => change(`PATCH ${route}`, { params, body })
  const toggle = (field: 'is_verified' | 'used_for_auth', done: string) =>
    void run(() => update({ [field]: !channel[field] }), { done, undo: () => update({ [field]: channel[field] }) })
  const sendVerification = async () =>
    call(`POST ${route}/send-verification-code`, { params, body: { callback_url: callbackUrl() } })
  return (
    <>
      <Menu trigger={<IconButton size="small" label={`Actions for ${value}`} icon={<Ellipsis />} />}>
        {!is_verified && (
          <MenuItem
            icon={<Mail />}
            onSelect={() => void run(sendVerification, { done: `A link was sent to ${value}.` })}
          >
            Send verification email
          </MenuItem>
        )}
        <MenuItem
          icon={<BadgeCheck />}
          onSelect={() => toggle('is_verified', `${value} is ${is_verified ? 'no longer' : 'now'} verified.`)}
        >
          {is_verified ? 'Mark as unverified' : 'Mark as verified'}
        </MenuItem>
        {!is_primary && (
          <MenuItem
            icon={<Star />}
            onSelect={() =>
              void run(() => update({ is_primary: true }), { done: `${value} is now the primary email.` })
            }
          >
            Make primary
          </MenuItem>
        )}
        <MenuItem
          icon={<LogIn />}
          onSelect={() =>
            toggle('used_for_auth', `${value} can ${used_for_auth ? 'no longer ' : ''}be used to sign in.`)
          }
        >
          {used_for_auth ? 'Do not use for sign-in' : 'Use for sign-in'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDanger icon={<Trash2 />} onSelect={() => setIsRemoving(true)}>
          Remove
        </MenuItem>
      </Menu>
      {isRemoving && (
        <Outside>
          <ConfirmDialog
            title={`Remove ${value}?`}
            description={
              used_for_auth
                ? 'The user can no longer sign in with it and gets no more emails there.'
                : 'The user gets no more emails there.'
            }
            action="Remove email address"
            run={() => change(`DELETE ${route}`, { params })}
            done={`${value} was removed.`}
            onClose={() => setIsRemoving(false)}
          />
        </Outside>
      )}
    </>
  )
}

function AddDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { change } = useApi()
  const form = useForm({
    initial: { value: '', is_verified: false, used_for_auth: false },
    check: ({ value }) => ({ value: findEmailProblem(value) }),
    submit: (values) => change('POST /contact-channels', { body: { user_id: user.id, type: 'email', ...values } }),
    done: ({ value }) => `${value} was added.`,
    refusal: 'value',
    onDone: onClose,
  })
  return (
    <FormDialog {...form.dialog} title="Add email address" onClose={onClose} action="Add email address">
      <TextField label="Email" type="email" {...form.text('value')} />
      <fieldset className="ui-choices">
        <legend className="ui-hidden">Options</legend>
        <Choice
          type="checkbox"
          label="Verified"
          hint="Only if you know that it belongs to the user."
          {...form.flag('is_verified')}
        />
        <Choice
          type="checkbox"
          label="Use for sign-in"
          hint="The user can sign in with it once it is verified."
          {...form.flag('used_for_auth')}
        />
      </fieldset>
    </FormDialog>
  )
}
