import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { LayoutGrid, Plus, Star } from 'lucide-react'
import { useOwnedProjects } from '../data/data.ts'
import { sortProjects, toggleStar, useStarredProjects } from '../data/starred-projects.ts'
import { Avatar } from '../ui/page.tsx'
import './command.css'

/** All projects, starred ones first, then by name. */
export default function ProjectList({ currentId, onDone }: { currentId: string; onDone: () => void }) {
  const navigate = useNavigate()
  const stars = useStarredProjects()
  const projects = sortProjects(useOwnedProjects(), stars)
  return (
    <Command className="switcher" label="Projects">
      <Command.Input placeholder="Find a project" autoFocus />
      <Command.List>
        <Command.Empty>No projects match.</Command.Empty>
        {projects.map(({ id, display_name, logo_url }) => (
          <Command.Item
            key={id}
            className="ui-menu-item"
            value={`${display_name} ${id}`}
            onSelect={() => {
              void navigate({ to: '/projects/$projectId', params: { projectId: id } })
              onDone()
            }}
            onClickCapture={(event) => {
              // An option cannot contain a button. Keyboard users can star projects on the projects page.
              if (!(event.target as Element).closest('.switcher-star')) return
              event.stopPropagation()
              toggleStar(id)
            }}
          >
            <Avatar name={display_name} imageUrl={logo_url} shape="square" />
            <span className="ui-truncate">{display_name}</span>
            {id === currentId && <span className="ui-caption">current</span>}
            <span className="switcher-star" data-starred={stars.has(id) || undefined}>
              <Star />
              {stars.has(id) && <span className="ui-hidden">starred</span>}
            </span>
          </Command.Item>
        ))}
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
