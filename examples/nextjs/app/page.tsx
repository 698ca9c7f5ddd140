import Link from 'next/link'
import { latchkey } from '../latchkey'

export default async function Home() {
  const user = await latchkey.getUser()
  if (user) {
    return (
      <div className="page">
        <h1>Hello, {user.displayName ?? user.primaryEmail}</h1>
        <p>
          Your note is <Link href="/notes">where you left it</Link>.
        </p>
      </div>
    )
  }
  return (
    <div className="page">
      <h1>A note that is yours alone</h1>
      <p className="lead">Everybody can read this page. The others need an account.</p>
      <p className="actions">
        <Link className="button" href="/handler/sign-up">
          Create an account
        </Link>
        <Link href="/handler/sign-in">Sign in</Link>
      </p>
    </div>
  )
}
