import { type AdminOwnedProject, StatusError } from '@latchkey/react'
import { type ReactNode, useState } from 'react'
import { Button } from '../purchase/button.tsx'

/** Opens Stripe's setup. A link to it works once, for a few minutes, so it is created on click. */
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

/** The server's plain errors are already written for people. */
function describe(error: unknown): string {
  if (error instanceof StatusError && error.statusCode < 500) return error.message
  return "We can't reach Stripe right now. Please try again."
}
