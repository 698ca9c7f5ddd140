import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { LayoutGrid, Plus, Star } from 'lucide-react'
import { useOwnedProjects } from '../data/data.ts'
import { environmentsOf } from '../data/environments.ts'
import type { Project } from '../data/rows.ts'
import { sortProjects, toggleStar, useStarredProjects } from '../data/starred-projects.ts'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { useSamePage } from '../parts/use-same-page.ts'
import { Avatar } from '../ui/page.tsx'
import './command.css'

/** All projects, starred ones first, then by name. Environments of an app stand together. */
export default function ProjectList({ currentId, onDone }: { currentId: string; onDone: () => void }) {
  const navigate = useNavigate()
  const stars = useStarredProjects()
  const projects = sortProjects(useOwnedProjects(), stars)
  const openSamePage = useSamePage()
  const current = projects.find(({ id }) => id === currentId)
  const open = ({ id, environment_group_id: group }: Project) => {
    if (group && group === current?.environment_group_id) openSamePage(id)
    else void navigate({ to: '/projects/$projectId', params: { projectId: id } })
    onDone()
  }
  const itemOf = (project: Project, groupName?: string) => {
    const { id, display_name, logo_url, environment } = project
    return (
      <Command.Item
        key={id}
        className="ui-menu-item"
        value={`${display_name} ${environment ?? ''} ${id}`}
        onSelect={() => open(project)}
        onClickCapture={(event) => {
          // An option cannot contain a button. Keyboard users can star projects on the projects page.
          if (!(event.target as Element).closest('.switcher-star')) return
          event.stopPropagation()
          toggleStar(id)
        }}
      >
        {groupName === undefined && <Avatar name={display_name} imageUrl={logo_url} shape="square" />}
        {display_name !== groupName && <span className="ui-truncate">{display_name}</span>}
        <EnvironmentBadge environment={environment} />
        {id === currentId && <span className="ui-caption">current</span>}
        <span className="switcher-star" data-starred={stars.has(id) || undefined}>
          <Star />
          {stars.has(id) && <span className="ui-hidden">starred</span>}
        </span>
      </Command.Item>
    )
  }
  return (
    <Command className="switcher" label="Projects">
      <Command.Input placeholder="Find a project" autoFocus />
      <Command.List>
        <Command.Empty>No projects match.</Command.Empty>
        {projects.map((project) => {
          const group = environmentsOf(projects, project)
          if (group.length < 2) return itemOf(project)
          // The group stands where its first project would.
          if (projects.find(({ id }) => group.some((each) => each.id === id)) !== project) return null
          const name = group.at(-1)!.display_name
          return (
            <Command.Group key={project.environment_group_id} heading={name}>
              {group.map((each) => itemOf(each, name))}
            </Command.Group>
          )
        })}
      </Command.List>
      <div className="switcher-end">
        <button
          className="ui-menu-item switcher-action"
          type="button"
          onClick={() => {
            void navigate({ to: '/new-project' })
            onDone()
          }}
        >
          <Plus />
          Create project
        </button>
        <button
          className="ui-menu-item switcher-action"
          type="button"
          onClick={() => {
            void navigate({ to: '/projects' })
            onDone()
          }}
        >
          <LayoutGrid />
          All projects
        </button>
      </div>
    </Command>
  )
}
