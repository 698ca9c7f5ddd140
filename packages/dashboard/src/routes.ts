import { type ComponentType, lazy } from 'react'

type Params = Record<string, string>

interface Route {
  /** Named groups become the page's properties. */
  path: RegExp
  Page: ComponentType<Params>
}

/** Add a page as one more entry. Each page is a chunk of its own, loaded when it is opened. */
const routes: readonly Route[] = [
  { path: /^\/dashboard\/purchase\/return\/?$/, Page: load(() => import('./purchase/return-page.tsx')) },
  { path: /^\/dashboard\/purchase\/(?<fullCode>[^/]+)\/?$/, Page: load(() => import('./purchase/purchase-page.tsx')) },
  { path: /^\/dashboard\/set-up\/?$/, Page: load(() => import('./set-up/set-up-page.tsx')) },
  { path: /^\/handler(\/|$)/, Page: load(() => import('./handler/handler-page.tsx')) },
  {
    path: /^\/oauth\/[^/]+\/(?<page>consent|device|handler)(?:\/|$)/,
    Page: load(() => import('./hosted/hosted-page.tsx')),
  },
  // The dashboard has its own router.
  { path: /^\/dashboard(\/|$)/, Page: load(() => import('./shell/app.tsx')) },
]

const NotFoundPage = load(() => import('./not-found-page.tsx'))

export function findPage(path: string): { Page: ComponentType<Params>; params: Params } {
  for (const { path: pattern, Page } of routes) {
    const match = pattern.exec(path)
    if (match) return { Page, params: { ...match.groups } }
  }
  return { Page: NotFoundPage, params: {} }
}

/** The table erases the property types, so a path's groups must match its page's properties. */
function load<Props extends Params>(
  importPage: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Params> {
  return lazy(importPage) as unknown as ComponentType<Params>
}
