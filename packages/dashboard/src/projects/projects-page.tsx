import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, Ellipsis, FolderPlus, Plus, Settings, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useOwnedProjects } from '../data/data.ts'
import { ProjectContext } from '../data/owner.ts'
import type { Project } from '../data/rows.ts'
import { sortProjects, toggleStar, useStarredProjects } from '../data/starred-projects.ts'
import { Boundary } from '../parts/boundary.tsx'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { mayIn } from '../parts/role.tsx'
import { DeleteProjectDialog } from '../settings/delete-project-dialog.tsx'
import { TransferDialog } from '../settings/transfer-dialog.tsx'
import { Frame } from '../shell/frame.tsx'
import { buttonLook, IconButton } from '../ui/button.tsx'
import { SearchField } from '../ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { Avatar, Badge, Empty, Page } from '../ui/page.tsx'
import { CardSkeleton, Skeleton } from '../ui/skeleton.tsx'
import { ProjectMetrics } from './project-metrics.tsx'
import './projects.css'

export default function ProjectsPage() {
  return (
    <Frame>
      <Page
        title="Projects"
        description="Each project is an app with its own users, keys and settings."
        actions={
          <Link {...buttonLook({ variant: 'primary' })} to="/new-project">
            <Plus />
            Create project
          </Link>
        }
      >
        <Boundary skeleton={<ProjectsSkeleton />}>
          <ProjectCards />
        </Boundary>
      </Page>
    </Frame>
  )
}

function ProjectCards() {
  const stars = useStarredProjects()
  const projects = sortProjects(useOwnedProjects(), stars)
  const [query, setQuery] = useState('')
  const [asked, setAsked] = useState<{ project: Project; what: Asked }>()
  const close = () => setAsked(undefined)
  const wanted = query.trim().toLowerCase()
  const shown = projects.filter(({ display_name, id }) => `${display_name} ${id}`.toLowerCase().includes(wanted))
  if (projects.length === 0) {
    return (
      <Empty
        icon={<FolderPlus />}
        title="Create your first project"
        action={
          <Link {...buttonLook({ variant: 'primary' })} to="/new-project">
            Create project
          </Link>
        }
      >
        A project is an app with its own users, sign-in methods, emails and keys.
      </Empty>
    )
  }
  return (
    <div className="ui-stack">
      {projects.length > 6 && (
        <div className="ui-row">
          <SearchField label="Find a project" value={query} onChange={(event) => setQuery(event.target.value)} />
        </div>
      )}
      {shown.length === 0 && <p className="ui-muted">No projects match “{query}”.</p>}
      <ul className="projects">
        {shown.map((project) => (
          <li key={project.id} className="ui-card project">
            <div className="project-name">
              <Avatar name={project.display_name} imageUrl={project.logo_url} shape="square" />
              <Link className="ui-row-link ui-truncate" to="/projects/$projectId" params={{ projectId: project.id }}>
                <bdi>{project.display_name}</bdi>
              </Link>
              {project.environment ? (
                <EnvironmentBadge environment={project.environment} />
              ) : (
                project.is_production_mode && <Badge tone="success">Production</Badge>
              )}
              <span className="project-star">
                <IconButton
                  size="small"
                  label={stars.has(project.id) ? `Unstar ${project.display_name}` : `Star ${project.display_name}`}
                  aria-pressed={stars.has(project.id)}
                  icon={<Star />}
                  onClick={() => toggleStar(project.id)}
                />
                <ProjectMenu project={project} onAsk={(what) => setAsked({ project, what })} />
              </span>
            </div>
            <ProjectContext value={projects[0]!}>
              <Boundary skeleton={<Skeleton height={64} />}>
                <ProjectMetrics projectId={project.id} />
              </Boundary>
            </ProjectContext>
          </li>
        ))}
      </ul>
      {asked && mayIn(asked.project, 'ownership') && (
        <ProjectContext value={asked.project}>
          {asked.what === 'transfer' ? <TransferDialog onClose={close} /> : <DeleteProjectDialog onClose={close} />}
        </ProjectContext>
      )}
    </div>
  )
}

type Asked = 'transfer' | 'delete'

function ProjectMenu({ project, onAsk }: { project: Project; onAsk: (asked: Asked) => void }) {
  const trigger = <IconButton size="small" label={`More for ${project.display_name}`} icon={<Ellipsis />} />
  return (
    <Menu trigger={trigger}>
      <MenuItem
        link={
          <Link to="/projects/$projectId/settings" params={{ projectId: project.id }}>
            <Settings />
            Settings
          </Link>
        }
      />
      {mayIn(project, 'ownership') && (
        <>
          <MenuItem icon={<ArrowRightLeft />} onSelect={() => onAsk('transfer')}>
            Transfer
          </MenuItem>
          <MenuSeparator />
          <MenuItem isDanger icon={<Trash2 />} onSelect={() => onAsk('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function ProjectsSkeleton() {
  return (
    <div className="projects">
      <CardSkeleton lines={2} />
      <CardSkeleton lines={2} />
      <CardSkeleton lines={2} />
    </div>
  )
}
