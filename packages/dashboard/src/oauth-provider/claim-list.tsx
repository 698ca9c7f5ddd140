import { Plus, Tag } from 'lucide-react'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Empty, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { ClaimDialog, metadataNames } from './claim-dialog.tsx'
import { EntryActions } from './entry-actions.tsx'
import { useProvider } from './provider.ts'

export function ClaimList() {
  const { claims } = useProvider()
  return (
    <Section
      id="claims"
      title="Claims"
      description="Values of a user’s metadata that apps may read, together with the user’s name and email address."
      actions={
        <DialogButton size="small" icon={<Plus />} dialog={(close) => <ClaimDialog onClose={close} />}>
          Add claim
        </DialogButton>
      }
    >
      <Table
        label="Claims"
        rows={Object.entries(claims).map(([id, claim]) => ({ id, ...claim }))}
        empty={
          <Empty icon={<Tag />} title="No claims of your own yet">
            For example, the user’s plan, which your server stores in the metadata.
          </Empty>
        }
        actions={({ id }) => (
          <EntryActions
            name={`the claim ${id}`}
            consequence="Apps can no longer read it."
            settings={{ [`oauthProvider.claims.${id}`]: claims[id] }}
            edit={(close) => <ClaimDialog name={id} onClose={close} />}
          />
        )}
        actionsWidth={96}
        columns={[
          { id: 'claim', header: 'Claim', cell: ({ id }) => <code>{id}</code> },
          {
            id: 'source',
            header: 'From',
            priority: 'medium',
            cell: ({ metadata, key }) => (
              <>
                <code>{key}</code> in the {metadataNames[metadata].toLowerCase()}
              </>
            ),
          },
          { id: 'scope', header: 'With the scope', cell: ({ scope }) => <code>{scope}</code> },
        ]}
      />
    </Section>
  )
}
