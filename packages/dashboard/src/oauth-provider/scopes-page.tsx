import { Boundary } from '../parts/boundary.tsx'
import { Locked } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { ClaimList } from './claim-list.tsx'
import { OffNotice, ProviderFrame } from './provider-frame.tsx'
import { ResourceList } from './resource-list.tsx'
import { ScopeList } from './scope-list.tsx'

export default function ScopesPage() {
  useScrollToPart()
  return (
    <ProviderFrame tab="Scopes" description="What apps can ask users for.">
      <Boundary skeleton={<TableSkeleton rows={4} />}>
        <OffNotice />
        <Locked to="settings">
          <ScopeList />
          <ResourceList />
          <ClaimList />
        </Locked>
      </Boundary>
    </ProviderFrame>
  )
}
