import { Suspense } from 'react'
import { MessageCard } from '../ui/message-card.tsx'
import { ClientHandler } from './client-handler.tsx'
import { findProject, findUser } from './lookups.ts'
import type { LatchkeyHandlerProps, RouteProps } from './props.ts'

declare const process: { env: Record<string, unknown> }

/** All Latchkey pages, in `app/handler/[...latchkey]/page.tsx`. */
export function LatchkeyHandler(props: LatchkeyHandlerProps & RouteProps) {
  const handler = <RoutedHandler {...props} />
  // With cache components, Next.js prerenders everything around the page and needs a boundary there. Without them, a
  // boundary would send the status before it is known whether the page exists.
  return process.env.__NEXT_CACHE_COMPONENTS ? <Suspense fallback={null}>{handler}</Suspense> : handler
}

async function RoutedHandler({ app, fullPage, componentProps, ...rest }: LatchkeyHandlerProps & RouteProps) {
  if (!rest.routeProps) {
    console.warn('LatchkeyHandler: pass the props of the page as `routeProps={props}` instead of spreading them.')
  }
  const { params, searchParams } = rest.routeProps ?? rest
  const [given = {}, query = {}] = await Promise.all([params, searchParams])
  const path = Object.values(given).find(Array.isArray)
  if (!path) {
    return (
      <MessageCard title="Almost there" fullPage={fullPage}>
        Latchkey's pages need a catch-all route. Move this file to app/handler/[...latchkey]/page.tsx.
      </MessageCard>
    )
  }
  // The provider passes the user on. Awaited here, so that the page is complete when it is sent.
  const [project] = await Promise.all([findProject(app), findUser(app)])
  return (
    <ClientHandler
      fullPage={fullPage}
      location={path.join('/')}
      searchParams={Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
      )}
      componentProps={componentProps}
      project={project}
    />
  )
}
