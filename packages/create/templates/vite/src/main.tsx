import { ClientApp, LatchkeyHandler, LatchkeyProvider, LatchkeyTheme, UserButton, useUser } from '@latchkey/react'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'

const latchkey = new ClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })

function Home() {
  // Redirects to the sign-in page if no one is signed in, and back afterwards.
  const user = useUser({ or: 'redirect' })
  return (
    <main>
      <UserButton />
      <h1>Hello, {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}

/** One password field is enough: people can show what they type, and reset it by email. */
const pages = { SignUp: { noPasswordRepeat: true } }

const path = window.location.pathname
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider app={latchkey}>
    <LatchkeyTheme>
      <Suspense fallback="Loading …">
        {/* Sign-in, sign-up, account settings and all other Latchkey pages. */}
        {path.startsWith('/handler/') ? <LatchkeyHandler fullPage location={path} componentProps={pages} /> : <Home />}
      </Suspense>
    </LatchkeyTheme>
  </LatchkeyProvider>,
)
