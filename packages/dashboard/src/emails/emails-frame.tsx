import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useProject } from '../data/owner.ts'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { Locked, useMay } from '../parts/role.tsx'
import { Page } from '../ui/page.tsx'
import { showActiveTab } from '../ui/show-active-tab.ts'
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
  actions?: ReactNode
  children: ReactNode
}

/** The title of the section and the tabs for its pages. */
export function EmailsFrame({ title, description, actions, children }: EmailsFrameProps) {
  const { id: projectId } = useProject()
  const may = useMay()
  useCrumb(title)
  return (
    <Page
      title="Emails"
      description={description}
      actions={
        <Locked to="settings" isSilent>
          {actions}
        </Locked>
      }
      documentTitle={`${title} · Emails`}
    >
      <div className="ui-stack">
        <nav ref={showActiveTab} className="ui-tab-list" aria-label="Emails">
          {tabs
            .filter(({ title: name }) => name === 'Sent' || may('read-setup'))
            .map((tab) => (
              <Link
                key={tab.to}
                to={tab.to}
                params={{ projectId }}
                className="ui-tab"
                activeOptions={{ exact: true, includeSearch: false }}
                activeProps={{ 'aria-current': 'page', 'data-state': 'active' } as object}
              >
                {tab.title}
              </Link>
            ))}
        </nav>
        {title === 'Sent' ? children : <Locked to="settings">{children}</Locked>}
      </div>
    </Page>
  )
}
