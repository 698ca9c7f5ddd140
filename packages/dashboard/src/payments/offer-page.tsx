import { getRouteApi } from '@tanstack/react-router'
import { Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useItemCrumb } from '../parts/breadcrumbs.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { MissingPage } from '../parts/detail-page.tsx'
import { useProjectNavigate } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { describePrices, type Offer, useCatalog } from './catalog.ts'
import { fieldAt, findProblems, type OfferDraft, toDraft, toOffer } from './offer-draft.ts'
import { OfferForm } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import { PurchaseLink } from './purchase-link.tsx'
import './payments.css'

const route = getRouteApi('/owner/projects/$projectId/payments/offers/$offerId')

export default function OfferPage() {
  const { offerId } = route.useParams()
  return (
    <Boundary skeleton={<Page title={offerId}>{<CardSkeleton lines={8} />}</Page>}>
      <FoundOffer key={offerId} id={offerId} />
    </Boundary>
  )
}

function FoundOffer({ id }: { id: string }) {
  const { offers } = useCatalog()
  const saved = Object.hasOwn(offers, id) ? offers[id] : undefined
  const [last, setLast] = useState(saved)
  if (saved && saved !== last) setLast(saved)
  // If another owner deletes the offer while it is edited here, the edits stay.
  const shown = saved ?? last
  return shown ? <OfferEditor id={id} saved={shown} isDeleted={!saved} /> : <MissingOffer />
}

function MissingOffer() {
  return (
    <MissingPage noun="offer" list="/projects/$projectId/payments" icon={<Tag />}>
      It may have been deleted. Past purchases are on the customers’ pages.
    </MissingPage>
  )
}

function OfferEditor({ id, saved, isDeleted }: { id: string; saved: Offer; isDeleted: boolean }) {
  const { updateConfig } = useProjectChanges()
  const revision = useConfigRevision()
  const { offers } = useCatalog()
  const navigate = useProjectNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const keyPath = `payments.offers.${id}`
  const draft = useDraft<OfferDraft>(toDraft(saved), {
    revision,
    save: (_, values, openedAt) => updateConfig({ [keyPath]: { ...toOffer(values, saved) } }, openedAt),
    done: 'The offer was saved.',
    check: findProblems,
    fieldAt,
    isCheckedOnSave: true,
  })
  useItemCrumb(saved.displayName)
  if (isDeleted && !draft.isChanged) return <MissingOffer />
  return (
    <LockedPage
      changes="settings"
      title={saved.displayName}
      description={<CopyableId id={id} name="offer ID" />}
      actions={
        <>
          <Button variant="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
          {saved.prices !== 'include-by-default' && <PurchaseLink offerId={id} offer={saved} />}
        </>
      }
    >
      {isDeleted && (
        <p className="ui-notice" role="alert">
          This offer was deleted while you were editing it. Save to decide whether to create it again, or discard your
          changes.
        </p>
      )}
      <div className="ui-with-preview">
        <OfferForm
          id={id}
          draft={draft.values}
          errorOf={draft.errorOf}
          others={Object.entries(offers).filter(([other]) => other !== id)}
          onChange={draft.change}
        />
        <OfferPreview draft={draft.values} />
      </div>
      <SaveBar {...draft.bar} isChanged={draft.isChanged && !isDeleting} />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${saved.displayName}?`}
          description={describeDeletion(saved)}
          action="Delete offer"
          name={saved.displayName}
          run={() => updateConfig({ [keyPath]: null }, revision)}
          done={`${saved.displayName} was deleted.`}
          undo={(deleted) => updateConfig({ [keyPath]: { ...saved } }, deleted.revision)}
          onDone={() => void navigate({ to: '/projects/$projectId/payments' })}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </LockedPage>
  )
}

function describeDeletion(offer: Offer): string {
  if (offer.prices === 'include-by-default') return 'Customers who have it by default lose its items immediately.'
  const hasPlans = Object.values(offer.prices).some(({ interval }) => interval)
  return (
    `No one can buy it anymore (${describePrices(offer)}). One-time purchases are kept. ` +
    (hasPlans
      ? 'Subscriptions no longer grant anything, but customers keep being charged. Cancel their subscriptions first.'
      : '')
  )
}
