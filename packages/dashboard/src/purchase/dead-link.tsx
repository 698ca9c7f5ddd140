import { Message } from '../message.tsx'

/** The server does not tell unknown, used and expired links apart, so that nobody can try them out. */
export function DeadLink() {
  return (
    <Message kind="problem" title="This link does not work any more">
      A link like this is good for one purchase within a day. Go back to where you found it and start again. If you have
      paid already, you are all set.
    </Message>
  )
}
