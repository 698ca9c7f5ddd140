import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseAuditSearch } from '../audit-log/search.ts'
import { parseConnectionSearch } from '../connections/search.ts'
import { parseSentSearch } from '../emails/search.ts'
import { parseFailureSearch } from '../failures/search.ts'
import { parseClientSearch } from '../oauth-provider/search.ts'
import { parseOverviewSearch } from '../overview/search.ts'
import { NotFound, NotFoundPage } from '../parts/not-found.tsx'
import { parseCustomerSearch, parseTransactionSearch } from '../payments/search.ts'
import { parsePermissionSearch } from '../permissions/scope.ts'
import { parseTeamSearch, parseTeamTab } from '../teams/search.ts'
import { parseUserSearch, parseUserTab } from '../users/search.ts'
import { parseDeliverySearch } from '../webhooks/search.ts'
import { OwnerLayout } from './owner-layout.tsx'
import { ProjectLayout } from './project-layout.tsx'
import { StartPage } from './start-page.tsx'

// Each page loads when it is about to be opened. To add one, add a route here and a line in `pages.ts`.

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

type Load<Module> = () => Promise<Module>

/** All routes below need a signed-in owner. */
const ownerRoute = createRoute({ getParentRoute: () => rootRoute, id: 'owner', component: OwnerLayout })

const projectRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: 'projects/$projectId',
  component: ProjectLayout,
  notFoundComponent: NotFound,
})

/** A page of the project in the URL. */
const page = <const Path extends string, Module extends { default: unknown }>(path: Path, load: Load<Module>) =>
  createRoute({ getParentRoute: () => projectRoute, path, component: lazyRouteComponent(load) })

/** The same for a page with search parameters. */
const searchPage = <const Path extends string, Search extends object, Module extends { default: unknown }>(
  path: Path,
  validateSearch: (search: Record<string, unknown>) => Search,
  load: Load<Module>,
) => createRoute({ getParentRoute: () => projectRoute, path, validateSearch, component: lazyRouteComponent(load) })

const projectPages = [
  searchPage('/', parseOverviewSearch, () => import('../overview/overview-page.tsx')),
  page('start', () => import('../first-run/quick-start-page.tsx')),
  searchPage('users', parseUserSearch, () => import('../users/users-page.tsx')),
  searchPage('users/$userId', parseUserTab, () => import('../users/user-page.tsx')),
  searchPage('teams', parseTeamSearch, () => import('../teams/teams-page.tsx')),
  searchPage('teams/$teamId', parseTeamTab, () => import('../teams/team-page.tsx')),
  searchPage('permissions', parsePermissionSearch, () => import('../permissions/permissions-page.tsx')),
  page('sign-in-methods', () => import('../sign-in-methods/sign-in-methods-page.tsx')),
  page('sign-in-methods/$providerId', () => import('../sign-in-methods/provider-page.tsx')),
  page('connections', () => import('../connections/connections-page.tsx')),
  searchPage('connections/$connectionId', parseConnectionSearch, () => import('../connections/connection-page.tsx')),
  page('oauth-provider', () => import('../oauth-provider/general-page.tsx')),
  searchPage('oauth-provider/clients', parseClientSearch, () => import('../oauth-provider/clients-page.tsx')),
  page('oauth-provider/clients/$clientId', () => import('../oauth-provider/client-page.tsx')),
  page('oauth-provider/scopes', () => import('../oauth-provider/scopes-page.tsx')),
  page('branding', () => import('../branding/branding-page.tsx')),
  page('domains', () => import('../domains/domains-page.tsx')),
  page('api-keys', () => import('../api-keys/api-keys-page.tsx')),
  page('payments', () => import('../payments/offers-page.tsx')),
  page('payments/new-offer', () => import('../payments/new-offer-page.tsx')),
  page('payments/offers/$offerId', () => import('../payments/offer-page.tsx')),
  searchPage('payments/customers', parseCustomerSearch, () => import('../payments/customers-page.tsx')),
  page('payments/customers/$customerType/$customerId', () => import('../payments/customer-page.tsx')),
  searchPage('payments/transactions', parseTransactionSearch, () => import('../payments/transactions-page.tsx')),
  page('data-vault', () => import('../data-vault/data-vault-page.tsx')),
  page('webhooks', () => import('../webhooks/webhooks-page.tsx')),
  searchPage('webhooks/$endpointId', parseDeliverySearch, () => import('../webhooks/endpoint-page.tsx')),
  page('emails', () => import('../emails/templates-page.tsx')),
  page('emails/templates/$templateId', () => import('../emails/template-page.tsx')),
  page('emails/themes', () => import('../emails/themes-page.tsx')),
  page('emails/themes/$themeId', () => import('../emails/theme-page.tsx')),
  page('emails/drafts', () => import('../emails/drafts-page.tsx')),
  page('emails/drafts/$draftId', () => import('../emails/draft-page.tsx')),
  searchPage('emails/sent', parseSentSearch, () => import('../emails/sent-page.tsx')),
  page('emails/sent/$emailId', () => import('../emails/sent-email-page.tsx')),
  page('emails/server', () => import('../emails/server-page.tsx')),
  searchPage('failures', parseFailureSearch, () => import('../failures/failures-page.tsx')),
  searchPage('audit-log', parseAuditSearch, () => import('../audit-log/audit-log-page.tsx')),
  page('settings', () => import('../settings/general-page.tsx')),
  page('settings/users', () => import('../settings/users-page.tsx')),
  page('settings/production', () => import('../settings/production-page.tsx')),
  page('settings/environments', () => import('../settings/environments-page.tsx')),
  page('settings/owners', () => import('../settings/owners-page.tsx')),
  page('settings/configuration', () => import('../configuration/configuration-page.tsx')),
] as const

