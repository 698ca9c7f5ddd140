import type { ProjectPage } from '../data/pages.ts'
import type { ProjectPath } from './router.tsx'

interface Terms {
  /** What people may call the page. */
  words: string
  /** Sections of the page. */
  parts?: readonly { title: string; hash: string; words: string }[]
  subpages?: readonly { to: ProjectPath; title: string; words: string }[]
}

/** What the search finds besides the titles of pages. Apart from them, because it is loaded with the search. */
const terms: Record<string, Terms> = {
  Overview: {
    words: 'home metrics charts sign-ups active users',
  },
  Users: {
    words: 'people accounts customers',
  },
  Teams: {
    words: 'organizations groups workspaces members invitations',
  },
  Permissions: {
    words: 'roles rights rbac admin defaults',
  },
  'Sign-in methods': {
    words: 'authentication login password magic link passkey oauth google github microsoft apple sso',
    parts: [
      { title: 'Providers', hash: 'providers', words: 'google github oauth social' },
      { title: 'Sign-up and security', hash: 'sign-up', words: 'registration closed open step-up' },
      { title: 'Sessions', hash: 'sessions', words: 'expiry timeout inactivity idle limit sign out' },
      {
        title: 'Second factor',
        hash: 'second-factor',
        words: 'mfa 2fa two-factor totp authenticator required trusted devices remember',
      },
      { title: 'Same email address', hash: 'same-email', words: 'merge strategy link duplicate accounts' },
    ],
  },
  Connections: {
    words:
      'single sign-on sso saml oidc openid enterprise company entra okta google workspace identity provider domains',
  },
  'OAuth provider': {
    words: 'sign in with your app openid connect oidc identity provider mcp agents ai assistants issuer consent',
    parts: [
      { title: 'Metadata documents and registration', hash: 'unregistered', words: 'cimd dynamic client dcr rfc 7591' },
      { title: 'Consent page', hash: 'consent', words: 'approve access url' },
    ],
    subpages: [
      {
        to: '/projects/$projectId/oauth-provider/clients',
        title: 'OAuth clients',
        words: 'apps client id secret redirect uri register machine service',
      },
      {
        to: '/projects/$projectId/oauth-provider/scopes',
        title: 'Scopes, resources and claims',
        words: 'permissions api audience access token lifetime metadata',
      },
    ],
  },
  Branding: {
    words: 'logo colors colours theme dark mode radius css look design appearance',
    parts: [
      { title: 'Colors', hash: 'colors', words: 'color palette dark light' },
      { title: 'Shape and theme', hash: 'shape', words: 'radius corners dark mode' },
    ],
  },
  Domains: {
    words: 'trusted urls redirect localhost production',
  },
  'API keys': {
    words: 'secret publishable admin env',
  },
  Emails: {
    words: 'mail templates newsletter',
    subpages: [
      { to: '/projects/$projectId/emails/themes', title: 'Themes', words: 'layout design' },
      { to: '/projects/$projectId/emails/drafts', title: 'Drafts', words: 'newsletter write send many' },
      { to: '/projects/$projectId/emails/sent', title: 'Sent', words: 'log history failed resend' },
      { to: '/projects/$projectId/emails/server', title: 'Server settings', words: 'smtp sender resend' },
    ],
  },
  Payments: {
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
  'Data vault': {
    words: 'encrypted secrets stores values tokens',
  },
  Webhooks: {
    words: 'endpoints events deliveries notify svix',
    parts: [{ title: 'Webhook events', hash: 'events', words: 'payload documentation' }],
  },
  Failures: {
    words: 'why did this fail errors refused sign-in reference request id problems debug',
  },
  'Audit log': {
    words: 'history events security export csv',
  },
  Settings: {
    words: 'general name description configuration',
    parts: [
      { title: 'Transfer project', hash: 'transfer', words: 'owner team move' },
      { title: 'Delete project', hash: 'delete', words: 'danger remove' },
    ],
    subpages: [
      { to: '/projects/$projectId/settings/users', title: 'Users and teams', words: 'account deletion team creation' },
      { to: '/projects/$projectId/settings/production', title: 'Production mode', words: 'live checks' },
      {
        to: '/projects/$projectId/settings/environments',
        title: 'Environments',
        words: 'twin staging development production copy compare difference',
      },
      { to: '/projects/$projectId/settings/owners', title: 'Owners', words: 'invite members admins roles team people' },
      {
        to: '/projects/$projectId/settings/configuration',
        title: 'Configuration',
        words: 'json advanced export import history restore undo',
      },
    ],
  },
}

export const wordsOf = ({ title }: ProjectPage) => terms[title]?.words ?? ''

/** The sections of a page and the pages below it. */
export function partsOf({ to, title }: ProjectPage) {
  const { parts = [], subpages = [] } = terms[title] ?? {}
  return [...subpages, ...parts.map((part) => ({ to, ...part }))]
}

/** The sections of the page about the server. */
export const serverParts = [
  { title: 'Failed jobs', hash: 'failed-jobs', words: 'queue retry' },
  { title: 'Effective settings', hash: 'settings', words: 'environment variables configuration' },
] as const
