import type { AuditEntry } from '@latchkey/react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useProject, useStores } from '../app/owner.ts'
import { actorNameOf, EntryDialog } from '../audit-log/entry-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

/** The newest entries of the audit log that concern the user. */
export function AuditCard({ userId }: { userId: string }) {
  const { app } = useProject()
  const stores = useStores()
  const entries = useData(
    stores.cached(`users/${userId}/audit-entries`, () => app.listAuditEntries({ targetId: userId, limit: 10 })),
  )
  const [shown, setShown] = useState<AuditEntry>()
  if (entries.length === 0) {
    return (
      <Section title="Audit trail">
        <p className="ui-muted">Nothing has been recorded about this user yet.</p>
      </Section>
    )
  }
  return (
    <Section title="Audit trail" description="What was done to this account, newest first.">
      <Table
        label="Audit trail"
        rows={entries}
        getId={(entry) => entry.id}
        columns={[
          { id: 'action', header: 'Action', cell: (entry) => <code>{entry.action}</code> },
          {
            id: 'actor',
            header: 'By',
            cell: (entry) => (entry.actor.id === userId ? 'The user' : actorNameOf(entry)),
          },
          {
            id: 'address',
            header: 'IP address',
            priority: 'low',
            cell: (entry) => entry.ipAddress ?? <span className="ui-muted">–</span>,
          },
          { id: 'when', header: 'When', cell: (entry) => <Time date={entry.happenedAt} /> },
          {
            id: 'details',
            header: 'Details',
            isHeaderHidden: true,
            align: 'end',
            cell: (entry) => (
              <Button size="small" onClick={() => setShown(entry)}>
                Details
              </Button>
            ),
          },
        ]}
      />
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}
