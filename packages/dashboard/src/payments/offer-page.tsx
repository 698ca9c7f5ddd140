import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApi, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Empty, Page } from '../ui/page.tsx'
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
  const { id: projectId } = useProject()
  useCrumb('Not found')
  return (
    <Page title="Offer not found">
      <Empty
        icon={<Tag aria-hidden="true" />}
        title="There is no offer with this ID"
        action={
          <Link {...buttonLook()} to="/projects/$projectId/payments" params={{ projectId }}>
            All offers
          </Link>
        }
      >
        It may have been deleted. Past purchases are on the customers’ pages.
      </Empty>
    </Page>
  )
}

function OfferEditor({ id, saved }: { id: string; saved: Offer }) {
  const { id: projectId } = useProject()
  const { call } = useApi()
  const { updateConfig } = useProjectChanges()
  const { offers } = useCatalog()
  const navigate = useNavigate()
  const { draft, changes, isChanged, change, discard } = useDraft<OfferDraft>(toDraft(saved))
  const [hasTried, setHasTried] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const { isBusy, run } = useAction()
  const problems = findProblems(draft)
  useCrumb(saved.displayName)
  const keyPath = `payments.offers.${id}`

  const save = async () => {
    setHasTried(true)
    if (Object.values(problems).some(Boolean)) return
    const isDone = await run(
      async () => {
        // The API replaces the whole offer, so read changes made elsewhere first.
        const { payments } = JSON.parse((await call('GET /internal/config')).config_string) as { payments: Catalog }
        const latest = payments.offers[id] ?? saved
        await updateConfig({ [keyPath]: { ...toOffer({ ...toDraft(latest), ...changes }, latest) } })
      },
      { done: 'The offer was saved.' },
    )
    if (isDone) discard()
  }
  const remove = async () => {
    const isDone = await run(() => updateConfig({ [keyPath]: null }), {
      done: `${saved.displayName} was deleted.`,
      undo: () => updateConfig({ [keyPath]: { ...saved } }),
    })
    if (isDone) await navigate({ to: '/projects/$projectId/payments', params: { projectId } })
  }
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
      <div className="payments-editor">
        <OfferForm
          id={id}
          draft={draft}
          problems={hasTried ? problems : {}}
          others={Object.entries(offers).filter(([other]) => other !== id)}
          onChange={change}
        />
        <OfferPreview draft={draft} />
      </div>
      <SaveBar isChanged={isChanged && !isDeleting} isBusy={isBusy} onSave={() => void save()} onDiscard={discard} />
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${saved.displayName}?`}
          description={describeDeletion(saved)}
          action="Delete offer"
          name={saved.displayName}
          onConfirm={remove}
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
