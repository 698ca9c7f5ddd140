import { Link } from '@tanstack/react-router'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { pagesFor } from '../data/pages.ts'
import type { Project } from '../data/rows.ts'
import { mayIn } from '../parts/role.tsx'
import { IconButton } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'

interface SidebarProps {
  project: Project
  /** If true, only the icons are shown. */
  isCollapsed?: boolean
  onCollapse?: () => void
  onNavigate?: () => void
}

export function Sidebar({ project, isCollapsed = false, onCollapse, onNavigate }: SidebarProps) {
  return (
    <aside className="frame-sidebar">
      <div className="frame-sidebar-top">
        <ProjectSwitcher project={project} {...(onNavigate && { onNavigate })} />
      </div>
      <nav className="frame-nav" aria-label="Project">
        <ul>
          {pagesFor((capability) => mayIn(project, capability)).map(({ to, title, icon: Icon }) => {
            const link = (
              <Link
                className="frame-link"
                to={to}
                params={{ projectId: project.id }}
                activeOptions={{ exact: title === 'Overview', includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
                onClick={onNavigate}
              >
                <Icon />
                {isCollapsed ? <span className="ui-hidden">{title}</span> : <span>{title}</span>}
              </Link>
            )
            return (
              <li key={to}>
                {isCollapsed ? (
                  <Tooltip text={title} side="right">
                    {link}
                  </Tooltip>
                ) : (
                  link
                )}
              </li>
            )
          })}
        </ul>
      </nav>
      {onCollapse && (
        <div className="frame-sidebar-bottom">
          <IconButton
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            icon={isCollapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
            onClick={onCollapse}
          />
        </div>
      )}
    </aside>
  )
}
