import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonLook } from '../ui/button.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { Brand } from './brand.tsx'
import { useCrumb } from './breadcrumbs.tsx'

export function NotFound() {
  useCrumb('Not found')
  return (
    <Page title="Page not found">
      <Empty
        icon={<Compass />}
        title="Nothing found at this address"
        action={
          <Link {...buttonLook()} to="/projects">
            Go to your projects
          </Link>
        }
      >
        The link may be wrong, or the page may have been deleted.
      </Empty>
    </Page>
  )
}

/** Without the frame, because the visitor may not be signed in. */
export function NotFoundPage() {
  return (
    <>
      <header className="frame-header">
        <Brand />
      </header>
      <main>
        <NotFound />
      </main>
    </>
  )
}
