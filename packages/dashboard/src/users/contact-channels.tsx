import { appInternalsSymbol, type ServerContactChannel, type ServerUser } from '@latchkey/react'
import { BadgeCheck, Ellipsis, LogIn, Mail, MailPlus, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCallbackUrl } from '../data/app-pages.ts'
import { useData } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { useAction } from '../data/use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ConfirmDialog, FormDialog } from '../ui/dialog.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'

export function ContactChannels({ user }: { user: ServerUser }) {
  const channels = useData(user[appInternalsSymbol].contactChannels)
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<ServerContactChannel>()
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
                  {channel.isVerified ? (
                    <Badge tone="success">Verified</Badge>
                  ) : (
                    <Badge tone="accent">Unverified</Badge>
                  )}
                  {channel.isPrimary && <Badge>Primary</Badge>}
                </span>
              ),
            },
            {
              id: 'auth',
              header: 'Sign-in',
              priority: 'low',
              cell: (channel) => (channel.usedForAuth ? 'Used for sign-in' : <span className="ui-muted">–</span>),
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
            removing.usedForAuth
              ? 'The user can no longer sign in with it and gets no more emails there.'
              : 'The user gets no more emails there.'
          }
          action="Remove email address"
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            await run(() => removing.delete(), { done: `${removing.value} was removed.` })
            setRemoving(undefined)
          }}
        />
      )}
    </Section>
  )
}

function Actions({ channel, onRemove }: { channel: ServerContactChannel; onRemove: () => void }) {
  const { value, isVerified, isPrimary, usedForAuth } = channel
  const { run } = useAction()
  const callbackUrl = useCallbackUrl('email-verification')
  const change = (next: { isVerified?: boolean; usedForAuth?: boolean }, before: typeof next, done: string) =>
    void run(() => channel.update(next), { done, undo: () => channel.update(before) })
  return (
    <Menu trigger={<IconButton size="small" label={`Actions for ${value}`} icon={<Ellipsis />} />}>
      {!isVerified && (
        <MenuItem
          icon={<Mail aria-hidden="true" />}
          onSelect={() =>
            void run(async () => channel.sendVerificationEmail({ callbackUrl: callbackUrl() }), {
              done: `A link was sent to ${value}.`,
            })
          }
        >
          Send verification email
        </MenuItem>
      )}
      <MenuItem
        icon={<BadgeCheck aria-hidden="true" />}
        onSelect={() =>
          change(
            { isVerified: !isVerified },
            { isVerified },
            isVerified ? `${value} is no longer verified.` : `${value} is now verified.`,
          )
        }
      >
        {isVerified ? 'Mark as unverified' : 'Mark as verified'}
      </MenuItem>
      {!isPrimary && (
        <MenuItem
          icon={<Star aria-hidden="true" />}
          onSelect={() =>
            void run(() => channel.update({ isPrimary: true }), { done: `${value} is now the primary email.` })
          }
        >
          Make primary
        </MenuItem>
      )}
      <MenuItem
        icon={<LogIn aria-hidden="true" />}
        onSelect={() =>
          change(
            { usedForAuth: !usedForAuth },
            { usedForAuth },
            usedForAuth ? `${value} can no longer be used to sign in.` : `${value} can be used to sign in.`,
          )
        }
      >
        {usedForAuth ? 'Do not use for sign-in' : 'Use for sign-in'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem isDanger icon={<Trash2 aria-hidden="true" />} onSelect={onRemove}>
        Remove
      </MenuItem>
    </Menu>
  )
}

function AddDialog({ user, onClose }: { user: ServerUser; onClose: () => void }) {
  const [value, setValue] = useState('')
  const [isVerified, setIsVerified] = useState(false)
  const [usedForAuth, setUsedForAuth] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    if (isBusy) return
    if (!/^\S+@\S+$/.test(value)) return setProblem('Enter an email address.')
    setIsBusy(true)
    try {
      await user.createContactChannel({ type: 'email', value, isVerified, usedForAuth })
      toast(`${value} was added.`)
      onClose()
    } catch (error) {
      setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title="Add email address"
      onClose={onClose}
      onSubmit={() => void add()}
      action="Add email address"
      isBusy={isBusy}
    >
      <TextField
        label="Email"
        type="email"
        error={problem}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <fieldset className="ui-choices">
        <legend className="ui-hidden">Options</legend>
        <Choice
          type="checkbox"
          label="Verified"
          hint="Only if you know that it belongs to the user."
          checked={isVerified}
          onChange={setIsVerified}
        />
        <Choice
          type="checkbox"
          label="Use for sign-in"
          hint="The user can sign in with it once it is verified."
          checked={usedForAuth}
          onChange={setUsedForAuth}
        />
      </fieldset>
    </FormDialog>
  )
}
