import type { HandlerUrls } from '@latchkey/sdk'
import type { ComponentProps, ComponentType } from 'react'
import type { SignInProps, SignUpProps } from '../sign-in/components.tsx'
import * as screens from './lazy-screens.tsx'

type Screens = Omit<typeof screens, 'AuthScreen' | 'PredefinedMessageCard'>

/** The components whose props can be set with the handler's `componentProps`. */
export type HandlerComponents = { [Name in keyof Screens]: ComponentProps<Screens[Name]> } & {
  SignIn: SignInProps
  SignUp: SignUpProps
}

interface Route {
  name: keyof HandlerComponents
  component: ComponentType<never>
  /** The URL option with which an app replaces the page. */
  url?: keyof HandlerUrls
  aliases?: readonly string[]
  props?: Record<string, unknown>
  /** Gets the query as `searchParams`. */
  takesQuery?: true
}

const routes: Readonly<Record<string, Route>> = {
  'sign-in': {
    name: 'SignIn',
    component: screens.AuthScreen,
    url: 'signIn',
    aliases: ['login', 'log-in'],
    props: { type: 'sign-in', automaticRedirect: true },
  },
  'sign-up': {
    name: 'SignUp',
    component: screens.AuthScreen,
    url: 'signUp',
    aliases: ['register'],
    props: { type: 'sign-up', automaticRedirect: true },
  },
  'sign-out': {
    name: 'SignOut',
    component: screens.SignOut,
    url: 'signOut',
    aliases: ['logout', 'log-out'],
  },
  'forgot-password': {
    name: 'ForgotPassword',
    component: screens.ForgotPassword,
    url: 'forgotPassword',
  },
  'password-reset': {
    name: 'PasswordReset',
    component: screens.PasswordReset,
    url: 'passwordReset',
    takesQuery: true,
  },
  'email-verification': {
    name: 'EmailVerification',
    component: screens.EmailVerification,
    url: 'emailVerification',
    takesQuery: true,
  },
  'magic-link-callback': {
    name: 'MagicLinkCallback',
    component: screens.MagicLinkCallback,
    url: 'magicLinkCallback',
    takesQuery: true,
  },
  'oauth-callback': {
    name: 'OAuthCallback',
    component: screens.OAuthCallback,
    url: 'oauthCallback',
  },
  'oauth-consent': {
    name: 'OAuthConsent',
    component: screens.OAuthConsent,
    takesQuery: true,
  },
  device: {
    name: 'OAuthDevice',
    component: screens.OAuthDevice,
    takesQuery: true,
  },
  'team-invitation': {
    name: 'TeamInvitation',
    component: screens.TeamInvitation,
    url: 'teamInvitation',
    takesQuery: true,
  },
  mfa: {
    name: 'MFA',
    component: screens.MFA,
    url: 'mfa',
  },
  'account-settings': {
    name: 'AccountSettings',
    component: screens.AccountSettings,
  },
  'cli-auth-confirm': {
    name: 'CliAuthConfirmation',
    component: screens.CliAuthConfirmation,
  },
  impersonation: {
    name: 'Impersonation',
    component: screens.Impersonation,
  },
  error: {
    name: 'ErrorPage',
    component: screens.ErrorPage,
    takesQuery: true,
  },
}

export interface RouteMatch {
  path: string
  route: Route
  isCanonical: boolean
}

/** The page at a location, which may or may not include the handler's own path. */
export function findRoute(location: string, handlerUrl: string): RouteMatch | undefined {
  const base = pathOf(handlerUrl)
  const full = pathOf(location)
  const path = (full === base || full.startsWith(`${base}/`) ? full.slice(base.length) : full).replace(/^\//, '')
  const exact = routes[path]
  if (exact && Object.hasOwn(routes, path)) return { path, route: exact, isCanonical: true }

  const name = path.toLowerCase()
  for (const [canonical, route] of Object.entries(routes)) {
    const aliases = [canonical, canonical.replaceAll('-', ''), ...(route.aliases ?? [])]
    if (aliases.includes(name)) return { path: canonical, route, isCanonical: false }
  }
  return undefined
}

/** The URL of the app's own page if it replaces this one, otherwise undefined. */
export function findReplacement({ route }: RouteMatch, urls: HandlerUrls): string | undefined {
  if (!route.url) return undefined
  const isInside = pathOf(urls[route.url]).startsWith(`${pathOf(urls.handler)}/`) && !isAbsolute(urls[route.url])
  return isInside ? undefined : urls[route.url]
}

/** Adds the query of another URL, and only the query. */
export function withQuery(url: string, query: string): string {
  const extra = query.replace(/^\?/, '')
  if (!extra) return url
  const [beforeHash = '', hash] = url.split('#')
  return `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${extra}${hash === undefined ? '' : `#${hash}`}`
}

function pathOf(url: string): string {
  // Addresses such as `//` are not valid URLs and match no page.
  const pathname = URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost').pathname : ''
  return pathname.replace(/\/+$/, '')
}

function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)
}
