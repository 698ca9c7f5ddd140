'use client'

import type { CurrentUser, Project } from '@latchkey/sdk'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import type { SourceText } from '../i18n/source-texts.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { OnDemandStyles } from '../styles/on-demand-styles.tsx'
import { bell, Icon, key, monitor, person, plus, shield, sliders } from '../ui/icon.tsx'
import { Screen } from '../ui/screen.tsx'
import { ActiveSessionsPage } from './active-sessions.tsx'
import { AuthPage } from './auth.tsx'
import { type SettingsItem, SettingsLayout } from './layout.tsx'
import { ProfilePage } from './profile.tsx'
import { SettingsPage } from './settings.tsx'
import { SettingsSkeleton } from './skeleton.tsx'

export interface AccountSettingsProps {
  fullPage?: boolean | undefined
  /** Pages of your own, after ours. The id is the page's place in the address, after `#`. */
  extraItems?: readonly ExtraItem[] | undefined
}

interface ExtraItem {
  id: string
  title: string
  content: ReactNode
  icon?: ReactNode
  iconName?: keyof typeof namedIcons | undefined
}

const namedIcons = {
  Contact: person,
  ShieldCheck: shield,
  Bell: bell,
  Monitor: monitor,
  Key: key,
  Settings: sliders,
  CirclePlus: plus,
}

export interface SettingsPageProps {
  user: CurrentUser
  project: Project
  /** Runs what ends in leaving the page, which holds still meanwhile, also without its user. */
  leave: (action: () => Promise<void>) => Promise<void>
}

/** Our pages in their order. A later one is one more entry. */
const pages: readonly {
  id: string
  title: SourceText
  icon: string
  isShown?: (project: Project) => boolean
  component: ComponentType<SettingsPageProps>
}[] = [
  { id: 'profile', title: 'My profile', icon: person, component: ProfilePage },
  { id: 'auth', title: 'Emails & auth', icon: shield, component: AuthPage },
  { id: 'sessions', title: 'Active sessions', icon: monitor, component: ActiveSessionsPage },
  { id: 'settings', title: 'Settings', icon: sliders, component: SettingsPage },
]

export function AccountSettings(props: AccountSettingsProps) {
  return (
    <>
      <OnDemandStyles />
      <Screen fullPage={props.fullPage} isWide fallback={<SettingsSkeleton fullPage={props.fullPage} />}>
        <SignedInSettings {...props} />
      </Screen>
    </>
  )
}

function SignedInSettings({ fullPage, extraItems = [] }: AccountSettingsProps) {
  const app = useApp()
  const t = useTranslate()
  const { user, leave } = useUserUntilLeaving()
  const project = useProjectOf(app)
  const items: SettingsItem[] = [
    ...pages
      .filter((page) => page.isShown?.(project) ?? true)
      .map(({ id, title, icon, component: Page }) => ({
        id,
        title: t(title),
        icon: <Icon path={icon} />,
        content: <Page user={user} project={project} leave={leave} />,
      })),
    ...extraItems.map(({ id, title, icon, iconName = 'Settings', content }) => ({
      id,
      title,
      icon: icon ?? <Icon path={namedIcons[iconName]} />,
      content,
    })),
  ]
  return <SettingsLayout items={items} fullPage={fullPage} />
}

/** The user, required; once the person is leaving for good, the last one there was. */
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