const ownerPages = [
  createRoute({ getParentRoute: () => ownerRoute, path: '/', component: StartPage }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: 'projects',
    component: lazyRouteComponent(() => import('../projects/projects-page.tsx')),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: 'new-project',
    component: lazyRouteComponent(() => import('../first-run/new-project-page.tsx')),
  }),
  createRoute({
    getParentRoute: () => ownerRoute,
    path: 'server',
    component: lazyRouteComponent(() => import('../server/server-page.tsx')),
  }),
  projectRoute.addChildren([...projectPages]),
] as const

const rootPages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'welcome',
    component: lazyRouteComponent(() => import('../first-run/welcome-page.tsx')),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'join',
    validateSearch: ({ code }: Record<string, unknown>) => ({ code: typeof code === 'string' ? code : '' }),
    component: lazyRouteComponent(() => import('../first-run/join-page.tsx')),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: 'sign-in-tested',
    component: lazyRouteComponent(() => import('../sign-in-methods/sign-in-tested-page.tsx')),
  }),
  ownerRoute.addChildren([...ownerPages]),
] as const

const routeTree = rootRoute.addChildren([...rootPages])

export const router = createRouter({
  routeTree,
  basepath: '/dashboard',
  defaultPreload: 'intent',
  // Pages are small, and hovering over a link usually means that it will be opened.
  defaultPreloadDelay: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Paths of pages that need no parameter but the project. */
export type ProjectPath = `/projects/$projectId${
  | ''
  | '/users'
  | '/teams'
  | '/permissions'
  | '/sign-in-methods'
  | '/connections'
  | '/oauth-provider'
  | '/oauth-provider/clients'
  | '/oauth-provider/scopes'
  | '/branding'
  | '/domains'
  | '/api-keys'
  | '/payments'
  | '/payments/customers'
  | '/payments/transactions'
  | '/data-vault'
  | '/webhooks'
  | '/emails'
  | '/emails/themes'
  | '/emails/drafts'
  | '/emails/sent'
  | '/emails/server'
  | '/failures'
  | '/audit-log'
  | '/settings'
  | '/settings/users'
  | '/settings/production'
  | '/settings/environments'
  | '/settings/owners'
  | '/settings/configuration'}`
