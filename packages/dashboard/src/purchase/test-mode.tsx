import { appInternalsSymbol } from '@latchkey/react'
import { useEffect, useRef, useState } from 'react'
import { post } from '../api.ts'
import { internalApp } from '../internal-app.ts'
import { Button } from './button.tsx'
import { describeFailure, isDeadLink, type PaymentProps } from './card-payment.tsx'
import { returnUrlOf } from './purchase.ts'

/** For whoever runs the project that sells: completes the purchase without a card. Others see nothing. */
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
      await completeInTestMode(project.id, { full_code: fullCode, price_id: price.id, quantity })
      location.assign(returnUrlOf(fullCode, purchase, { bypass: '1' }))
    } catch (error) {
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
        <p>You run this project, and it is in production mode. Purchases without a card are switched off there.</p>
      ) : (
        <>
          <p>Only you see this, because you run this project. It buys without a card, and nothing is charged.</p>
          <Button kind="quiet" isBusy={isBusy} isDisabled={quantity === undefined} onClick={() => void complete()}>
            Complete without a card
          </Button>
        </>
      )}
      <p className="lk-problem" role="alert">
        {problem}
      </p>
    </section>
  )
}

interface OwnedProject {
  id: string
  is_production_mode: boolean
}

function useOwnedProject(projectId: string): OwnedProject | undefined {
  const [project, setProject] = useState<OwnedProject>()
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

async function findOwnedProject(projectId: string): Promise<OwnedProject | undefined> {
  if (!(await internalApp.getUser())) return undefined
  const response = await internalApp[appInternalsSymbol].sendRequest('/internal/projects', {})
  const { items } = (await response.json()) as { items: OwnedProject[] }
  return items.find(({ id }) => id === projectId)
}

async function completeInTestMode(projectId: string, body: object): Promise<void> {
  const user = await internalApp.getUser()
  const tokens = await user?.currentSession.getTokens()
  await post('/internal/payments/test-mode-purchase-session', body, {
    'x-stack-project-id': projectId,
    'x-stack-access-type': 'admin',
    'x-stack-admin-access-token': tokens?.accessToken ?? '',
  })
}
