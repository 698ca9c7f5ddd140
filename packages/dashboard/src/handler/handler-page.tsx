import { LatchkeyHandler, LatchkeyProvider } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { internalApp } from '../internal-app.ts'

/** Sign-in, sign-up, account settings and other auth pages for project owners. */
export default function HandlerPage() {
  return (
    <LatchkeyProvider app={internalApp}>
      <main>
        <LatchkeyHandler fullPage location={location.pathname} />
      </main>
    </LatchkeyProvider>
  )
}
