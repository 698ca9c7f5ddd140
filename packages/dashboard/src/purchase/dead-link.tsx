import { Message } from '../message.tsx'

/** The server does not tell unknown, used and expired links apart, so that nobody can try them out. */
export function DeadLink() {
  return (
    <Message kind="problem" title="This link no longer works">
      A purchase link works once and expires after a day. Go back to where you found it and start again. If you've
      already paid, you're all set.
    </Message>
  )
}
