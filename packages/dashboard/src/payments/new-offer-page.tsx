import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { findIdProblem, suggestId } from '../data/ids.ts'
import { useConfigRevision } from '../data/use-config.ts'
import { useForm } from '../data/use-form.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { useProjectNavigate } from '../parts/links.tsx'
import { LockedPage } from '../parts/role.tsx'
import { UnsavedChangesGuard } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { useCatalog } from './catalog.ts'
import { fieldAt, findProblems, newOffer, type OfferDraft, toOffer } from './offer-draft.ts'
import { OfferForm } from './offer-form.tsx'
import { OfferPreview } from './offer-preview.tsx'
import './payments.css'

export default function NewOfferPage() {
  useCrumb('Create offer')
  return (
    <LockedPage changes="settings" title="Create offer" description="What you sell, its prices and what customers get.">
      <Boundary skeleton={<CardSkeleton lines={8} />}>
        <NewOffer />
      </Boundary>
    </LockedPage>
  )
}

function NewOffer() {
  const { updateConfig } = useProjectChanges()
  const { offers } = useCatalog()
  const navigate = useProjectNavigate()
  const [typedId, setTypedId] = useState<string>()
  const idOf = ({ displayName }: OfferDraft) => typedId ?? suggestId(displayName)
  const form = useForm<OfferDraft>({
    initial: newOffer,
    check: (draft) => ({ ...findProblems(draft), newId: findIdProblem(idOf(draft), Object.keys(offers)) }),
    fieldAt,
    revision: useConfigRevision(),
    submit: (draft, revision) =>
      updateConfig({ [`payments.offers.${idOf(draft)}`]: { ...toOffer(draft, undefined) } }, revision),
    done: ({ displayName }) => `${displayName.trim()} was created.`,
    onDone: () => {
      setIsDone(true)
      const params = { offerId: idOf(form.values) }
      void navigate({ to: '/projects/$projectId/payments/offers/$offerId', params, ignoreBlocker: true })
    },
  })
  const [isDone, setIsDone] = useState(false)
  const { values: draft, dialog, errorOf } = form
  const isChanged = JSON.stringify(draft) !== JSON.stringify(newOffer)
  return (
    <>
      <UnsavedChangesGuard isChanged={isChanged && !dialog.isBusy && !isDone} />
      <div className="ui-with-preview">
        <div className="ui-stack" data-gap="large">
          <OfferForm
            draft={draft}
            errorOf={errorOf}
            newId={{
              value: idOf(draft),
              error: errorOf('displayName') ? undefined : errorOf('newId'),
              onChange: setTypedId,
            }}
            others={Object.entries(offers)}
            onChange={form.change}
          />
          <div className="ui-row">
            <Button variant="primary" size="large" isBusy={dialog.isBusy} onClick={dialog.onSubmit}>
              Create offer
            </Button>
          </div>
        </div>
        <OfferPreview draft={draft} />
      </div>
    </>
  )
}
