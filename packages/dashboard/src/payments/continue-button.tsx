import { type AdminOwnedProject, StatusError } from '@latchkey/react'
import { type ReactNode, useState } from 'react'
import { Button } from '../purchase/button.tsx'

/** Leads to Stripe. A link there works once and for minutes, so it is made when somebody wants it. */
export function ContinueButton({ project, children }: { project: AdminOwnedProject; children: ReactNode }) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const leave = async () => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { url } = await project.app.setupPayments()
      // It stays busy, because the browser leaves.
      location.assign(url)
    } catch (error) {
      console.error(error)
      setProblem(describe(error))
      setIsBusy(false)
    }
  }
  return (
    <div className="lk-message-step">
      <Button isBusy={isBusy} onClick={() => void leave()}>
        {children}
      </Button>
      <p className="lk-message-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

/** Plain refusals are sentences for people already. */
function describe(error: unknown): string {
  if (error instanceof StatusError && error.statusCode < 500) return error.message
  return 'Stripe does not answer right now. Please try again.'
}
