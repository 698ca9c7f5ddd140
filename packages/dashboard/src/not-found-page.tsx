import { Message } from './message.tsx'

export default function NotFoundPage() {
  const home = (
    <a className="lk-button" href="/">
      Go home
    </a>
  )
  return (
    <Message kind="problem" title="There is nothing here" action={home}>
      The link may have a typo, or the page has moved.
    </Message>
  )
}
