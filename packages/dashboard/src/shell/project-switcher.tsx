import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Project } from '../data/rows.ts'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { Avatar } from '../ui/page.tsx'
import { Popover } from '../ui/popover.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const ProjectList = lazy(() => import('./project-list.tsx'))

export function ProjectSwitcher({ project, onNavigate }: { project: Project; onNavigate?: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label="Projects"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button className="frame-switcher" type="button">
          <Avatar name={project.display_name} imageUrl={project.logo_url} shape="square" />
          <span className="ui-truncate">{project.display_name}</span>
          <EnvironmentBadge environment={project.environment} />
          <span className="ui-hidden">, switch project</span>
          <ChevronsUpDown className="frame-switcher-icon" />
        </button>
      }
    >
      <Suspense fallback={<Skeleton height={160} />}>
        <ProjectList
          currentId={project.id}
          onDone={() => {
            setIsOpen(false)
            onNavigate?.()
          }}
        />
      </Suspense>
    </Popover>
  )
}
