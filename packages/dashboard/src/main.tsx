import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import '@latchkey/server/base.css'
import './ui/tokens.css'
import './styles.css'
import { ErrorBoundary } from './error-boundary.tsx'
import { findPage } from './routes.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
const { Page, params } = findPage(location.pathname)
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Suspense fallback={null}>
        <Page {...params} />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
)
