import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useProjectChanges } from '../data/data.ts'
import { findIdProblem, suggestId } from '../data/ids.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { UnsavedChangesGuard } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { useCatalog } from './catalog.ts'
import { findProblems, newOffer, type OfferDraft, toOffer } from './offer-draft.ts'
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
  const { id: projectId } = useProject()
  const { updateConfig } = useProjectChanges()
  const { offers } = useCatalog()
  const navigate = useNavigate()
  const { draft, isChanged, change } = useDraft<OfferDraft>(newOffer)
  const [typedId, setTypedId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const { isBusy, run } = useAction()
  const id = typedId ?? suggestId(draft.displayName)
  const idProblem = findIdProblem(id, Object.keys(offers))
  const problems = findProblems(draft)
  const create = async () => {
    setHasTried(true)
    if (idProblem || Object.values(problems).some(Boolean)) return
    const keyPath = `payments.offers.${id}`
    const isCreated = await run(() => updateConfig({ [keyPath]: { ...toOffer(draft, undefined) } }), {
      done: `${draft.displayName.trim()} was created.`,
    })
    if (!isCreated) return
    setIsDone(true)
    const params = { projectId, offerId: id }
    await navigate({ to: '/projects/$projectId/payments/offers/$offerId', params, ignoreBlocker: true })
  }
  return (
    <>
      <UnsavedChangesGuard isChanged={isChanged && !isBusy && !isDone} />
      <div className="payments-editor">
        <div className="ui-stack" data-gap="large">
          <OfferForm
            draft={draft}
            problems={hasTried ? problems : {}}
            newId={{
              value: id,
              error: hasTried && !problems.displayName ? idProblem : undefined,
              onChange: setTypedId,
            }}
            others={Object.entries(offers)}
            onChange={change}
          />
          <div className="ui-row">
            <Button variant="primary" size="large" isBusy={isBusy} onClick={() => void create()}>
              Create offer
            </Button>
          </div>
        </div>
        <OfferPreview draft={draft} />
      </div>
    </>
  )
}
