import { LatchkeyHandler } from '@latchkey/react'
import { Suspense } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Notes } from './pages/notes.tsx'
import { base, usePath } from './router.ts'

export function App() {
  return (
    <Layout>
      <ErrorBoundary>
        <Suspense fallback={<div className="loading" role="status" aria-label="Loading" />}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

function Page() {
  const path = usePath()
  if (path === base || `${path}/` === base) return <Home />
  if (path === `${base}notes`) return <Notes />
  // Sign-in, sign-up, account settings and the rest of Latchkey's pages.
  if (path.startsWith(`${base}handler/`)) return <LatchkeyHandler fullPage location={path} />
  return <NotFound />
}
