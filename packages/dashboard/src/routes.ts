import { type ComponentType, lazy } from 'react'

type Params = Record<string, string>

interface Route {
  /** Named groups become the page's properties. */
  path: RegExp
  Page: ComponentType<Params>
}

/** A new page is one more entry. Each is fetched when somebody opens it, so that nobody pays for the others. */
const routes: readonly Route[] = [
  { path: /^\/dashboard\/purchase\/return\/?$/, Page: load(() => import('./purchase/return-page.tsx')) },
  { path: /^\/dashboard\/purchase\/(?<fullCode>[^/]+)\/?$/, Page: load(() => import('./purchase/purchase-page.tsx')) },
  { path: /^\/handler(\/|$)/, Page: load(() => import('./handler/handler-page.tsx')) },
  // It has a router of its own for its pages.
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

/** The table holds pages of every kind; that a page gets what it wants is up to the groups of its path. */
function load<Props extends Params>(
  importPage: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Params> {
  return lazy(importPage) as unknown as ComponentType<Params>
}
