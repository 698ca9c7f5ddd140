import { Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Reply } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Card, Facts } from '../ui/page.tsx'
import { formatTime, Time } from '../ui/time.tsx'
import type { Connection } from './connection-state.tsx'
import './connections.css'

type SetupLink = NonNullable<Connection['setup_link']>

const isLive = (link: Connection['setup_link']) => link?.state === 'sent' || link?.state === 'opened'

/** Lets the administrator of the company do everything on the page of a connection, without an account. */
export function SetupLinkCard({ connection }: { connection: Connection }) {
  const { setup_link: link, is_active: isActive } = connection
  if (!link && isActive) return null
  return (
    <Card
      title="Set-up link"
      description="Lets the company’s administrator set up the connection and turn it on, without an account."
      actions={
        <span className="ui-row">
          {isLive(link) && <WithdrawButton connection={connection} />}
          {!isActive && <SetupLinkButton connection={connection} />}
        </span>
      }
    >
      {link && <Progress link={link} />}
    </Card>
  )
}

function Progress({ link }: { link: SetupLink }) {
  const facts: [string, ReactNode][] = [
    ['Status', <SetupLinkState key="state" link={link} />],
    ['Created', <Time key="created" date={link.created_at_millis} />],
  ]
  if (link.opened_at_millis) facts.push(['First opened', <Time key="opened" date={link.opened_at_millis} />])
  if (link.finished_at_millis) facts.push(['Finished', <Time key="finished" date={link.finished_at_millis} />])
  if (isLive(link)) facts.push(['Works until', formatTime(link.expires_at_millis)])
  return <Facts facts={facts} />
}

/** How far the administrator of the company has come. */
export function SetupLinkState({ link: { state } }: { link: SetupLink }) {
  if (state === 'finished') return <Badge tone="success">Finished</Badge>
  if (state === 'expired') return <Badge>Expired</Badge>
  return state === 'opened' ? <Badge tone="accent">In progress</Badge> : <Badge>Never opened</Badge>
}

export function SetupLinkButton({ connection }: { connection: Connection }) {
  return (
    <DialogButton
      size="small"
      icon={<Link2 />}
      aria-label={`Send set-up link for ${connection.display_name}`}
      dialog={(close) => <SendDialog connection={connection} onClose={close} />}
    >
      Send set-up link
    </DialogButton>
  )
}

type Made = Reply<'POST /connections/{connection_id}/setup-link'>

function SendDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const [made, setMade] = useState<Made>()
  const params = { connection_id: connection.id }
  const make = async () => setMade(await change('POST /connections/{connection_id}/setup-link', { params, body: {} }))
  if (made) return <MadeDialog made={made} onClose={onClose} />
  return (
    <Dialog
      title={`Send a set-up link for ${connection.display_name}?`}
      description="For seven days, anyone with the link can enter the settings of the identity provider, test them, prove domains and turn the connection on. They see no other connections, members or permissions."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void run(make)}>
            Create link
          </Button>
        </>
      }
    >
      {isLive(connection.setup_link) && <p>The earlier link stops working. Settings entered with it are kept.</p>}
    </Dialog>
  )
}

function MadeDialog({ made, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog
      title="Copy the link now"
      description="Send it to the company’s administrator in a private message. It is not shown again."
      isPersistent
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="connections-values">
        <CopyableId id={made.url} name="set-up link" />
      </div>
      <p className="ui-hint">
        It works until {formatTime(made.expires_at_millis)}, or until the set-up is finished. You will get an email
        then.
      </p>
    </Dialog>
  )
}

function WithdrawButton({ connection }: { connection: Connection }) {
  const { change } = useApi()
  const params = { connection_id: connection.id }
  return (
    <DialogButton
      size="small"
      variant="danger"
      dialog={(close) => (
        <ConfirmDialog
          title="Withdraw the set-up link?"
          description="The link stops working immediately. Settings entered with it are kept."
          action="Withdraw link"
          run={() => change('DELETE /connections/{connection_id}/setup-link', { params })}
          done="The set-up link was withdrawn."
          onClose={close}
        />
      )}
    >
      Withdraw
    </DialogButton>
  )
}
