import type { Capability } from '@latchkey/contract/owner-roles'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowLeftRight, Copy, Mail, Monitor, Moon, Plus, Sun, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOwnedProjects } from '../data/data.ts'
import { environmentNames, environmentsOf } from '../data/environments.ts'
import type { Project } from '../data/rows.ts'
import { mayIn } from '../parts/role.tsx'
import { useSamePage } from '../parts/use-same-page.ts'
import { copyId } from '../ui/copy-text.ts'
import { setColorTheme } from './color-theme.ts'
import type { ProjectPath } from './router.tsx'

export type Go = (leave: () => unknown) => () => void

interface PageAction {
  title: string
  words: string
  icon: ReactNode
  needs: Capability
  to: ProjectPath | '/projects/$projectId/payments/new-offer'
  /** Of the dialog on the page. */
  hash?: string
}

const pageActions: readonly PageAction[] = [
  {
    title: 'Create user',
    words: 'new add account',
    icon: <Plus />,
    needs: 'users',
    to: '/projects/$projectId/users',
    hash: 'create',
  },
  {
    title: 'Invite user',
    words: 'email add',
    icon: <Mail />,
    needs: 'users',
    to: '/projects/$projectId/users',
    hash: 'invite',
  },
  {
    title: 'Create team',
    words: 'new add organization',
    icon: <Plus />,
    needs: 'teams',
    to: '/projects/$projectId/teams',
    hash: 'create',
  },
  {
    title: 'Create offer',
    words: 'new add plan price product',
    icon: <Plus />,
    needs: 'settings',
    to: '/projects/$projectId/payments/new-offer',
  },
  {
    title: 'Invite owner',
    words: 'add colleague admin role',
    icon: <UserPlus />,
    needs: 'owners',
    to: '/projects/$projectId/settings/owners',
    hash: 'invite',
  },
]

/** What a page can be about, by the parameter of its path. */
const openItems = {
  userId: 'user ID',
  teamId: 'team ID',
  offerId: 'offer ID',
  endpointId: 'endpoint ID',
  connectionId: 'connection ID',
  clientId: 'client ID',
}

/** What can be done in the project without opening its page first. */
export function ProjectActions({ project, go }: { project: Project; go: Go }) {
  const navigate = useNavigate()
  const params: Record<string, string | undefined> = useParams({ strict: false })
  const copy = (id: string, name: string) => go(() => copyId(id, name))
  const openSamePage = useSamePage()
  const others = environmentsOf(useOwnedProjects(), project).filter(({ id }) => id !== project.id)
  return (
    <>
      {others.map(({ id, environment = 'production' }) => (
        <Command.Item
          key={id}
          className="ui-menu-item"
          value={`Switch to ${environment}`}
          keywords={['environment twin go open']}
          onSelect={go(() => openSamePage(id))}
        >
          <ArrowLeftRight />
          Switch to {environmentNames[environment].toLowerCase()}
        </Command.Item>
      ))}
      {pageActions
        .filter(({ needs }) => mayIn(project, needs))
        .map(({ title, words, icon, to, hash }) => (
          <Command.Item
            key={title}
            className="ui-menu-item"
            value={title}
            keywords={[words]}
            onSelect={go(() => navigate({ to, params: { projectId: project.id }, ...(hash && { hash }) }))}
          >
            {icon}
            {title}
          </Command.Item>
        ))}
      <CopyItem title="Copy project ID" onSelect={copy(project.id, 'project ID')} />
      {Object.entries(openItems).map(([param, name]) => {
        const id = params[param]
        return id && <CopyItem key={param} title={`Copy ${name}`} onSelect={copy(id, name)} />
      })}
    </>
  )
}

function CopyItem({ title, onSelect }: { title: string; onSelect: () => void }) {
  return (
    <Command.Item className="ui-menu-item" value={title} onSelect={onSelect}>
      <Copy />
      {title}
    </Command.Item>
  )
}

const themes = [
  { value: 'light', label: 'Light theme', icon: <Sun /> },
  { value: 'dark', label: 'Dark theme', icon: <Moon /> },
  { value: 'system', label: 'System theme', icon: <Monitor /> },
] as const

export function ThemeActions({ go }: { go: Go }) {
  return themes.map(({ value, label, icon }) => (
    <Command.Item
      key={value}
      className="ui-menu-item"
      value={label}
      keywords={['switch appearance color mode']}
      onSelect={go(() => setColorTheme(value))}
    >
      {icon}
      {label}
    </Command.Item>
  ))
}
