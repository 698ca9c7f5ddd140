import Link from 'next/link'
import { latchkey } from '../latchkey'

export default async function Home() {
  const user = await latchkey.getUser()
  if (user) {
    return (
      <>
        <h1>Hello, {user.displayName ?? user.primaryEmail}</h1>
        <p>
          Your note is <Link href="/notes">where you left it</Link>.
        </p>
      </>
    )
  }
  return (
    <>
      <h1>A note that is yours alone</h1>
      <p>Everybody can read this page. The others need an account.</p>
      <p className="actions">
        <Link className="button" href="/handler/sign-up">
          Create an account
        </Link>
        <Link href="/handler/sign-in">Sign in</Link>
      </p>
    </>
  )
}
