import type { Framework } from '../api-keys/snippets.ts'

interface Snippet {
  file: string
  code: string
  /** How to run the code. */
  note: string
}

const page = `import { ClientApp, LatchkeyHandler, LatchkeyProvider, UserButton, useUser } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { Suspense } from 'react'`

const app = `const latchkey = new ClientApp({ tokenStore: 'cookie', redirectMethod: 'window' })

function Greeting() {
  // Redirects to the sign-in page if no one is signed in, and back afterwards.
  const user = useUser({ or: 'redirect' })
  return (
    <>
      <UserButton />
      <h1>Hello, {user.displayName ?? user.primaryEmail}</h1>
    </>
  )
}`

const snippets: Record<Framework, Snippet> = {
  vite: {
    file: 'src/main.tsx',
    code: `${page}
import { createRoot } from 'react-dom/client'

${app}

const path = window.location.pathname
createRoot(document.getElementById('root')!).render(
  <LatchkeyProvider app={latchkey}>
    <Suspense fallback="Loading …">
      {path.startsWith('/handler/') ? <LatchkeyHandler fullPage location={path} /> : <Greeting />}
    </Suspense>
  </LatchkeyProvider>,
)`,
    note: 'Install @latchkey/react, start your app with “npm run dev”, open it and sign up.',
  },
  next: {
    file: 'app/[[...path]]/page.tsx',
    code: `'use client'

${page}
import { usePathname } from 'next/navigation'

${app}

export default function Page() {
  const path = usePathname()
  return (
    <LatchkeyProvider app={latchkey}>
      <Suspense fallback="Loading …">
        {path.startsWith('/handler/') ? <LatchkeyHandler fullPage location={path} /> : <Greeting />}
      </Suspense>
    </LatchkeyProvider>
  )
}`,
    note: 'Install @latchkey/react, start your app with “npm run dev”, open it and sign up.',
  },
  node: {
    file: 'first-user.mjs',
    code: `import { ServerApp } from '@latchkey/sdk'

const latchkey = new ServerApp({ tokenStore: 'memory' })

const user = await latchkey.createUser({ primaryEmail: 'ada@example.com', displayName: 'Ada' })
console.log('Created', user.id)

for (const { primaryEmail } of await latchkey.listUsers()) console.log(primaryEmail)`,
    note: 'Install @latchkey/sdk, then run “node --env-file=.env first-user.mjs”.',
  },
}

export const snippetOf = (framework: Framework): Snippet => snippets[framework]
