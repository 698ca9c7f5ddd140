import { LatchkeyProvider } from '@latchkey/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { OwnerContext, ProjectContext } from '../data/owner.ts'
import { queryClient } from '../data/query-client.ts'
import type { Project } from '../data/rows.ts'
import { internalApp } from '../internal-app.ts'
import { Conflicts } from '../parts/conflicts.tsx'
import { Toasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'

type Body = Record<string, unknown>
type Answer = (request: { query: Record<string, string>; body: Body; headers: Headers }) => unknown

interface OpenPageOptions {
  /** The path of the route below the project, such as `users/$userId`. */
  route: string
  /** The opened URL below the project. The path of the route by default. */
  url?: string
  Page: () => React.ReactNode
  validateSearch?: (search: Record<string, unknown>) => object
  project?: Partial<Project>
  /** More of the signed-in owner. */
  owner?: object
  /** The responses by route, such as `GET /users`. */
  answers?: Record<string, Answer>
}

/** Renders a page of a project. Its requests reach `answers` instead of a server. */
export async function openPage({
  route,
  url = route,
  Page,
  validateSearch,
  project,
  owner: more,
  answers = {},
}: OpenPageOptions) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string | URL, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, search, searchParams } = new URL(address, location.href)
    const name = `${method} ${pathname.replace('/api/v1', '')}`
    const answer = answers[name]
    if (!answer) return new Response()
    requests.push(`${name}${decodeURIComponent(search)}${body ? ` ${body}` : ''}`)
    const reply = await answer({
      query: Object.fromEntries(searchParams),
      body: body ? JSON.parse(String(body)) : {},
      headers: new Headers(headers),
    })
    // An error is given as a whole response.
    return reply instanceof Response ? reply : Response.json(reply)
  })
  const root = createRootRoute()
  const owner = createRoute({ getParentRoute: () => root, id: 'owner' })
  const inProject = createRoute({ getParentRoute: () => owner, path: 'projects/$projectId', component: Outlet })
  const page = createRoute({
    getParentRoute: () => inProject,
    path: route,
    component: Page,
    ...(validateSearch && { validateSearch }),
  })
  const others = createRoute({ getParentRoute: () => inProject, path: '$', component: () => 'Another page' })
  const history = createMemoryHistory({ initialEntries: [`/projects/p1/${url}`] })
  const router = createRouter({
    routeTree: root.addChildren([owner.addChildren([inProject.addChildren([page, others])])]),
    history,
  })
  await router.load()
  const session = { getTokens: async () => ({ accessToken: 'token', refreshToken: null }) }
  render(
    <LatchkeyProvider app={internalApp}>
      <TooltipProvider>
        <OwnerContext
          value={{ id: 'owner', primaryEmail: 'owner@example.com', _internalSession: session, ...more } as never}
        >
          <ProjectContext
            value={{ id: 'p1', display_name: 'Fieldnotes', revision: 1, config: {}, ...project } as never}
          >
            <RouterProvider router={router as never} />
          </ProjectContext>
        </OwnerContext>
        <Conflicts />
        <Toasts />
      </TooltipProvider>
    </LatchkeyProvider>,
  )
  return { requests, urlOf: () => history.location.href.replace('/projects/p1/', '') }
}

// A page that is still there would load again.
afterEach(() => {
  cleanup()
  queryClient.clear()
})
