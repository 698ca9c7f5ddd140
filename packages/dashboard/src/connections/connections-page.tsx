import { Boundary } from '../parts/boundary.tsx'
import { LockedPage } from '../parts/role.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { ConnectionList } from './connection-list.tsx'
import { DomainList } from './domain-list.tsx'

export default function ConnectionsPage() {
  return (
    <LockedPage
      changes="settings"
      title="Connections"
      description="Let companies sign in with their own identity provider over OpenID Connect, OAuth 2.0 or SAML."
    >
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <ConnectionList />
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <DomainList />
      </Boundary>
    </LockedPage>
  )
}
