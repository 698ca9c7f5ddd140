import type { ComponentProps, ReactNode } from 'react'
import { Locked, LockNotice, Reason, useMay } from '../parts/role.tsx'
import { TabbedPage } from '../parts/tabbed-page.tsx'

const tabs = [
  { to: '/projects/$projectId/settings', title: 'General' },
  { to: '/projects/$projectId/settings/users', title: 'Users and teams' },
  { to: '/projects/$projectId/settings/production', title: 'Production' },
  { to: '/projects/$projectId/settings/environments', title: 'Environments' },
  { to: '/projects/$projectId/settings/owners', title: 'Owners' },
  { to: '/projects/$projectId/settings/configuration', title: 'Configuration' },
] as const

interface SettingsFrameProps extends Pick<ComponentProps<typeof TabbedPage>, 'description' | 'actions' | 'children'> {
  tab: (typeof tabs)[number]['title']
}

/** The title of the section and the tabs for its pages. */
export function SettingsFrame({ tab, ...page }: SettingsFrameProps) {
  const may = useMay()
  return (
    <TabbedPage
      title="Settings"
      documentTitle={`${tab} · Settings`}
      tabs={tabs.filter(({ title }) => title === 'General' || title === 'Owners' || may('read-setup'))}
      tab={tab}
      gap="large"
      {...page}
    />
  )
}

/** Settings that some roles can only view. Explains to the support role why there are none. */
export function GeneralSettings({ children }: { children: ReactNode }) {
  if (useMay()('read-setup')) return <Locked to="settings">{children}</Locked>
  return (
    <LockNotice>
      You cannot view the project’s settings. <Reason to="read-setup" />
    </LockNotice>
  )
}
