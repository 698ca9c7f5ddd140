import { useApp, useUser } from '@latchkey/react'
import { Link } from '../link.tsx'
import { base } from '../router.ts'

export function Home() {
  const user = useUser()
  return (
    <div className="page">
      {user ? <Greeting name={user.displayName || user.primaryEmail} /> : <Pitch />}
      <ul className="steps">
        <li className="step">
          <h2>A protected page</h2>
          <p>
            <Link to={`${base}notes`}>My note</Link> asks for a user in one line. Signed out, you are sent to sign in
            and brought back.
          </p>
          <code>{"useUser({ or: 'redirect' })"}</code>
        </li>
        <li className="step">
          <h2>The pages in between</h2>
          <p>Sign-in, sign-up and account settings are one component, mounted on one route.</p>
          <code>{'<LatchkeyHandler fullPage location={path} />'}</code>
        </li>
        <li className="step">
          <h2>The user button</h2>
          <p>Top right: who you are, your settings, light and dark, and the way out.</p>
          <code>{'<UserButton />'}</code>
        </li>
      </ul>
      <p className="footnote">
        This is a complete app of ten small files. Its source is in <code>examples/vite-react</code>.
      </p>
    </div>
  )
}

function Pitch() {
  const app = useApp()
  return (
    <>
      <h1>An app that knows its people</h1>
      <p className="lead">
        This demo keeps one note for everyone who signs up. Create an account: it takes a minute, and it stays on your
        own server.
      </p>
      <p className="actions">
        <Link className="button" to={app.urls.signUp}>
          Create an account
        </Link>
        <Link className="button secondary" to={app.urls.signIn}>
          Sign in
        </Link>
      </p>
    </>
  )
}

function Greeting({ name }: { name: string | null }) {
  const app = useApp()
  return (
    <>
      <h1>Hello{name ? `, ${name}` : ''}</h1>
      <p className="lead">You are signed in. Write something only you will see, or make yourself at home.</p>
      <p className="actions">
        <Link className="button" to={`${base}notes`}>
          Open my note
        </Link>
        <Link className="button secondary" to={app.urls.accountSettings}>
          Account settings
        </Link>
      </p>
    </>
  )
}
