import { getRouteApi } from '@tanstack/react-router'
import { Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApi, useProjectChanges } from '../data/data.ts'
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
import { type Catalog, describePrices, type Offer, useCatalog } from './catalog.ts'
import { findProblems, type OfferDraft, toDraft, toOffer } from './offer-draft.ts'
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
  return Object.hasOwn(offers, id) ? <OfferEditor id={id} saved={offers[id]!} /> : <MissingOffer />
}

function MissingOffer() {
  return (
    <MissingPage noun="offer" list="/projects/$projectId/payments" icon={<Tag />}>
      It may have been deleted. Past purchases are on the customers’ pages.
    </MissingPage>
  )
}

function OfferEditor({ id, saved }: { id: string; saved: Offer }) {
  const { call } = useApi()
  const { updateConfig } = useProjectChanges()
  const { offers } = useCatalog()
  const navigate = useProjectNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const keyPath = `payments.offers.${id}`
  const draft = useDraft<OfferDraft>(toDraft(saved), {
    save: async (changes) => {
      // The API replaces the whole offer, so read changes made elsewhere first.
      const { payments } = JSON.parse((await call('GET /internal/config')).config_string) as { payments: Catalog }
      const latest = payments.offers[id] ?? saved
      await updateConfig({ [keyPath]: { ...toOffer({ ...toDraft(latest), ...changes }, latest) } })
    },
    done: 'The offer was saved.',
    check: findProblems,
    isCheckedOnSave: true,
  })
  useItemCrumb(saved.displayName)
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
          run={() => updateConfig({ [keyPath]: null })}
          done={`${saved.displayName} was deleted.`}
          undo={() => updateConfig({ [keyPath]: { ...saved } })}
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
      ? 'Subscriptions no longer grant anything, but Stripe keeps charging for them. Cancel them in Stripe first.'
      : '')
  )
}
