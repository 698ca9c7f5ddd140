import { KeySquare, Plus } from 'lucide-react'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Badge, Empty, none, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { EntryActions } from './entry-actions.tsx'
import { builtInScopes, type Provider, useProvider } from './provider.ts'
import { ScopeDialog } from './scope-dialog.tsx'

export function ScopeList() {
  const provider = useProvider()
  const own = Object.entries(provider.scopes).map(([id, scope]) => ({ id, ...scope }))
  return (
    <Section
      id="scopes"
      title="Scopes"
      description={
        <>
          Users read their names when an app asks for access. Every project also has{' '}
          {builtInScopes.map(([id], index) => (
            <span key={id}>
              {index > 0 && (index === builtInScopes.length - 1 ? ' and ' : ', ')}
              <code>{id}</code>
            </span>
          ))}
          .
        </>
      }
      actions={
        <DialogButton size="small" icon={<Plus />} dialog={(close) => <ScopeDialog onClose={close} />}>
          Add scope
        </DialogButton>
      }
    >
      <Table
        label="Scopes"
        rows={own}
        empty={
          <Empty icon={<KeySquare />} title="No scopes of your own yet">
            A scope is something an app can ask for, such as to read invoices. It can depend on a permission: then only
            users who have the permission can give it.
          </Empty>
        }
        actions={(scope) => (
          <EntryActions
            name={`the scope ${scope.id}`}
            consequence={describeRemoval(provider, scope.id)}
            settings={settingsOf(provider, scope.id)}
            edit={(close) => <ScopeDialog id={scope.id} onClose={close} />}
          />
        )}
        actionsWidth={96}
        columns={[
          {
            id: 'scope',
            header: 'Scope',
            cell: ({ id, displayName }) => (
              <>
                <code>{id}</code>
                {displayName !== id && (
                  <div className="ui-caption ui-truncate">
                    <bdi>{displayName}</bdi>
                  </div>
                )}
              </>
            ),
          },
          {
            id: 'permission',
            header: 'Needs the permission',
            priority: 'medium',
            cell: ({ permissionId }) => (permissionId ? <Badge>{permissionId}</Badge> : none),
          },
        ]}
      />
    </Section>
  )
}

/** The scope, and what refers to it. */
function settingsOf({ scopes, resources, claims }: Provider, id: string): Record<string, unknown> {
  const inResources = Object.entries(resources).filter(([, resource]) => Object.hasOwn(resource.scopes, id))
  const inClaims = Object.entries(claims).filter(([, { scope }]) => scope === id)
  return {
    [`oauthProvider.scopes.${id}`]: scopes[id],
    ...Object.fromEntries(inResources.map(([resource]) => [`oauthProvider.resources.${resource}.scopes.${id}`, true])),
    ...Object.fromEntries(inClaims.map(([name, claim]) => [`oauthProvider.claims.${name}`, claim])),
  }
}

function describeRemoval({ claims }: Provider, id: string): string {
  const names = Object.entries(claims).flatMap(([name, { scope }]) => (scope === id ? [name] : []))
  const lost =
    names.length === 0 ? '' : ` The ${names.length === 1 ? 'claim' : 'claims'} ${names.join(', ')} go with it.`
  return `Apps can no longer ask for it, and access that was given no longer includes it.${names.length === 1 ? lost.replace(' go ', ' goes ') : lost}`
}
