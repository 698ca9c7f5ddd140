import type { Capability } from '@latchkey/contract/owner-roles'
import type { ReactNode } from 'react'
import { Locked, useMay } from '../parts/role.tsx'
import { TabbedPage } from '../parts/tabbed-page.tsx'
import './emails.css'

const tabs = [
  { to: '/projects/$projectId/emails', title: 'Templates' },
  { to: '/projects/$projectId/emails/themes', title: 'Themes' },
  { to: '/projects/$projectId/emails/drafts', title: 'Drafts' },
  { to: '/projects/$projectId/emails/sent', title: 'Sent' },
  { to: '/projects/$projectId/emails/server', title: 'Server settings' },
] as const

interface EmailsFrameProps {
  title: (typeof tabs)[number]['title']
  description: string
  /** What the controls of the page need, if they make changes. */
  changes?: Capability
  actions?: ReactNode
  children: ReactNode
}

/** The title of the section and the tabs for its pages. */
export function EmailsFrame({ title, description, changes, actions, children }: EmailsFrameProps) {
  const may = useMay()
  return (
    <TabbedPage
      title="Emails"
      documentTitle={`${title} · Emails`}
      description={description}
      actions={
        <Locked to={changes} isSilent>
          {actions}
        </Locked>
      }
      tabs={tabs.filter((tab) => tab.title === 'Sent' || may('read-setup'))}
      tab={title}
    >
      <Locked to={changes}>{children}</Locked>
    </TabbedPage>
  )
}
