import { Globe, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useConfig } from '../data/use-config.ts'
import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card, Empty } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { DomainDialog } from './domain-dialog.tsx'
import { ProductionChecks } from './production-checks.tsx'
import { listDomains, newDomainKey, type TrustedDomain } from './trusted-domains.ts'
import './domains.css'

export default function DomainsPage() {
  const project = useProject()
  const [editing, setEditing] = useState<{ domain?: TrustedDomain }>()
  const save = useSaveDomain()
  return (
    <LockedPage
      changes="settings"
      title="Domains"
      description="Where your app runs. Sign-in redirects and email links only go to these domains."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setEditing({})}>
          Add domain
        </Button>
      }
    >
      <Boundary skeleton={<CardSkeleton lines={3} />}>
        <Domains onEdit={setEditing} />
      </Boundary>
      {editing && (
        <DomainDialog
          domain={editing.domain}
          taken={project.config.domains.map(({ domain }) => domain)}
          onClose={() => setEditing(undefined)}
          onSave={async (next) => {
            const key = editing.domain?.key ?? newDomainKey()
            const isDone = await save(key, { from: editing.domain, to: next }, `${next.domain} was saved.`)
            if (isDone) setEditing(undefined)
          }}
        />
      )}
    </LockedPage>
  )
}

type DomainAddress = Omit<TrustedDomain, 'key'>

/** Writes only this domain, so that owners who edit different domains at the same time do not overwrite each other. */
function useSaveDomain() {
  const { updateConfig } = useProjectChanges()
  const { run } = useAction()
  const write = (key: string, domain: DomainAddress | undefined) =>
    updateConfig({
      [key]: domain ? { baseUrl: domain.domain, handlerPath: domain.handlerPath } : null,
    })
  return (
    key: string,
    { from, to }: { from: DomainAddress | undefined; to: DomainAddress | undefined },
    done: string,
  ) => run(() => write(key, to), { done, undo: () => write(key, from) })
}

interface DomainsProps {
  onEdit: (editing: { domain?: TrustedDomain }) => void
}

function Domains({ onEdit }: DomainsProps) {
  const project = useProject()
  const { allow_localhost } = project.config
  const domains = listDomains(useConfig())
  const { update } = useProjectChanges()
  const { run } = useAction()
  const save = useSaveDomain()
  const setLocalhost = (isOn: boolean) =>
    run(() => update({ config: { allow_localhost: isOn } }), {
      done: isOn ? 'Localhost is trusted.' : 'Localhost is no longer trusted.',
      undo: () => update({ config: { allow_localhost: !isOn } }),
    })
  return (
    <>
      <Table
        label="Trusted domains"
        rows={domains}
        getId={({ key }) => key}
        empty={
          <Empty
            icon={<Globe />}
            title="No trusted domains yet"
            action={
              <Button variant="primary" onClick={() => onEdit({})}>
                Add domain
              </Button>
            }
          >
            {allow_localhost
              ? 'Your app works on localhost. Add its domain before you deploy it.'
              : 'No one can sign in to your app until you add its domain or allow localhost.'}
          </Empty>
        }
        actions={(domain) => (
          <>
            <IconButton
              size="small"
              label={`Edit ${domain.domain}`}
              icon={<Pencil />}
              onClick={() => onEdit({ domain })}
            />
            <IconButton
              size="small"
              label={`Remove ${domain.domain}`}
              icon={<Trash2 />}
              onClick={() => void save(domain.key, { from: domain, to: undefined }, `${domain.domain} was removed.`)}
            />
          </>
        )}
        actionsWidth={96}
        columns={[
          { id: 'domain', header: 'Domain', cell: ({ domain }) => <strong>{domain}</strong> },
          {
            id: 'path',
            header: 'Handler path',
            priority: 'medium',
            cell: ({ handlerPath }) => <code>{handlerPath}</code>,
          },
        ]}
      />
      <Card title="Development">
        <SwitchField
          label="Trust localhost"
          hint={
            allow_localhost && project.is_production_mode ? (
              <span className="ui-error">
                This project is in production mode. Turn this off: any program on a user’s computer could intercept a
                sign-in.
              </span>
            ) : (
              'Lets your app run on your computer, on any port. Turn it off before real users sign in.'
            )
          }
          checked={allow_localhost}
          onChange={(isOn) => void setLocalhost(isOn)}
        />
      </Card>
      <ProductionChecks
        domains={domains}
        onEdit={(domain) => onEdit(domain ? { domain } : {})}
        onCloseLocalhost={() => void setLocalhost(false)}
      />
    </>
  )
}
