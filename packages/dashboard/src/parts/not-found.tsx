import { Link } from '@tanstack/react-router'
import { Compass, UserRoundX } from 'lucide-react'
import { buttonLook } from '../ui/button.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { Brand } from './brand.tsx'
import { useCrumb } from './breadcrumbs.tsx'

export function NotFound() {
  useCrumb('Not found')
  return (
    <Page title="Page not found">
      <Empty icon={<Compass />} title="Nothing found at this address" action={toProjects}>
        The link may be wrong, or the page may have been deleted.
      </Empty>
    </Page>
  )
}

/** Replaces a page of a project that was open when the owner lost access to it. */
export function AccessLost() {
  useCrumb('No access')
  return (
    <Page title="No access">
      <Empty icon={<UserRoundX />} title="You no longer have access to this project" action={toProjects}>
        It was deleted, or you were removed as an owner. Its owners can invite you again.
      </Empty>
    </Page>
  )
}

const toProjects = (
  <Link {...buttonLook()} to="/projects">
    Go to your projects
  </Link>
)

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
