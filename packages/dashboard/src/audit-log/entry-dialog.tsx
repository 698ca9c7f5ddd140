import type { ReactNode } from 'react'
import type { AuditEntry } from '../data/rows.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Facts } from '../ui/page.tsx'
import { useActorName } from './use-actor-name.ts'

interface EntryDialogProps {
  entry: AuditEntry
  onClose: () => void
  /** Shown before the close button. */
  actions?: ReactNode
}

export function EntryDialog({ entry, onClose, actions }: EntryDialogProps) {
  const { actor, target } = entry
  const nameActor = useActorName()
  return (
    <Dialog
      title={entry.action}
      size="large"
      onClose={onClose}
      actions={
        <>
          {actions}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Facts
        facts={[
          ['When', new Date(entry.happened_at_millis).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'long' })],
          ['By', <bdi key="actor">{nameActor(entry)}</bdi>],
          ['Actor ID', actor.id && <code>{actor.id}</code>],
          ['Target', target.type.replaceAll('_', ' ')],
          ['Target ID', <code key="target">{target.id}</code>],
          ['IP address', entry.ip_address],
          ['Browser', entry.user_agent],
          ['Request', entry.request_id && <code>{entry.request_id}</code>],
        ]}
      />
      {entry.details !== null && <JsonView value={entry.details} />}
    </Dialog>
  )
}
