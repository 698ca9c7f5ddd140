import { type AdminOwnedProject, KnownError, StatusError } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { findOwnedProject } from '../owned-project.ts'
import { Button } from './button.tsx'
import { describeFailure, isDeadLink, type PaymentProps } from './card-payment.tsx'
import { returnUrlOf } from './purchase.ts'

/** Lets an owner of the project complete the purchase without a card. Renders nothing for anyone else. */
export default function TestMode({ fullCode, purchase, price, quantity, onDeadLink }: PaymentProps) {
  const project = useOwnedProject(purchase.project_id)
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!project) return null

  const complete = async () => {
    if (isUnderWay.current || quantity === undefined) return
    isUnderWay.current = true
    setIsBusy(true)
    setProblem(undefined)
    try {
      await project.app.testModePurchase({ fullCode, priceId: price.id, quantity })
      location.assign(returnUrlOf(fullCode, purchase, { bypass: '1' }))
    } catch (thrown) {
      const error = toApiError(thrown)
      isUnderWay.current = false
      setIsBusy(false)
      if (isDeadLink(error)) return onDeadLink()
      setProblem(describeFailure(error))
    }
  }
  return (
    <section className="lk-test-mode" aria-labelledby="test-mode">
      <h2 id="test-mode">Test mode</h2>
      {project.isProductionMode ? (
        <p>You own this project, and it's in production mode. Test purchases are turned off there.</p>
      ) : (
        <>
          <p>
            Only you can see this because you own this project. A test purchase needs no card, and nothing is charged.
          </p>
          <Button kind="quiet" isBusy={isBusy} isDisabled={quantity === undefined} onClick={() => void complete()}>
            Complete test purchase
          </Button>
        </>
      )}
      <p className="lk-problem" role="alert">
        {problem}
      </p>
    </section>
  )
}

function useOwnedProject(projectId: string): AdminOwnedProject | undefined {
  const [project, setProject] = useState<AdminOwnedProject>()
  useEffect(() => {
    let isGone = false
    findOwnedProject(projectId).then(
      (found) => !isGone && setProject(found),
      (error: unknown) => console.error(error),
    )
    return () => {
      isGone = true
    }
  }, [projectId])
  return project
}

/** The SDK has its own error classes; this page shows them like errors of the routes it calls directly. */
function toApiError(error: unknown): unknown {
  if (KnownError.isKnownError(error)) return new ApiError(error.message, error.errorCode)
  if (error instanceof StatusError && error.statusCode < 500) return new ApiError(error.message, null)
  return error
}
