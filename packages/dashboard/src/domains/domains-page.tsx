import { Globe, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useConfig, useConfigRevision } from '../data/use-config.ts'
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
        <Boundary skeleton={null}>
          <EditDomain
            domain={editing.domain}
            taken={project.config.domains.map(({ domain }) => domain)}
            onClose={() => setEditing(undefined)}
          />
        </Boundary>
      )}
    </LockedPage>
  )
}

interface EditDomainProps {
  domain: TrustedDomain | undefined
  taken: readonly string[]
  onClose: () => void
}

function EditDomain({ domain, ...dialog }: EditDomainProps) {
  const write = useWriteDomain()
  const [key] = useState(() => domain?.key ?? newDomainKey())
  return (
    <DomainDialog
      {...dialog}
      domain={domain}
      onSave={(next, revision) => write(key, next, revision)}
      onUndo={(revision) => write(key, domain, revision)}
    />
  )
}

/** Writes one domain, or removes it. */
function useWriteDomain() {
  const { updateConfig } = useProjectChanges()
  return (key: string, domain: Omit<TrustedDomain, 'key'> | undefined, revision: number) =>
    updateConfig({ [key]: domain ? { baseUrl: domain.domain, handlerPath: domain.handlerPath } : null }, revision)
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
  const write = useWriteDomain()
  const revision = useConfigRevision()
  const remove = (domain: TrustedDomain) =>
    run(() => write(domain.key, undefined, revision), {
      done: `${domain.domain} was removed.`,
      undo: (saved) => write(domain.key, domain, saved.revision),
    })
  const setLocalhost = (isOn: boolean) =>
    run(() => update({ config: { allow_localhost: isOn } }, project.revision), {
      done: isOn ? 'Localhost is trusted.' : 'Localhost is no longer trusted.',
      undo: (saved) => update({ config: { allow_localhost: !isOn } }, saved.revision),
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
              onClick={() => void remove(domain)}
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
