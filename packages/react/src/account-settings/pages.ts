import type { Project } from '@latchkey/sdk'
import type { ComponentType } from 'react'
import type { Team } from '../hooks/team-hooks.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import type { SourceText } from '../i18n/source-texts.ts'
import { bell, key, monitor, person, plug, plus, shield, sliders } from '../ui/more-icons.ts'
import { ActiveSessionsPage } from './active-sessions.tsx'
import { AppsAndAgentsPage } from './apps-and-agents.tsx'
import { AuthPage } from './auth.tsx'
import { NotificationsPage } from './notifications.tsx'
import { ProfilePage } from './profile.tsx'
import { SettingsPage as GeneralPage } from './settings.tsx'
import { TeamCreationPage } from './team-creation-page.tsx'
import { UserApiKeysPage } from './user-api-keys.tsx'

export interface SettingsPageProps {
  user: CurrentUser
  project: Project
  /** Runs an action that navigates away. The page stays frozen until then, even if the user becomes null. */
  leave: (action: () => Promise<void>) => Promise<void>
}

export interface SettingsPage {
  id: string
  title: SourceText
  icon: string
  isShown?: (project: Project) => boolean
  component: ComponentType<SettingsPageProps>
  /** Fetches the page's data again. */
  reload?: (user: CurrentUser) => Promise<unknown>
}

/** Our pages in their order. */
export const pages: readonly SettingsPage[] = [
  {
    id: 'profile',
    title: 'My profile',
    icon: person,
    component: ProfilePage,
  },
  {
    id: 'auth',
    title: 'Emails & sign-in',
    icon: shield,
    component: AuthPage,
    reload: (user) => Promise.all([user.listContactChannels(), user.listOAuthProviders()]),
  },
  {
    id: 'notifications',
    title: 'Notifications',
    icon: bell,
    component: NotificationsPage,
    reload: (user) => user.listNotificationCategories(),
  },
  {
    id: 'sessions',
    title: 'Active sessions',
    icon: monitor,
    component: ActiveSessionsPage,
  },
  {
    id: 'apps-and-agents',
    title: 'Apps and agents',
    icon: plug,
    isShown: (project) => project.config.oauthProviderEnabled === true,
    component: AppsAndAgentsPage,
    reload: (user) => user.listOAuthGrants(),
  },
  {
    id: 'api-keys',
    title: 'API keys',
    icon: key,
    isShown: (project) => project.config.allowUserApiKeys,
    component: UserApiKeysPage,
    reload: (user) => user.listApiKeys(),
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: sliders,
    component: GeneralPage,
  },
]

export const teamCreationPage: SettingsPage = {
  id: 'team-creation',
  title: 'Create a team',
  icon: plus,
  component: TeamCreationPage,
}

export interface TeamPageProps extends SettingsPageProps {
  team: Team
}

/** Fetches the data of a team's page again, which depends on the user's permissions in the team. */
export async function reloadTeam(user: CurrentUser, team: Team, { config }: Project): Promise<void> {
  const [permissions] = await Promise.all([
    user.listPermissions(team),
    user.listPermissions(team, { recursive: false }),
    user.getTeamProfile(team),
  ])
  const may = (id: string) => permissions.some((permission) => permission.id === id)
  await Promise.all([
    may('$read_members') && may('$invite_members') && team.listInvitations(),
    may('$manage_api_keys') && config.allowTeamApiKeys && team.listApiKeys(),
    may('$manage_connections') && Promise.all([team.listConnections(), team.getRequiredConnection()]),
  ])
}

export const namedIcons = {
  Contact: person,
  ShieldCheck: shield,
  Bell: bell,
  Monitor: monitor,
  Key: key,
  Settings: sliders,
  CirclePlus: plus,
}
