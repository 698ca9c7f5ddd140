import type { AdminOwnedProject, ServerUser } from '@latchkey/react'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Hash, LayoutGrid, Plus } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useOwnedProjects } from '../data/owner.ts'
import { pagesOf } from '../data/pages.ts'
import { mayIn } from '../parts/role.tsx'
import { type FoundTeam, findTeams, foundTeamNameOf } from '../people/found-teams.ts'
import { Overlay } from '../ui/overlay.tsx'
import { Avatar } from '../ui/page.tsx'
import './command.css'

const typingMillis = 150

/** A command palette for pages, settings, projects, and the project's users and teams. */
export default function Palette(props: { project?: AdminOwnedProject | undefined; onClose: () => void }) {
  const { project, onClose } = props
  const navigate = useNavigate()
  const projects = useOwnedProjects()
  const [text, setText] = useState('')
  const { users, teams } = useFound(project, text)
  const go = (leave: () => unknown) => () => {
    onClose()
    leave()
  }
  return (
    <Overlay label="Search" className="ui-dialog palette" onClose={onClose}>
      <Command label="Search" loop filter={rank}>
        <Command.Input placeholder="Search pages, settings, users, teams …" value={text} onValueChange={setText} />
        <Command.List>
          <Command.Empty>No matches.</Command.Empty>
          {project && (
            <Command.Group heading={project.displayName}>
              {pagesOf(project.id, (capability) => mayIn(project, capability)).map(
                ({ to, title, icon: Icon, words }) => (
                  <Command.Item
                    key={to}
                    className="ui-menu-item"
                    value={title}
                    keywords={[words]}
                    onSelect={go(() => navigate({ to, params: { projectId: project.id } }))}
                  >
                    <Icon aria-hidden="true" />
                    {title}
                  </Command.Item>
                ),
              )}
            </Command.Group>
          )}
          {project && text && (
            <Command.Group heading="Settings">
              {pagesOf(project.id, (capability) => mayIn(project, capability)).flatMap(
                ({ to, title: pageTitle, parts = [] }) =>
                  parts.map(({ title, hash, words }) => (
                    <Command.Item
                      key={hash}
                      className="ui-menu-item"
                      value={`${pageTitle} ${title}`}
                      keywords={[words]}
                      onSelect={go(() => navigate({ to, params: { projectId: project.id }, hash }))}
                    >
                      <Hash aria-hidden="true" />
                      {title}
                      <span className="ui-menu-end">{pageTitle}</span>
                    </Command.Item>
                  )),
              )}
            </Command.Group>
          )}
          {project && users.length > 0 && (
            <Command.Group heading="Users">
              {users.map((user) => (
                <Command.Item
                  key={user.id}
                  className="ui-menu-item"
                  // Already matched by the server, possibly by a field that is not shown.
                  value={`${user.id} ${text}`}
                  onSelect={go(() =>
                    navigate({
                      to: '/projects/$projectId/users/$userId',
                      params: { projectId: project.id, userId: user.id },
                    }),
                  )}
                >
                  <Avatar name={user.displayName ?? user.primaryEmail ?? '?'} imageUrl={user.profileImageUrl} />
                  <span className="ui-truncate">{user.displayName ?? user.primaryEmail ?? user.id}</span>
                  {user.displayName && <span className="ui-menu-end ui-truncate">{user.primaryEmail}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {project && teams.length > 0 && (
            <Command.Group heading="Teams">
              {teams.map((team) => (
                <Command.Item
                  key={team.id}
                  className="ui-menu-item"
                  value={`${team.id} ${text}`}
                  onSelect={go(() =>
                    navigate({
                      to: '/projects/$projectId/teams/$teamId',
                      params: { projectId: project.id, teamId: team.id },
                    }),
                  )}
                >
                  <Avatar name={foundTeamNameOf(team)} imageUrl={team.profile_image_url} shape="square" />
                  <span className="ui-truncate">{foundTeamNameOf(team)}</span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          <Command.Group heading="Projects">
            {projects
              .filter(({ id }) => id !== project?.id)
              .slice(0, text ? undefined : 3)
              .map(({ id, displayName, logoUrl }) => (
                <Command.Item
                  key={id}
                  className="ui-menu-item"
                  value={`${displayName} ${id}`}
                  onSelect={go(() => navigate({ to: '/projects/$projectId', params: { projectId: id } }))}
                >
                  <Avatar name={displayName} imageUrl={logoUrl} shape="square" />
                  <span className="ui-truncate">{displayName}</span>
                </Command.Item>
              ))}
            <Command.Item className="ui-menu-item" onSelect={go(() => navigate({ to: '/projects' }))}>
              <LayoutGrid aria-hidden="true" />
              All projects
            </Command.Item>
            <Command.Item className="ui-menu-item" onSelect={go(() => navigate({ to: '/new-project' }))}>
              <Plus aria-hidden="true" />
              Create project
            </Command.Item>
          </Command.Group>
        </Command.List>
      </Command>
    </Overlay>
  )
}

/** Every word must occur in the name, which counts more, or in the keywords. */
function rank(value: string, text: string, keywords: readonly string[] = []): number {
  const name = value.toLowerCase()
  const all = `${name} ${keywords.join(' ').toLowerCase()}`
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.every((word) => all.includes(word))) return 0
  if (name.startsWith(words[0] ?? '')) return 1
  return words.every((word) => name.includes(word)) ? 0.8 : 0.5
}

interface Found {
  users: readonly ServerUser[]
  teams: readonly FoundTeam[]
}

const nothing: Found = { users: [], teams: [] }

/** Searches on the server when typing pauses. Ignores late responses. */
function useFound(project: AdminOwnedProject | undefined, text: string): Found {
  const query = useDeferredValue(text.trim())
  const [found, setFound] = useState({ query: '', ...nothing })
  useEffect(() => {
    if (!project || query.length < 2) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const [users, { teams }] = await Promise.all([
        project.app.listUsers({ query, limit: 5, desc: true }).catch(() => []),
        findTeams(project, { query, limit: 5 }).catch(() => nothing),
      ])
      if (isCurrent) setFound({ query, users, teams })
    }, typingMillis)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [project, query])
  return query.length >= 2 && found.query === query ? found : nothing
}
