import { KnownError, StatusError } from '@latchkey/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { findOwnedProject, type OwnedProject } from '../owned-project.ts'
import { Button } from './button.tsx'
import { describeFailure, isDeadLink, type PaymentProps } from './card-payment.tsx'
import { returnUrlOf } from './purchase.ts'
import './test-mode.css'

interface TestModeProps extends PaymentProps {
  /** Whether test mode is the only option, because cards cannot be charged. */
  isOnlyWay: boolean
  /** Shown until ownership is known. */
  waiting: ReactNode
  /** Shown to everyone else. */
  children: ReactNode
}

/** Lets an owner of the project complete the purchase without a card. */
export default function TestMode({ isOnlyWay, waiting, children, ...props }: TestModeProps) {
  const owned = useOwnedProject(props.purchase.project_id)
  if (owned === undefined) return waiting
  if (owned === null) return children
  return <TestPurchase {...props} {...owned} isOnlyWay={isOnlyWay} />
}

type TestPurchaseProps = PaymentProps & OwnedProject & { isOnlyWay: boolean }

function TestPurchase(props: TestPurchaseProps) {
  const { fullCode, purchase, price, quantity, onDeadLink, project, call, isOnlyWay } = props
  const isUnderWay = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const setupUrl = `/dashboard/projects/${encodeURIComponent(project.id)}/payments#cards`

  const complete = async () => {
    if (isUnderWay.current || quantity === undefined) return
    isUnderWay.current = true
    setIsBusy(true)
    setProblem(undefined)
    try {
      const body = { full_code: fullCode, price_id: price.id, quantity }
      await call('POST /internal/payments/test-mode-purchase-session', { body })
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
      {project.is_production_mode ? (
        <p>You own this project. It's in production mode, which turns off test purchases.</p>
      ) : (
        <>
          <p>
            Only you can see this because you own this project. A test purchase needs no card, and nothing is charged.
          </p>
          <Button
            {...(!isOnlyWay && { kind: 'quiet' as const })}
            isBusy={isBusy}
            isDisabled={quantity === undefined}
            onClick={() => void complete()}
          >
            Complete test purchase
          </Button>
        </>
      )}
      <p className="lk-problem" role="alert">
        {problem}
      </p>
      {isOnlyWay && (
        <p>
          Customers can't pay here yet. <a href={setupUrl}>Set up card payments</a>
        </p>
      )}
    </section>
  )
}

/** Null if the visitor does not own the project, undefined until known. */
function useOwnedProject(projectId: string): OwnedProject | null | undefined {
  const [project, setProject] = useState<OwnedProject | null>()
  useEffect(() => {
    let isGone = false
    findOwnedProject(projectId).then(
      (found) => !isGone && setProject(found ?? null),
      (error: unknown) => {
        console.error(error)
        if (!isGone) setProject(null)
      },
    )
    return () => {
      isGone = true
    }
  }, [projectId])
  return project
}

/** Converts SDK errors, so that the page shows them like errors of its own requests. */
function toApiError(error: unknown): unknown {
  if (KnownError.isKnownError(error)) return new ApiError(error.message, error.errorCode)
  if (error instanceof StatusError && error.statusCode < 500) return new ApiError(error.message, null)
  return error
}
