import { useLocation, useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Hash, History, LayoutGrid, Plus, Server } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useFound, useOwnedProjects } from '../data/data.ts'
import { pagesFor } from '../data/pages.ts'
import { listRecent } from '../data/recent.ts'
import type { Project } from '../data/rows.ts'
import { useSettled } from '../data/use-settled.ts'
import { EnvironmentBadge } from '../parts/environment-badge.tsx'
import { mayIn } from '../parts/role.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { Overlay } from '../ui/overlay.tsx'
import { Avatar } from '../ui/page.tsx'
import { type Go, ProjectActions, ThemeActions } from './palette-actions.tsx'
import { partsOf, serverParts, wordsOf } from './search-terms.ts'
import './command.css'

/** A command palette for pages, settings, projects, and the project's users and teams. */
export default function Palette(props: { project?: Project | undefined; onClose: () => void }) {
  const { project, onClose } = props
  const navigate = useNavigate()
  const projects = useOwnedProjects()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const selectFirst = () => setSelected(list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value') ?? '')
  const go = (leave: () => unknown) => () => {
    onClose()
    leave()
  }
  // A verb asks for an action. The library sorts within groups only.
  const isAction = /^(create|invite|copy|switch|dark|light|system)\b/i.test(text)
  const actions = (
    <Command.Group key="actions" heading="Actions">
      {project && <ProjectActions project={project} go={go} />}
      <ThemeActions go={go} />
    </Command.Group>
  )
  return (
    <Overlay label="Search" className="ui-dialog palette" onClose={onClose}>
      <Command label="Search" loop filter={rank} value={selected} onValueChange={setSelected}>
        <Command.Input placeholder="Search pages, settings, users, teams …" value={text} onValueChange={setText} />
        <Command.List ref={list}>
          <Command.Empty>No matches.</Command.Empty>
          {!text && <RecentItems go={go} />}
          {isAction && actions}
          {project && (
            <Command.Group heading={project.display_name}>
              {pagesFor((capability) => mayIn(project, capability)).map((page) => (
                <Command.Item
                  key={page.to}
                  className="ui-menu-item"
                  value={page.title}
                  keywords={[wordsOf(page)]}
                  onSelect={go(() => navigate({ to: page.to, params: { projectId: project.id } }))}
                >
                  <page.icon />
                  {page.title}
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {project && text && (
            <Command.Group heading="Settings">
              {pagesFor((capability) => mayIn(project, capability)).flatMap((page) =>
                partsOf(page).map(({ title, words, ...place }) => (
                  <Command.Item
                    key={title}
                    className="ui-menu-item"
                    value={`${page.title} ${title}`}
                    keywords={[words]}
                    onSelect={go(() => navigate({ ...place, params: { projectId: project.id } }))}
                  >
                    <Hash />
                    {title}
                    <span className="ui-menu-end">{page.title}</span>
                  </Command.Item>
                )),
              )}
            </Command.Group>
          )}
          {project && <FoundPeople projectId={project.id} text={text} go={go} onFound={selectFirst} />}
          <Command.Group heading="Projects">
            {projects
              .filter(({ id }) => id !== project?.id)
              .slice(0, text ? undefined : 3)
              .map(({ id, display_name, logo_url, environment }) => (
                <Command.Item
                  key={id}
                  className="ui-menu-item"
                  value={`${display_name} ${environment ?? ''} ${id}`}
                  onSelect={go(() => navigate({ to: '/projects/$projectId', params: { projectId: id } }))}
                >
                  <Avatar name={display_name} imageUrl={logo_url} shape="square" />
                  <span className="ui-truncate">{display_name}</span>
                  <EnvironmentBadge environment={environment} />
                </Command.Item>
              ))}
            <Command.Item className="ui-menu-item" onSelect={go(() => navigate({ to: '/projects' }))}>
              <LayoutGrid />
              All projects
            </Command.Item>
            <Command.Item className="ui-menu-item" onSelect={go(() => navigate({ to: '/new-project' }))}>
              <Plus />
              Create project
            </Command.Item>
          </Command.Group>
          {!isAction && actions}
          {projects.some(({ id }) => id === 'internal') && <ServerItems hasParts={text !== ''} go={go} />}
        </Command.List>
      </Command>
    </Overlay>
  )
}

/** What was opened last, except for the open page. */
function RecentItems({ go }: { go: Go }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const recent = listRecent().filter(({ path }) => path !== pathname)
  if (recent.length === 0) return null
  return (
    <Command.Group heading="Recent">
      {recent.map(({ path, title }) => (
        <Command.Item
          key={path}
          className="ui-menu-item"
          value={`Recent ${path}`}
          onSelect={go(() => navigate({ to: path }))}
        >
          <History />
          <bdi className="ui-truncate">{title}</bdi>
        </Command.Item>
      ))}
    </Command.Group>
  )
}

function ServerItems({ hasParts, go }: { hasParts: boolean; go: Go }) {
  const navigate = useNavigate()
  return (
    <Command.Group heading="This server">
      <Command.Item
        className="ui-menu-item"
        value="Server"
        keywords={['health status nodes version environment variables']}
        onSelect={go(() => navigate({ to: '/server' }))}
      >
        <Server />
        Server
      </Command.Item>
      {hasParts &&
        serverParts.map(({ title, hash, words }) => (
          <Command.Item
            key={hash}
            className="ui-menu-item"
            value={`Server ${title}`}
            keywords={[words]}
            onSelect={go(() => navigate({ to: '/server', hash }))}
          >
            <Hash />
            {title}
          </Command.Item>
        ))}
    </Command.Group>
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

interface FoundPeopleProps {
  projectId: string
  text: string
  go: Go
  onFound: () => void
}

/** The project's users and teams, which the server finds when typing pauses. */
function FoundPeople({ projectId, text, go, onFound }: FoundPeopleProps) {
  const navigate = useNavigate()
  const query = useSettled(text)
  const isSearched = query.length >= 2 && query === text.trim()
  const users = useFound('GET /users', isSearched ? { query: { query, limit: 5, desc: 'true' } } : undefined)
  const teams = useFound('GET /internal/teams', isSearched ? { query: { query, limit: 5 } } : undefined)
  const found = [...(users ?? []), ...(teams ?? [])].map(({ id }) => id).join()
  // Results that arrive later would leave the selection further down, where Enter opens something unexpected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other results are shown
  useEffect(() => {
    if (!found) return
    // The library shows items one render after they are there.
    const frame = requestAnimationFrame(onFound)
    return () => cancelAnimationFrame(frame)
  }, [found])
  if (!users || !teams) return null
  return (
    <>
      {users.length > 0 && (
        <Command.Group heading="Users">
          {users.map((user) => (
            <Command.Item
              key={user.id}
              className="ui-menu-item"
              // Already matched by the server, possibly by a field that is not shown.
              value={`${user.id} ${text}`}
              onSelect={go(() =>
                navigate({ to: '/projects/$projectId/users/$userId', params: { projectId, userId: user.id } }),
              )}
            >
              <Avatar name={user.display_name ?? user.primary_email ?? '?'} imageUrl={user.profile_image_url} />
              <span className="ui-truncate">{user.display_name ?? user.primary_email ?? user.id}</span>
              {user.display_name && <span className="ui-menu-end ui-truncate">{user.primary_email}</span>}
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {teams.length > 0 && (
        <Command.Group heading="Teams">
          {teams.map((team) => (
            <Command.Item
              key={team.id}
              className="ui-menu-item"
              value={`${team.id} ${text}`}
              onSelect={go(() =>
                navigate({ to: '/projects/$projectId/teams/$teamId', params: { projectId, teamId: team.id } }),
              )}
            >
              <Avatar name={teamNameOf(team)} imageUrl={team.profile_image_url} shape="square" />
              <span className="ui-truncate">{teamNameOf(team)}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  )
}
