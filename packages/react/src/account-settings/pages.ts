import type { Project } from '@latchkey/sdk'
import type { ComponentType } from 'react'
import type { Team } from '../hooks/team-hooks.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import type { SourceText } from '../i18n/source-texts.ts'
import { bell, key, monitor, person, plus, shield, sliders } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

export interface SettingsPageProps {
  user: CurrentUser
  project: Project
  /** Runs what ends in leaving the page, which holds still meanwhile, also without its user. */
  leave: (action: () => Promise<void>) => Promise<void>
}

export interface SettingsPage {
  id: string
  title: SourceText
  icon: string
  isShown?: (project: Project) => boolean
  /** Fetched when somebody opens it. */
  component: ComponentType<SettingsPageProps>
  /** Fetches anew what the page shows. */
  reload?: (user: CurrentUser) => Promise<unknown>
}

const loadSections = () => import('./sections.ts')

/** Our pages in their order. A later one is one more entry. */
export const pages: readonly SettingsPage[] = [
  {
    id: 'profile',
    title: 'My profile',
    icon: person,
    component: lazyPart(loadSections, (sections) => sections.ProfilePage),
  },
  {
    id: 'auth',
    title: 'Emails & auth',
    icon: shield,
    component: lazyPart(loadSections, (sections) => sections.AuthPage),
    reload: (user) => Promise.all([user.listContactChannels(), user.listOAuthProviders()]),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    icon: bell,
    component: lazyPart(loadSections, (sections) => sections.NotificationsPage),
    reload: (user) => user.listNotificationCategories(),
  },
  {
    id: 'sessions',
    title: 'Active sessions',
    icon: monitor,
    component: lazyPart(loadSections, (sections) => sections.ActiveSessionsPage),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    icon: key,
    isShown: (project) => project.config.allowUserApiKeys,
    component: lazyPart(loadSections, (sections) => sections.UserApiKeysPage),
    reload: (user) => user.listApiKeys(),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: sliders,
    component: lazyPart(loadSections, (sections) => sections.SettingsPage),
  },
]

export const teamCreationPage: SettingsPage = {
  id: 'team-creation',
  title: 'Create a team',
  icon: plus,
  component: lazyPart(loadSections, (sections) => sections.TeamCreationPage),
}

export interface TeamPageProps extends SettingsPageProps {
  team: Team
}

export const TeamPage = lazyPart(loadSections, (sections) => sections.TeamPage)

/** Fetches anew what the page of a team shows, which depends on what the user may do there. */
export async function reloadTeam(user: CurrentUser, team: Team, { config }: Project): Promise<void> {
  const [permissions] = await Promise.all([
    user.listPermissions(team),
    user.listPermissions(team, { recursive: false }),
    user.getTeamProfile(team),
  ])
  const may = (id: string) => permissions.some((permission) => permission.id === id)
  await Promise.all([
    may('$read_members') && team.listUsers(),
    may('$read_members') && may('$invite_members') && team.listInvitations(),
    may('$manage_api_keys') && config.allowTeamApiKeys && team.listApiKeys(),
  ])
}

/** The page of a team, after `#` in the address. */
export const teamPageId = (team: { id: string }) => `team-${team.id}`

export const namedIcons = {
  Contact: person,
  ShieldCheck: shield,
  Bell: bell,
  Monitor: monitor,
  Key: key,
  Settings: sliders,
  CirclePlus: plus,
}
