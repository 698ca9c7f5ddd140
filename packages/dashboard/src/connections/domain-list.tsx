import { AtSign, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type RowOf, useAll, useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useForm } from '../data/use-form.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type FoundTeam, TeamPicker } from '../people/team-picker.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { actionsColumn, type Column, Table } from '../ui/table.tsx'
import { formatTime, Time } from '../ui/time.tsx'
import {
  type DomainCheck,
  DomainRecord,
  DomainState,
  domainAnswers,
  findDomainProblem,
  readTypedDomain,
} from './domain-record.tsx'
import { Owner } from './owner.tsx'

type Domain = RowOf<'GET /connection-domains'>

/** The email domains of a team, or all of the project. */
export function DomainList({ teamId }: { teamId?: string | undefined }) {
  const domains = useAll('GET /connection-domains', { query: teamId ? { team_id: teamId } : {} })
  const [shownId, setShownId] = useState<string>()
  const shown = domains.find(({ id }) => id === shownId)
  const columns: Column<Domain>[] = [
    {
      id: 'domain',
      header: 'Domain',
      cell: ({ id, domain }) => (
        <button className="ui-row-link" type="button" onClick={() => setShownId(id)}>
          <code>{domain}</code>
        </button>
      ),
    },
    ...(teamId ? [] : [{ id: 'owner', header: 'For', cell: (of: Domain) => <Owner of={of} /> }]),
    { id: 'state', header: 'Status', cell: (domain) => <DomainState domain={domain} /> },
    {
      id: 'checked',
      header: 'Last checked',
      priority: 'medium',
      cell: ({ checked_at_millis: at }) => (at ? <Time date={at} /> : <span className="ui-muted">never</span>),
    },
    actionsColumn((domain) => <RemoveButton domain={domain} />, 96),
  ]
  const add = (
    <DialogButton
      icon={<Plus />}
      dialog={(close) => <AddDialog teamId={teamId} onClose={close} onAdded={setShownId} />}
    >
      Add domain
    </DialogButton>
  )
  return (
    <Section
      title="Email domains"
      description="People who enter an address at a proven domain on the sign-in page continue to its connection."
      actions={domains.length > 0 && add}
    >
      <Table
        label="Email domains"
        columns={columns}
        rows={domains}
        empty={
          <Empty icon={<AtSign />} title="No domains yet" action={add}>
            A company proves that it owns a domain with a TXT record. Until then, addresses at the domain do not count
            as verified.
          </Empty>
        }
      />
      {shown && <DomainDialog domain={shown} onClose={() => setShownId(undefined)} />}
    </Section>
  )
}

function RemoveButton({ domain: { id, domain, is_proven } }: { domain: Domain }) {
  const { change } = useApi()
  return (
    <DialogButton
      size="small"
      variant="danger"
      aria-label={`Remove ${domain}`}
      dialog={(close) => (
        <ConfirmDialog
          title={`Remove ${domain}?`}
          description={
            is_proven
              ? 'People with an address at the domain no longer continue to the connection.'
              : 'The domain was never proven, so nothing changes for users.'
          }
          action="Remove domain"
          run={() => change('DELETE /connection-domains/{domain_id}', { params: { domain_id: id } })}
          done={`${domain} was removed.`}
          onClose={close}
        />
      )}
    >
      Remove
    </DialogButton>
  )
}

interface AddDialogProps {
  teamId: string | undefined
  onClose: () => void
  onAdded: (domainId: string) => void
}

function AddDialog({ teamId, onClose, onAdded }: AddDialogProps) {
  const { change } = useApi()
  const [team, setTeam] = useState<FoundTeam>()
  const form = useForm({
    initial: { domain: '' },
    check: ({ domain }) => ({ domain: findDomainProblem(domain) }),
    submit: async ({ domain }) => {
      const body = { domain: readTypedDomain(domain), team_id: teamId ?? team?.id ?? null }
      const { id } = await change('POST /connection-domains', { body })
      onClose()
      onAdded(id)
    },
    refusal: 'domain',
  })
  return (
    <FormDialog {...form.dialog} title="Add domain" onClose={onClose} action="Add domain">
      <TextField label="Domain" isMono placeholder="example.com" spellCheck={false} {...form.text('domain')} />
      {!teamId && (
        <TeamPicker
          label="Team (the whole project if none is picked)"
          picked={team?.id}
          onPick={(_, found) => setTeam(found)}
        />
      )}
    </FormDialog>
  )
}

function DomainDialog({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  const { change } = useApi()
  const { isBusy, run } = useAction()
  const [result, setResult] = useState<DomainCheck>()
  const { domain: name, is_proven, failing_since_millis: failing } = domain
  const params = { domain_id: domain.id }
  const check = () =>
    run(async () => {
      const answer = await change('POST /connection-domains/{domain_id}/check', { params, body: {} })
      setResult(answer.result)
    })
  return (
    <Dialog
      title={name}
      description={
        is_proven
          ? 'The record has to stay: it is checked again every week.'
          : 'Add this record at the company that manages the DNS of the domain.'
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" icon={<RefreshCw />} isBusy={isBusy} onClick={() => void check()}>
            Check now
          </Button>
        </>
      }
    >
      <DomainRecord domain={domain} />
      {failing && (
        <p className="ui-error">
          The record has been missing since {formatTime(failing)}. A week later the domain is no longer proven.
        </p>
      )}
      <p role="status">{result && domainAnswers[result]}</p>
    </Dialog>
  )
}
