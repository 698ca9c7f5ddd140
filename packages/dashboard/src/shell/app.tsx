import { LatchkeyProvider } from '@latchkey/react'
import { RouterProvider } from '@tanstack/react-router'
import '@fontsource-variable/geist-mono'
import './shell.css'
import { watchConnection } from '../data/connection.ts'
import { reloadShown } from '../data/query-client.ts'
import { internalApp } from '../internal-app.ts'
import { CrumbProvider } from '../parts/breadcrumbs.tsx'
import { Conflicts } from '../parts/conflicts.tsx'
import { Toasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { router } from './router.tsx'

watchConnection(() => void reloadShown())
// Load the font early, because a table of IDs would shift when it arrives.
document.fonts.load('1em "Geist Mono Variable"').catch(() => undefined)

/** The dashboard, where owners manage their projects. */
export default function App() {
  return (
    <LatchkeyProvider app={internalApp}>
      <TooltipProvider>
        <CrumbProvider>
          <RouterProvider router={router} />
        </CrumbProvider>
        <Conflicts />
        <Toasts />
      </TooltipProvider>
    </LatchkeyProvider>
  )
}
