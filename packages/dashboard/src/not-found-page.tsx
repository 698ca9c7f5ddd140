import { Message } from './message.tsx'

export default function NotFoundPage() {
  const home = (
    <a className="lk-button" href="/">
      Go home
    </a>
  )
  return (
    <Message kind="problem" title="Page not found" action={home}>
      The link may be wrong, or the page may have moved.
    </Message>
  )
}
