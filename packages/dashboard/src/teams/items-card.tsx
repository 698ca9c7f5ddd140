import { appInternalsSymbol, type ServerTeam } from '@latchkey/react'
import { useState } from 'react'
import { useData } from '../app/data.ts'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

interface TeamItem {
  id: string
  name: string
}

/** What is counted for teams, as defined in the project's payments, and how much this team has of it. */
export function ItemsCard({ team }: { team: ServerTeam }) {
  const { payments } = useData(useProject()[appInternalsSymbol].config)
  const items = Object.entries(payments.items)
    .filter(([, { customerType }]) => customerType === 'team')
    .map(([id, { displayName }]): TeamItem => ({ id, name: displayName || id }))
  const [changing, setChanging] = useState<TeamItem>()
  if (items.length === 0) {
    return (
      <Section title="Items">
        <p className="ui-muted">
          No items are defined for teams. Items count what customers have, such as seats or credits.
        </p>
      </Section>
    )
  }
  return (
    <Section title="Items" description="What this team has of everything that is counted for teams.">
      <Table
        label="Quantities"
        rows={items}
        getId={(item) => item.id}
        columns={[
          { id: 'item', header: 'Item', cell: (item) => <strong>{item.name}</strong> },
          { id: 'id', header: 'ID', priority: 'low', cell: (item) => <code>{item.id}</code> },
          { id: 'quantity', header: 'Quantity', align: 'end', cell: (item) => <Quantity team={team} id={item.id} /> },
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            width: 96,
            cell: (item) => (
              <Button size="small" aria-label={`Change ${item.name}`} onClick={() => setChanging(item)}>
                Change
              </Button>
            ),
          },
        ]}
      />
      {changing && <ChangeDialog team={team} item={changing} onClose={() => setChanging(undefined)} />}
    </Section>
  )
}

function Quantity({ team, id }: { team: ServerTeam; id: string }) {
  return useData(team[appInternalsSymbol].item(id)).quantity.toLocaleString('en')
}

function ChangeDialog({ team, item, onClose }: { team: ServerTeam; item: TeamItem; onClose: () => void }) {
  const { app } = useProject()
  const [amount, setAmount] = useState('')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useAction()
  const change = async () => {
    const quantity = Number(amount)
    if (!Number.isSafeInteger(quantity) || quantity === 0) return setProblem('Enter a whole number, such as 10 or -3.')
    setProblem(undefined)
    const isDone = await run(
      () =>
        app.createItemQuantityChange({
          teamId: team.id,
          itemId: item.id,
          quantity,
          ...(description.trim() && { description: description.trim() }),
        }),
      { done: `${item.name} was changed by ${quantity > 0 ? '+' : ''}${quantity}.` },
    )
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={`Change ${item.name}`}
      onClose={onClose}
      onSubmit={() => void change()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            Change
          </Button>
        </>
      }
    >
      <TextField
        label="Add or subtract"
        inputMode="numeric"
        placeholder="10"
        hint="A negative number subtracts. The quantity cannot become negative."
        error={problem}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label="Reason (optional)"
        hint="Shown in the transactions."
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </Dialog>
  )
}
