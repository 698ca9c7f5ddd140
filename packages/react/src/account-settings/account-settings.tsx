import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, useRef, useState } from 'react'
import { useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { AccountSettingsStyles } from '../styles/account-settings-styles.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { Icon } from '../ui/icon.tsx'
import { Screen } from '../ui/screen.tsx'
import { ShownProjectContext } from '../ui/shown-project.ts'
import { TeamImage } from '../ui/team-image.tsx'
import { type SettingsItem, SettingsLayout } from './layout.tsx'
import { type MockProps, useMocks } from './mocks.ts'
import { namedIcons, pages, reloadTeam, type SettingsPage, type SettingsPageProps, teamCreationPage } from './pages.ts'
import { SettingsSkeleton } from './skeleton.tsx'
import { TeamPage, teamPageId } from './team.tsx'

/**
 * The props of `AccountSettings`.
 * @example
 * <AccountSettings fullPage extraItems={[{ id: 'billing', title: 'Billing', iconName: 'Settings', content: 'Your plan' }]} />
 * @example
 * // A preview with mock data:
 * <AccountSettings
 *   mockUser={{ displayName: 'Ada Lovelace' }}
 *   mockProject={{ displayName: 'My app' }}
 *   mockApiKeys={[{ id: '1', description: 'Laptop', createdAt: new Date() }]}
 *   mockSessions={[{ id: '1', isCurrentSession: true }]}
 * />
 */
export interface AccountSettingsProps extends MockProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
  /** Your own pages, listed after ours. The id is the URL fragment of the page. */
  extraItems?: readonly ExtraItem[] | undefined
}

interface ExtraItem {
  id: string
  title: string
  content: ReactNode
  icon?: ReactNode
  iconName?: keyof typeof namedIcons | undefined
}

/**
 * The settings of the user's account and teams.
 * @example <AccountSettings fullPage />
 */
export function AccountSettings(props: AccountSettingsProps) {
  const Content = props.mockUser ? MockedSettings : SignedInSettings
  return (
    // A preview does not belong to a project.
    <ShownProjectContext.Provider value={props.mockUser && noProject}>
      <OverlayStyles />
      <AccountSettingsStyles />
      <Screen fullPage={props.fullPage} isWide fallback={<SettingsSkeleton fullPage={props.fullPage} />}>
        <Content {...props} />
      </Screen>
    </ShownProjectContext.Provider>
  )
}

const noProject = {}

function MockedSettings(props: AccountSettingsProps) {
  return <Settings {...props} {...useMocks(props)} leave={async () => {}} />
}

function SignedInSettings(props: AccountSettingsProps) {
  const app = useApp()
  // Fetched in parallel with the user.
  app[appInternalsSymbol].project.getSnapshot()
  const { user, leave } = useUserUntilLeaving()
  return <Settings {...props} user={user} project={useProjectOf(app)} leave={leave} />
}

function Settings({ fullPage, extraItems = [], user, project, leave }: AccountSettingsProps & SettingsPageProps) {
  const t = useTranslate()
  const props = { user, project, leave }
  const teams = user.useTeams()
  const ours = ({ id, title, icon, component: Page, reload }: SettingsPage): SettingsItem => ({
    id,
    title: t(title),
    icon: <Icon path={icon} />,
    content: <Page {...props} />,
    reload: reload && (() => reload(user)),
  })
  const items: SettingsItem[] = [
    ...pages.filter((page) => page.isShown?.(project) ?? true).map(ours),
    ...extraItems.map(({ id, title, icon, iconName = 'Settings', content }) => ({
      id,
      title,
      icon: icon ?? <Icon path={namedIcons[iconName]} />,
      content,
    })),
  ]
  const teamItems: SettingsItem[] = [
    ...teams.map((team) => ({
      id: teamPageId(team),
      title: team.displayName,
      icon: <TeamImage team={team} size={20} />,
      content: <TeamPage {...props} team={team} />,
      reload: () => reloadTeam(user, team, project),
    })),
    ...(project.config.clientTeamCreationEnabled ? [ours(teamCreationPage)] : []),
  ]
  return (
    <SettingsLayout
      groups={[{ items }, ...(teamItems.length > 0 ? [{ title: t('Teams'), items: teamItems }] : [])]}
      projectName={project.displayName}
      fullPage={fullPage}
    />
  )
}

/** The required user. While an action such as sign-out navigates away, the last known user. */
function useUserUntilLeaving() {
  const [isLeaving, setIsLeaving] = useState(false)
  const last = useRef<CurrentUser>(undefined)
  const user = useUserOf(useApp(), { or: isLeaving ? 'return-null' : 'redirect' }) ?? last.current
  last.current = user
  const leave = async (action: () => Promise<void>) => {
    setIsLeaving(true)
    try {
      await action()
    } finally {
      setIsLeaving(false)
    }
  }
  return { user: user as CurrentUser, leave }
}
