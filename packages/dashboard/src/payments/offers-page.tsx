import { Plus } from 'lucide-react'
import { Boundary } from '../parts/boundary.tsx'
import { ProjectLink } from '../parts/links.tsx'
import { Allowed, Locked } from '../parts/role.tsx'
import { useScrollToPart } from '../parts/use-scroll-to-part.ts'
import { buttonLook } from '../ui/button.tsx'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { ItemsSection } from './items-section.tsx'
import { OffersSection } from './offers-section.tsx'
import { PaymentsFrame } from './payments-frame.tsx'
import { ProviderCard } from './provider-card.tsx'

export default function OffersPage() {
  useScrollToPart()
  return (
    <PaymentsFrame
      part="Offers"
      actions={
        <Allowed to="settings">
          <ProjectLink {...buttonLook({ variant: 'primary' })} to="/projects/$projectId/payments/new-offer">
            <Plus />
            Create offer
          </ProjectLink>
        </Allowed>
      }
    >
      <div className="ui-stack" data-gap="section">
        <Locked to="settings">
          <Boundary skeleton={<TableSkeleton rows={3} />}>
            <OffersSection />
            <ItemsSection />
          </Boundary>
          <Allowed to="read-setup">
            <Boundary skeleton={<CardSkeleton lines={5} />}>
              <ProviderCard />
            </Boundary>
          </Allowed>
        </Locked>
      </div>
    </PaymentsFrame>
  )
}
