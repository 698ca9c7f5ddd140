import { appInternalsSymbol, type StepUpRequest } from '@latchkey/sdk'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import type { StepUpDialogProps } from './step-up-dialog.tsx'

interface Question extends Pick<StepUpRequest, 'methods'> {
  resolve: () => void
  reject: (reason: unknown) => void
}

/** Lazy. If it fails to load, the call fails as if the user had cancelled. */
const StepUpDialog = lazy<ComponentType<StepUpDialogProps>>(() =>
  import('../screens/follow-up-screens.ts').then(
    ({ StepUpDialog: Dialog }) => ({ default: Dialog }),
    () => ({ default: Unavailable }),
  ),
)

function Unavailable({ onCancel }: StepUpDialogProps) {
  useEffect(onCancel)
  return null
}

/** Opens the dialog when a call needs a recent proof of identity; the call then continues. */
export function StepUpQuestions({ app }: { app: ClientApp<true> }) {
  const [question, setQuestion] = useState<Question>()

  useEffect(() => {
    const { core } = app[appInternalsSymbol]
    let open: Question | undefined
    core.askForProof = ({ methods }) => {
      const asked = new Promise<void>((resolve, reject) => {
        open = { methods, resolve, reject }
        setQuestion(open)
      })
      return asked.finally(() => setQuestion(undefined))
    }
    return () => {
      core.askForProof = undefined
      open?.reject(new Error('The page has nobody left to ask.'))
    }
  }, [app])

  if (!question) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog
        methods={question.methods}
        onDone={question.resolve}
        onCancel={() => question.reject(new Error('The person cancelled.'))}
      />
    </Suspense>
  )
}
