import type { Capability } from '@latchkey/contract/owner-roles'
import {
  AppWindow,
  Building2,
  CircleX,
  CreditCard,
  Globe,
  KeyRound,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  Mail,
  Palette,
  ScrollText,
  Settings,
  ShieldCheck,
  Users,
  Vault,
  Waypoints,
  Webhook,
} from 'lucide-react'
import type { ProjectPath } from '../shell/router.tsx'

export interface ProjectPage {
  to: ProjectPath
  title: string
  icon: LucideIcon
  /** The capability needed to open the page. Without it, every role can. */
  needs?: Capability
}

/** The pages in a project's sidebar and search. */
export const pagesFor = (may: (capability: Capability) => boolean) =>
  projectPages.filter(({ needs }) => !needs || may(needs))

const pathOf = (to: string, projectId: string) => to.replace('$projectId', projectId)

/** The page a path belongs to. Only its own path belongs to the overview. */
export function findPage(path: string, projectId: string): ProjectPage | undefined {
  return projectPages.find(({ to }) => {
    const start = pathOf(to, projectId)
    return path === start || (to !== '/projects/$projectId' && path.startsWith(`${start}/`))
  })
}

/** Sections that need another capability than their page. */
const exceptions: readonly [to: string, needs: Capability][] = [
  ['/projects/$projectId/emails/sent', 'read'],
  ['/projects/$projectId/settings/users', 'read-setup'],
  ['/projects/$projectId/settings/production', 'read-setup'],
  ['/projects/$projectId/settings/environments', 'read-setup'],
  ['/projects/$projectId/settings/configuration', 'read-setup'],
]

export function neededFor(path: string, projectId: string): Capability {
  const exception = exceptions.find(([to]) => path.startsWith(pathOf(to, projectId)))
  return exception?.[1] ?? findPage(path, projectId)?.needs ?? 'read'
}

/** The pages of a project in sidebar order. */
export const projectPages: readonly ProjectPage[] = [
  { to: '/projects/$projectId', title: 'Overview', icon: LayoutDashboard },
  { to: '/projects/$projectId/users', title: 'Users', icon: Users },
  { to: '/projects/$projectId/teams', title: 'Teams', icon: Building2 },
  { to: '/projects/$projectId/permissions', title: 'Permissions', icon: ShieldCheck },
  { to: '/projects/$projectId/sign-in-methods', title: 'Sign-in methods', icon: LogIn, needs: 'read-setup' },
  { to: '/projects/$projectId/connections', title: 'Connections', icon: Waypoints, needs: 'read-setup' },
  { to: '/projects/$projectId/oauth-provider', title: 'OAuth provider', icon: AppWindow, needs: 'read-setup' },
  { to: '/projects/$projectId/branding', title: 'Branding', icon: Palette, needs: 'read-setup' },
  { to: '/projects/$projectId/domains', title: 'Domains', icon: Globe, needs: 'read-setup' },
  { to: '/projects/$projectId/api-keys', title: 'API keys', icon: KeyRound, needs: 'read-setup' },
  { to: '/projects/$projectId/emails', title: 'Emails', icon: Mail, needs: 'read-setup' },
  { to: '/projects/$projectId/payments', title: 'Payments', icon: CreditCard },
  { to: '/projects/$projectId/data-vault', title: 'Data vault', icon: Vault, needs: 'read-setup' },
  { to: '/projects/$projectId/webhooks', title: 'Webhooks', icon: Webhook, needs: 'read-setup' },
  { to: '/projects/$projectId/failures', title: 'Failures', icon: CircleX },
  { to: '/projects/$projectId/audit-log', title: 'Audit log', icon: ScrollText },
  { to: '/projects/$projectId/settings', title: 'Settings', icon: Settings },
]
