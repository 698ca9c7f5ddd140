import { PurchaseMessage } from './purchase-message.tsx'

/** The server does not distinguish unknown, used and expired links, so that nobody can probe them. */
export function DeadLink({ fullCode }: { fullCode: string }) {
  return (
    <PurchaseMessage kind="problem" title="This link no longer works" fullCode={fullCode}>
      It works once and expires after a day. If you've already paid, you're all set. Otherwise go back and start again.
    </PurchaseMessage>
  )
}
