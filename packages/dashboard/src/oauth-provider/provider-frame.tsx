import type { ReactNode } from 'react'
import { ProjectLink } from '../parts/links.tsx'
import { Locked } from '../parts/role.tsx'
import { TabbedPage } from '../parts/tabbed-page.tsx'
import { useProvider } from './provider.ts'

const tabs = [
  { to: '/projects/$projectId/oauth-provider', title: 'General' },
  { to: '/projects/$projectId/oauth-provider/clients', title: 'Clients' },
  { to: '/projects/$projectId/oauth-provider/scopes', title: 'Scopes' },
] as const

interface ProviderFrameProps {
  tab: (typeof tabs)[number]['title']
  description: string
  actions?: ReactNode
  children: ReactNode
}

/** The title of the section and the tabs for its pages. */
export function ProviderFrame({ tab, actions, children, ...page }: ProviderFrameProps) {
  return (
    <TabbedPage
      title="OAuth provider"
      documentTitle={`${tab} · OAuth provider`}
      tabs={tabs}
      tab={tab}
      gap="large"
      actions={
        actions && (
          <Locked to="settings" isSilent>
            {actions}
          </Locked>
        )
      }
      {...page}
    >
      {children}
    </TabbedPage>
  )
}

/** What is registered here has no effect yet. */
export function OffNotice() {
  if (useProvider().isEnabled) return null
  return (
    <p className="ui-banner ui-notice">
      <span>
        The provider is off, so apps cannot sign anybody in.{' '}
        <ProjectLink to="/projects/$projectId/oauth-provider">Switch it on</ProjectLink>
      </span>
    </p>
  )
}
