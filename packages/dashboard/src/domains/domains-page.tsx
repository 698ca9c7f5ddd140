import { CircleAlert, CircleCheck, Globe, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../app/owner.ts'
import { useAction } from '../app/use-action.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { SwitchField } from '../ui/field.tsx'
import { Card, Empty, Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { type Domain, DomainDialog } from './domain-dialog.tsx'
import './domains.css'

export default function DomainsPage() {
  const project = useProject()
  const { domains, allowLocalhost } = project.config
  const [editing, setEditing] = useState<{ domain?: Domain }>()
  const { run } = useAction()

  const save = (next: readonly Domain[], done: string) =>
    run(() => project.update({ config: { domains: [...next] } }), {
      done,
      undo: () => project.update({ config: { domains } }),
    })
  return (
    <Page
      title="Domains"
      description="Where your app runs. Sign-in redirects and links in emails go to these addresses only."
      actions={
        <Button variant="primary" icon={<Plus />} onClick={() => setEditing({})}>
          Add domain
        </Button>
      }
    >
      {domains.length === 0 ? (
        <Empty
          icon={<Globe aria-hidden="true" />}
          title="No trusted domains yet"
          action={
            <Button variant="primary" onClick={() => setEditing({})}>
              Add domain
            </Button>
          }
        >
          {allowLocalhost
            ? 'Your app works on localhost for now. Add its domain before you put it online.'
            : 'Nobody can sign in to your app until you add its domain or allow localhost.'}
        </Empty>
      ) : (
        <Table
          label="Trusted domains"
          rows={domains}
          getId={({ domain }) => domain}
          columns={[
            { id: 'domain', header: 'Domain', cell: ({ domain }) => <strong>{domain}</strong> },
            { id: 'path', header: 'Handler path', cell: ({ handlerPath }) => <code>{handlerPath}</code> },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 96,
              cell: (domain) => (
                <>
                  <IconButton
                    size="small"
                    label={`Edit ${domain.domain}`}
                    icon={<Pencil />}
                    onClick={() => setEditing({ domain })}
                  />
                  <IconButton
                    size="small"
                    label={`Remove ${domain.domain}`}
                    icon={<Trash2 />}
                    onClick={() =>
                      void save(
                        domains.filter((each) => each !== domain),
                        `${domain.domain} was removed.`,
                      )
                    }
                  />
                </>
              ),
            },
          ]}
        />
      )}
      <Card title="Development">
        <SwitchField
          label="Trust localhost"
          hint="Lets your app run on your own machine, on any port. Turn it off before real users sign in."
          checked={allowLocalhost}
          onChange={(isOn) =>
            void run(() => project.update({ config: { allowLocalhost: isOn } }), {
              done: isOn ? 'Localhost is trusted.' : 'Localhost is no longer trusted.',
              undo: () => project.update({ config: { allowLocalhost: !isOn } }),
            })
          }
        />
      </Card>
      <ProductionChecks />
      {editing && (
        <DomainDialog
          domain={editing.domain}
          taken={domains.map(({ domain }) => domain)}
          onClose={() => setEditing(undefined)}
          onSave={async (next) => {
            const others = domains.filter(({ domain }) => domain !== editing.domain?.domain)
            if (await save([...others, next], `${next.domain} was saved.`)) setEditing(undefined)
          }}
        />
      )}
    </Page>
  )
}

/** The exact reason for each check that fails. */
function ProductionChecks() {
  const project = useProject()
  const problems = project.useProductionModeErrors()
  return (
    <Card
      title="Ready for production"
      description={
        problems.length === 0
          ? 'Every check has passed.'
          : `${problems.length} ${problems.length === 1 ? 'thing' : 'things'} to change before real users sign in.`
      }
    >
      <ul className="domains-checks">
        {problems.length === 0 && (
          <li>
            <CircleCheck aria-hidden="true" data-done />
            Localhost is not trusted, and all trusted domains use HTTPS.
          </li>
        )}
        {problems.map(({ message }) => (
          <li key={message}>
            <CircleAlert aria-hidden="true" />
            {message}
          </li>
        ))}
      </ul>
    </Card>
  )
}
