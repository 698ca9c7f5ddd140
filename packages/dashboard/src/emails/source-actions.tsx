import { RotateCcw, Send } from 'lucide-react'
import { useApi } from '../data/data.ts'
import { useOwner } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { toast } from '../ui/toast.tsx'
import type { Sources } from './rendered.ts'

/** Sends the email as it is on the screen, with sample values. */
export function TestButton({ sources }: { sources: Sources }) {
  const { change } = useApi()
  const { primaryEmail } = useOwner()
  const { isBusy, run } = useAction()
  if (!primaryEmail) return null
  const send = () =>
    run(async () => {
      const body = { ...sources, recipient_email: primaryEmail }
      const { success, error_message } = await change('POST /internal/send-email-preview', { body })
      if (success) toast(`A test was sent to ${primaryEmail}.`)
      else toast(error_message ?? 'The test could not be sent.', { tone: 'danger' })
    })
  return (
    <Button icon={<Send />} isBusy={isBusy} onClick={() => void send()}>
      Send a test to me
    </Button>
  )
}

interface ResetButtonProps {
  displayName: string
  reset: () => Promise<unknown>
  onDone: () => void
}

export function ResetButton({ displayName, reset, onDone }: ResetButtonProps) {
  return (
    <DialogButton
      icon={<RotateCcw />}
      dialog={(close) => (
        <ConfirmDialog
          title={`Reset “${displayName}”?`}
          description="Restores the built-in version. Your version stays in the history."
          action="Reset to default"
          done={`${displayName} was reset.`}
          run={reset}
          onClose={close}
          onDone={() => {
            onDone()
            close()
          }}
        />
      )}
    >
      Reset to default
    </DialogButton>
  )
}
