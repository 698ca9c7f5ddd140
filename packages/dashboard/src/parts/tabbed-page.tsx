import type { ComponentProps } from 'react'
import type { ProjectPath } from '../shell/router.tsx'
import { Page } from '../ui/page.tsx'
import { showActiveTab } from '../ui/show-active-tab.ts'
import { useCrumb } from './breadcrumbs.tsx'
import { ProjectLink } from './links.tsx'

interface TabbedPageProps extends ComponentProps<typeof Page> {
  tabs: readonly { to: ProjectPath; title: string }[]
  /** The title of the active tab. */
  tab: string
  /** Between the tabs and the content. */
  gap?: 'large' | undefined
}

/** A page with tabs that have their own URLs. */
export function TabbedPage({ tabs, tab, gap, children, ...page }: TabbedPageProps) {
  useCrumb(tab)
  return (
    <Page {...page}>
      <div className="ui-stack" data-gap={gap}>
        <nav ref={showActiveTab} className="ui-tab-list" aria-label={page.title}>
          {tabs.map(({ to, title }) => (
            <ProjectLink
              key={title}
              className="ui-tab"
              to={to}
              data-state={title === tab ? 'active' : 'inactive'}
              aria-current={title === tab ? 'page' : undefined}
            >
              {title}
            </ProjectLink>
          ))}
        </nav>
        {children}
      </div>
    </Page>
  )
}
