import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { parseAuditSearch } from '../audit-log/search.ts'
import { parseSentSearch } from '../emails/search.ts'
import { parseOverviewSearch } from '../overview/search.ts'
import { NotFound, NotFoundPage } from '../parts/not-found.tsx'
import { parseCustomerSearch, parseTransactionSearch } from '../payments/search.ts'
import { parsePermissionSearch } from '../permissions/search.ts'
import { parseTeamSearch } from '../teams/search.ts'
import { parseUserSearch } from '../users/search.ts'
import { parseUserTab } from '../users/user-tab.ts'
import { parseDeliverySearch } from '../webhooks/search.ts'
import { OwnerLayout } from './owner-layout.tsx'
import { ProjectLayout } from './project-layout.tsx'
import { StartPage } from './start-page.tsx'

// Each page loads when it is about to be opened. To add one, add a route here and a line in `pages.ts`.

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'welcome',
  component: lazyRouteComponent(() => import('../first-run/welcome-page.tsx')),
})
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'join',
  validateSearch: ({ code }: Record<string, unknown>) => ({ code: typeof code === 'string' ? code : '' }),
  component: lazyRouteComponent(() => import('../first-run/join-page.tsx')),
})

const signInTestedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in-tested',
  component: lazyRouteComponent(() => import('../sign-in-methods/sign-in-tested-page.tsx')),
})

/** All routes below need a signed-in owner. */
const ownerRoute = createRoute({ getParentRoute: () => rootRoute, id: 'owner', component: OwnerLayout })
const startRoute = createRoute({ getParentRoute: () => ownerRoute, path: '/', component: StartPage })
const projectsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: 'projects',
  component: lazyRouteComponent(() => import('../projects/projects-page.tsx')),
})
const newProjectRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: 'new-project',
  component: lazyRouteComponent(() => import('../first-run/new-project-page.tsx')),
})

/** All routes below belong to the project in the URL. */
const projectRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: 'projects/$projectId',
  component: ProjectLayout,
  notFoundComponent: NotFound,
})
const overviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  validateSearch: parseOverviewSearch,
  component: lazyRouteComponent(() => import('../overview/overview-page.tsx')),
})
const quickStartRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'start',
  component: lazyRouteComponent(() => import('../first-run/quick-start-page.tsx')),
})
const usersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'users',
  validateSearch: parseUserSearch,
  component: lazyRouteComponent(() => import('../users/users-page.tsx')),
})
const userRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'users/$userId',
  validateSearch: parseUserTab,
  component: lazyRouteComponent(() => import('../users/user-page.tsx')),
})
const teamsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'teams',
  validateSearch: parseTeamSearch,
  component: lazyRouteComponent(() => import('../teams/teams-page.tsx')),
})
const teamRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'teams/$teamId',
  component: lazyRouteComponent(() => import('../teams/team-page.tsx')),
})
const permissionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'permissions',
  validateSearch: parsePermissionSearch,
  component: lazyRouteComponent(() => import('../permissions/permissions-page.tsx')),
})
const signInMethodsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'sign-in-methods',
  component: lazyRouteComponent(() => import('../sign-in-methods/sign-in-methods-page.tsx')),
})
const providerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'sign-in-methods/$providerId',
  component: lazyRouteComponent(() => import('../sign-in-methods/provider-page.tsx')),
})
const brandingRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'branding',
  component: lazyRouteComponent(() => import('../branding/branding-page.tsx')),
})
const domainsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'domains',
  component: lazyRouteComponent(() => import('../domains/domains-page.tsx')),
})
const apiKeysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'api-keys',
  component: lazyRouteComponent(() => import('../api-keys/api-keys-page.tsx')),
})
const paymentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments',
  component: lazyRouteComponent(() => import('../payments/offers-page.tsx')),
})
const newOfferRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments/new-offer',
  component: lazyRouteComponent(() => import('../payments/new-offer-page.tsx')),
})
const offerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments/offers/$offerId',
  component: lazyRouteComponent(() => import('../payments/offer-page.tsx')),
})
const customersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments/customers',
  validateSearch: parseCustomerSearch,
  component: lazyRouteComponent(() => import('../payments/customers-page.tsx')),
})
const customerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments/customers/$customerType/$customerId',
  component: lazyRouteComponent(() => import('../payments/customer-page.tsx')),
})
const transactionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'payments/transactions',
  validateSearch: parseTransactionSearch,
  component: lazyRouteComponent(() => import('../payments/transactions-page.tsx')),
})
const dataVaultRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'data-vault',
  component: lazyRouteComponent(() => import('../data-vault/data-vault-page.tsx')),
})
const webhooksRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx')),
})
const webhookEndpointRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'webhooks/$endpointId',
  validateSearch: parseDeliverySearch,
  component: lazyRouteComponent(() => import('../webhooks/endpoint-page.tsx')),
})
const emailTemplatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails',
  component: lazyRouteComponent(() => import('../emails/templates-page.tsx')),
})
const emailTemplateRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/templates/$templateId',
  component: lazyRouteComponent(() => import('../emails/template-page.tsx')),
})
const emailThemesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/themes',
  component: lazyRouteComponent(() => import('../emails/themes-page.tsx')),
})
const emailThemeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/themes/$themeId',
  component: lazyRouteComponent(() => import('../emails/theme-page.tsx')),
})
const emailDraftsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/drafts',
  component: lazyRouteComponent(() => import('../emails/drafts-page.tsx')),
})
const emailDraftRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/drafts/$draftId',
  component: lazyRouteComponent(() => import('../emails/draft-page.tsx')),
})
const sentEmailsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/sent',
  validateSearch: parseSentSearch,
  component: lazyRouteComponent(() => import('../emails/sent-page.tsx')),
})
const sentEmailRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/sent/$emailId',
  component: lazyRouteComponent(() => import('../emails/sent-email-page.tsx')),
})
const emailServerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'emails/server',
  component: lazyRouteComponent(() => import('../emails/server-page.tsx')),
})
const auditLogRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'audit-log',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('../audit-log/audit-log-page.tsx')),
})
const serverRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'server',
  component: lazyRouteComponent(() => import('../server/server-page.tsx')),
})
const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx')),
})
const configurationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: 'settings/configuration',
  component: lazyRouteComponent(() => import('../configuration/configuration-page.tsx')),
})

const projectPages = [
  overviewRoute,
  quickStartRoute,
  usersRoute,
  userRoute,
  teamsRoute,
  teamRoute,
  permissionsRoute,
  signInMethodsRoute,
  providerRoute,
  brandingRoute,
  domainsRoute,
  apiKeysRoute,
  paymentsRoute,
  newOfferRoute,
  offerRoute,
  customersRoute,
  customerRoute,
  transactionsRoute,
  dataVaultRoute,
  webhooksRoute,
  webhookEndpointRoute,
  emailTemplatesRoute,
  emailTemplateRoute,
  emailThemesRoute,
  emailThemeRoute,
  emailDraftsRoute,
  emailDraftRoute,
  sentEmailsRoute,
  sentEmailRoute,
  emailServerRoute,
  auditLogRoute,
  settingsRoute,
  configurationRoute,
  serverRoute,
] as const

const routeTree = rootRoute.addChildren([
  welcomeRoute,
  joinRoute,
  signInTestedRoute,
  ownerRoute.addChildren([startRoute, projectsRoute, newProjectRoute, projectRoute.addChildren([...projectPages])]),
])

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
  | '/branding'
  | '/domains'
  | '/api-keys'
  | '/payments'
  | '/data-vault'
  | '/webhooks'
  | '/emails'
  | '/audit-log'
  | '/settings'
  | '/server'}`
