import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { useProject } from '../data/owner.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { buttonLook } from '../ui/button.tsx'
import { Empty, Page } from '../ui/page.tsx'

/** For links to something that was deleted or never existed. */
export function Missing({ noun }: { noun: string }) {
  const { id: projectId } = useProject()
  useCrumb('Not found')
  return (
    <Page title={`${noun} not found`}>
      <Empty
        icon={<Mail aria-hidden="true" />}
        title={`There is no ${noun.toLowerCase()} with this ID`}
        action={
          <Link {...buttonLook()} to="/projects/$projectId/emails" params={{ projectId }}>
            All emails
          </Link>
        }
      >
        It may have been deleted, or the link is incomplete.
      </Empty>
    </Page>
  )
}
