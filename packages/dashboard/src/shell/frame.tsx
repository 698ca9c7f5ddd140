import { type ReactNode, useEffect, useState } from 'react'
import type { Project } from '../data/rows.ts'
import { FloatingContainer } from '../ui/dialog.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

const storageKey = 'latchkey-sidebar-collapsed'

interface FrameProps {
  /** Without a project there is no sidebar, such as on the projects page. */
  project?: Project | undefined
  children: ReactNode
}

/** Header, sidebar and banner around every page. */
export function Frame({ project, children }: FrameProps) {
  const [isCollapsed, setIsCollapsed] = useState(() => localStorage.getItem(storageKey) === 'true')
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useEffect(() => localStorage.setItem(storageKey, String(isCollapsed)), [isCollapsed])
  const [main, setMain] = useState<HTMLElement | null>(null)
  return (
    <FloatingContainer value={main}>
      <div className="frame" data-collapsed={(project && isCollapsed) || undefined} data-bare={!project || undefined}>
        <a className="ui-button frame-skip" href="#content">
          Skip to content
        </a>
        {project && (
          <Sidebar project={project} isCollapsed={isCollapsed} onCollapse={() => setIsCollapsed(!isCollapsed)} />
        )}
        {project && isDrawerOpen && (
          <Overlay label="Menu" className="frame-drawer" onClose={() => setIsDrawerOpen(false)}>
            <Sidebar project={project} onNavigate={() => setIsDrawerOpen(false)} />
          </Overlay>
        )}
        <div className="frame-main">
          <Header project={project} onOpenMenu={() => setIsDrawerOpen(true)} />
          <ConnectionBanner />
          <main id="content" ref={setMain}>
            {children}
          </main>
        </div>
      </div>
    </FloatingContainer>
  )
}
