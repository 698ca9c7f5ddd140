import type { Capability } from '@latchkey/contract/owner-roles'
import {
  Building2,
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
  Webhook,
} from 'lucide-react'
import type { ProjectPath } from '../shell/router.tsx'

interface ProjectPage {
  to: ProjectPath
  title: string
  icon: LucideIcon
  /** Additional search terms. */
  words: string
  /** The capability needed to open the page. Without it, every role can. */
  needs?: Capability
  /** Sections of the page that the search finds. */
  parts?: readonly { title: string; hash: string; words: string }[]
  /** Pages below it that the search finds. */
  subpages?: readonly { to: ProjectPath; title: string; words: string }[]
}

/** The pages in a project's sidebar and search. */
export const pagesFor = (may: (capability: Capability) => boolean) =>
  projectPages.filter(({ needs }) => !needs || may(needs))

/** The sections of a page and the pages below it. */
export const partsOf = ({ to, parts = [], subpages = [] }: Pick<ProjectPage, 'to' | 'parts' | 'subpages'>) => [
  ...subpages,
  ...parts.map((part) => ({ to, ...part })),
]

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
  ['/projects/$projectId/settings/configuration', 'read-setup'],
]

export function neededFor(path: string, projectId: string): Capability {
  const exception = exceptions.find(([to]) => path.startsWith(pathOf(to, projectId)))
  return exception?.[1] ?? findPage(path, projectId)?.needs ?? 'read'
}

/** The pages of a project in sidebar order. */
export const projectPages: readonly ProjectPage[] = [
  {
    to: '/projects/$projectId',
    title: 'Overview',
    icon: LayoutDashboard,
    words: 'home metrics charts sign-ups active users',
  },
  { to: '/projects/$projectId/users', title: 'Users', icon: Users, words: 'people accounts customers' },
  {
    to: '/projects/$projectId/teams',
    title: 'Teams',
    icon: Building2,
    words: 'organizations groups workspaces members invitations',
  },
  {
    to: '/projects/$projectId/permissions',
    title: 'Permissions',
    icon: ShieldCheck,
    words: 'roles rights rbac admin defaults',
  },
  {
    to: '/projects/$projectId/sign-in-methods',
    needs: 'read-setup',
    title: 'Sign-in methods',
    icon: LogIn,
    words: 'authentication login password magic link passkey oauth google github microsoft apple sso',
    parts: [
      { title: 'Providers', hash: 'providers', words: 'google github oauth social' },
      { title: 'Sign-up and security', hash: 'sign-up', words: 'registration closed open step-up' },
      { title: 'Same email address', hash: 'same-email', words: 'merge strategy link duplicate accounts' },
    ],
  },
  {
    to: '/projects/$projectId/branding',
    needs: 'read-setup',
    title: 'Branding',
    icon: Palette,
    words: 'logo colors colours theme dark mode radius css look design appearance',
    parts: [
      { title: 'Colors', hash: 'colors', words: 'color palette dark light' },
      { title: 'Shape and theme', hash: 'shape', words: 'radius corners dark mode' },
    ],
  },
  {
    to: '/projects/$projectId/domains',
    needs: 'read-setup',
    title: 'Domains',
    icon: Globe,
    words: 'trusted urls redirect localhost production',
  },
  {
    to: '/projects/$projectId/api-keys',
    needs: 'read-setup',
    title: 'API keys',
    icon: KeyRound,
    words: 'secret publishable admin env',
  },
  {
    to: '/projects/$projectId/emails',
    needs: 'read-setup',
    title: 'Emails',
    icon: Mail,
    words: 'mail templates newsletter',
    subpages: [
      { to: '/projects/$projectId/emails/themes', title: 'Themes', words: 'layout design' },
      { to: '/projects/$projectId/emails/drafts', title: 'Drafts', words: 'newsletter write send many' },
      { to: '/projects/$projectId/emails/sent', title: 'Sent', words: 'log history failed resend' },
      { to: '/projects/$projectId/emails/server', title: 'Server settings', words: 'smtp sender resend' },
    ],
  },
  {
    to: '/projects/$projectId/payments',
    title: 'Payments',
    icon: CreditCard,
    words: 'offers plans prices items credits customers transactions stripe subscriptions selling billing',
    parts: [
      { title: 'Items', hash: 'items', words: 'credits seats quantities' },
      { title: 'Card payments', hash: 'cards', words: 'stripe connect payouts test mode' },
    ],
    subpages: [
      { to: '/projects/$projectId/payments/customers', title: 'Customers', words: 'buyers balances' },
      { to: '/projects/$projectId/payments/transactions', title: 'Transactions', words: 'purchases refunds' },
    ],
  },
  {
    to: '/projects/$projectId/data-vault',
    needs: 'read-setup',
    title: 'Data vault',
    icon: Vault,
    words: 'encrypted secrets stores values tokens',
  },
  {
    to: '/projects/$projectId/webhooks',
    needs: 'read-setup',
    title: 'Webhooks',
    icon: Webhook,
    words: 'endpoints events deliveries notify svix',
    parts: [{ title: 'Webhook events', hash: 'events', words: 'payload documentation' }],
  },
  {
    to: '/projects/$projectId/audit-log',
    title: 'Audit log',
    icon: ScrollText,
    words: 'history events security export csv',
  },
  {
    to: '/projects/$projectId/settings',
    title: 'Settings',
    icon: Settings,
    words: 'general name description configuration',
    parts: [
      { title: 'Owners', hash: 'owners', words: 'invite members admins roles team people' },
      { title: 'Configuration', hash: 'configuration', words: 'json advanced export import history restore undo' },
      { title: 'Production mode', hash: 'production-mode', words: 'live' },
      { title: 'What users can do', hash: 'users', words: 'account deletion team creation' },
      { title: 'Transfer project', hash: 'transfer', words: 'owner team move' },
      { title: 'Delete project', hash: 'delete', words: 'danger remove' },
    ],
  },
]

/** The sections of the page about the server. */
export const serverParts = [
  { title: 'Failed jobs', hash: 'failed-jobs', words: 'queue retry' },
  { title: 'Effective settings', hash: 'settings', words: 'environment variables configuration' },
] as const
