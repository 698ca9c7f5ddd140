import { appInternalsSymbol, type ServerUser } from '@latchkey/react'
import { useData } from '../app/data.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

export function ContactChannels({ user }: { user: ServerUser }) {
  const channels = useData(user[appInternalsSymbol].contactChannels)
  const { run } = useAction()
  if (channels.length === 0) {
    return (
      <Section title="Email addresses">
        <p className="ui-muted">This user has no email address.</p>
      </Section>
    )
  }
  return (
    <Section title="Email addresses">
      <Table
        label="Email addresses"
        rows={channels}
        getId={(channel) => channel.id}
        columns={[
          { id: 'value', header: 'Email', cell: (channel) => channel.value },
          {
            id: 'state',
            header: 'State',
            cell: (channel) => (
              <span className="ui-row" style={{ flexWrap: 'nowrap' }}>
                {channel.isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="accent">Unverified</Badge>}
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
            cell: (channel) =>
              !channel.isVerified && (
                <Button
                  size="small"
                  onClick={() =>
                    void run(() => channel.update({ isVerified: true }), {
                      done: `${channel.value} is now verified.`,
                      undo: () => channel.update({ isVerified: false }),
                    })
                  }
                >
                  Mark as verified
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}
