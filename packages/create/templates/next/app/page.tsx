import { UserButton } from '@latchkey/react/next'
import { Suspense } from 'react'
import { latchkey } from '../latchkey'

export default function Home() {
  return (
    <Suspense>
      <Greeting />
    </Suspense>
  )
}

async function Greeting() {
  // Redirects to the sign-in page if no one is signed in, and back afterwards.
  const user = await latchkey.getPartialUser({ from: 'token', or: 'redirect' })
  return (
    <main>
      <UserButton />
      <h1>Hello, {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
