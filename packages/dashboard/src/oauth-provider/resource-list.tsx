import { Plus, Server } from 'lucide-react'
import { CopyableId } from '../ui/copy.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Empty, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { EntryActions } from './entry-actions.tsx'
import { useProvider } from './provider.ts'
import { ResourceDialog } from './resource-dialog.tsx'

export function ResourceList() {
  const { resources } = useProvider()
  const rows = Object.entries(resources).map(([id, resource]) => ({ id, ...resource }))
  return (
    <Section
      id="resources"
      title="Resources"
      description="APIs and MCP servers that access tokens are for. A token for one is refused by the others."
      actions={
        <DialogButton size="small" icon={<Plus />} dialog={(close) => <ResourceDialog onClose={close} />}>
          Add resource
        </DialogButton>
      }
    >
      <Table
        label="Resources"
        rows={rows}
        empty={
          <Empty icon={<Server />} title="No resources yet">
            Without one, apps can sign users in and read who they are, but get no tokens for an API of yours.
          </Empty>
        }
        actions={({ id, displayName }) => (
          <EntryActions
            name={`the resource ${displayName}`}
            consequence="Apps get no more tokens for it, and access that was given no longer includes it."
            settings={{ [`oauthProvider.resources.${id}`]: resources[id] }}
            edit={(close) => <ResourceDialog id={id} onClose={close} />}
          />
        )}
        actionsWidth={96}
        columns={[
          {
            id: 'name',
            header: 'Resource',
            cell: ({ displayName, isDefault, uri }) => (
              <span className="ui-row">
                <strong>
                  <bdi>{displayName}</bdi>
                </strong>
                {isDefault && <Badge tone="accent">Default</Badge>}
                {!uri && <Badge tone="danger">No URI in this environment</Badge>}
              </span>
            ),
          },
          {
            id: 'uri',
            header: 'URI',
            priority: 'medium',
            cell: ({ uri, displayName }) => (uri ? <CopyableId id={uri} name={`URI of ${displayName}`} /> : none),
          },
          {
            id: 'scopes',
            header: 'Scopes',
            priority: 'low',
            cell: ({ scopes }) => Object.keys(scopes).join(', ') || none,
          },
        ]}
      />
    </Section>
  )
}
