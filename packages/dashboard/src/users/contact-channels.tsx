import { BadgeCheck, Ellipsis, LogIn, Mail, MailPlus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import { type RowOf, useAll, useApi } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { useAction } from '../data/use-action.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

type Channel = RowOf<'GET /contact-channels'>

export function ContactChannels({ user }: { user: User }) {
  const channels = useAll('GET /contact-channels', { query: { user_id: user.id } })
  const { change } = useApi()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Channel>()
  const { run } = useAction()
  return (
    <Section
      title="Email addresses"
      actions={
        <Button icon={<MailPlus />} onClick={() => setIsAdding(true)}>
          Add email address
        </Button>
      }
    >
      {channels.length === 0 ? (
        <p className="ui-muted">This user has no email address.</p>
      ) : (
        <Table
          label="Email addresses"
          rows={channels}
          getId={(channel) => channel.id}
          columns={[
            { id: 'value', header: 'Email', cell: (channel) => <bdi>{channel.value}</bdi> },
            {
              id: 'state',
              header: 'Status',
              cell: (channel) => (
                <span className="ui-row" style={{ flexWrap: 'nowrap' }}>
                  {channel.is_verified ? (
                    <Badge tone="success">Verified</Badge>
                  ) : (
                    <Badge tone="accent">Unverified</Badge>
                  )}
                  {channel.is_primary && <Badge>Primary</Badge>}
                </span>
              ),
            },
            {
              id: 'auth',
              header: 'Sign-in',
              priority: 'low',
              cell: (channel) => (channel.used_for_auth ? 'Used for sign-in' : <span className="ui-muted">–</span>),
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 48,
              cell: (channel) => <Actions channel={channel} onRemove={() => setRemoving(channel)} />,
            },
          ]}
        />
      )}
      {isAdding && <AddDialog user={user} onClose={() => setIsAdding(false)} />}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.value}?`}
          description={
            removing.used_for_auth
              ? 'The user can no longer sign in with it and gets no more emails there.'
              : 'The user gets no more emails there.'
          }
          action="Remove email address"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            const { value, id, user_id } = removing
            await run(() => change('DELETE /contact-channels/{user_id}/{id}', { params: { user_id, id } }), {
              done: `${value} was removed.`,
            })
            setRemoving(undefined)
          }}
        />
      )}
    </Section>
  )
}

function Actions({ channel, onRemove }: { channel: Channel; onRemove: () => void }) {
  const { value, id, user_id, is_verified, is_primary, used_for_auth } = channel
  const params = { user_id, id }
  const { call, change } = useApi()
  const { run } = useAction()
  const callbackUrl = useCallbackUrl('email-verification')
  const update = (body: { is_verified?: boolean; used_for_auth?: boolean; is_primary?: boolean }) =>
    change('PATCH /contact-channels/{user_id}/{id}', { params, body })
  const toggle = (next: Parameters<typeof update>[0], before: typeof next, done: string) =>
    void run(() => update(next), { done, undo: () => update(before) })
  return (
    <Menu trigger={<IconButton size="small" label={`Actions for ${value}`} icon={<Ellipsis />} />}>
      {!is_verified && (
        <MenuItem
          icon={<Mail aria-hidden="true" />}
          onSelect={() =>
            void run(
              async () =>
                call('POST /contact-channels/{user_id}/{id}/send-verification-code', {
                  params,
                  body: { callback_url: callbackUrl() },
                }),
              { done: `A link was sent to ${value}.` },
            )
          }
        >
          Send verification email
        </MenuItem>
      )}
      <MenuItem
        icon={<BadgeCheck aria-hidden="true" />}
        onSelect={() =>
          toggle(
            { is_verified: !is_verified },
            { is_verified },
            is_verified ? `${value} is no longer verified.` : `${value} is now verified.`,
          )
        }
      >
        {is_verified ? 'Mark as unverified' : 'Mark as verified'}
      </MenuItem>
      {!is_primary && (
        <MenuItem
          icon={<Star aria-hidden="true" />}
          onSelect={() => void run(() => update({ is_primary: true }), { done: `${value} is now the primary email.` })}
        >
          Make primary
        </MenuItem>
      )}
      <MenuItem
        icon={<LogIn aria-hidden="true" />}
        onSelect={() =>
          toggle(
            { used_for_auth: !used_for_auth },
            { used_for_auth },
            used_for_auth ? `${value} can no longer be used to sign in.` : `${value} can be used to sign in.`,
          )
        }
      >
        {used_for_auth ? 'Do not use for sign-in' : 'Use for sign-in'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger icon={<Trash2 aria-hidden="true" />} onSelect={onRemove}>
        Remove
      </MenuItem>
    </Menu>
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
