'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { type ComponentType, createContext, useContext, useEffect, useMemo, useRef } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useReplaceOf } from '../hooks/app-hooks.ts'
import { AppContext, useApp } from '../hooks/use-app.ts'
import { type SearchParams, useQuery } from '../hooks/use-query.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { MessageCard } from '../ui/message-card.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { findReplacement, findRoute, type HandlerComponents, type RouteMatch, withQuery } from './handler-routes.ts'

/**
 * The props of `LatchkeyHandler`.
 * @example
 * <LatchkeyHandler
 *   app={latchkey}
 *   location={location.pathname}
 *   searchParams={searchParams}
 *   fullPage
 *   componentProps={{ SignIn: { firstTab: 'password' } }}
 * />
 */
export interface LatchkeyHandlerProps {
  /** The provider's app unless given. */
  app?: ClientApp<true> | undefined
  /** Whether it is a page of its own, centered, rather than a part of one. */
  fullPage: boolean
  /** The current path, with or without the handler's own: `/handler/sign-in` or `sign-in`. */
  location: string
  /** The query, which a server has to give. In the browser it is read from the address. */
  searchParams?: SearchParams | undefined
  /** Props for single pages, by their names. */
  componentProps?: { [Name in keyof HandlerComponents]?: Partial<HandlerComponents[Name]> | undefined } | undefined
}

/** Shows the framework's own page where there is none of ours, by throwing what it expects. */
export const NotFoundContext = createContext<(() => never) | undefined>(undefined)

/**
 * All of Latchkey's pages behind one route of the app. Each is fetched when it is visited.
 * @example <LatchkeyHandler location={location.pathname} fullPage />
 */
export function LatchkeyHandler({ app, ...props }: LatchkeyHandlerProps) {
  const provided = useContext(AppContext)
  return (
    <AppContext.Provider value={app ?? provided}>
      <HandlerPage {...props} />
    </AppContext.Provider>
  )
}

function HandlerPage({ fullPage, location, searchParams, componentProps }: LatchkeyHandlerProps) {
  const app = useApp()
  const showNotFound = useContext(NotFoundContext)
  const match = useMemo(() => findRoute(location, app.urls.handler), [location, app])
  if (!match) return showNotFound?.() ?? <NotFound fullPage={fullPage} />

  // Nearly every screen shows the project, which is fetched beside the screen's code rather than after it.
  if (typeof window !== 'undefined') app[appInternalsSymbol].project.getSnapshot()
  const replacement = findReplacement(match, app.urls)
  if (replacement) return <Redirect to={replacement} fullPage={fullPage} />
  return (
    <>
      {/* The page shows already: its address is only being tidied up. */}
      {!match.isCanonical && <Navigate to={`${app.urls.handler.replace(/\/$/, '')}/${match.path}`} />}
      <MatchedScreen match={match} fullPage={fullPage} searchParams={searchParams} componentProps={componentProps} />
    </>
  )
}

const noQuery = {}

function MatchedScreen(props: Omit<LatchkeyHandlerProps, 'app' | 'location'> & { match: RouteMatch }) {
  const { match, fullPage, componentProps } = props
  const { route } = match
  const searchParams = useQuery(route.takesQuery ? props.searchParams : noQuery)
  const given = Object.entries(componentProps?.[route.name] ?? {}).filter(([, value]) => value !== undefined)
  const Screen = route.component as ComponentType<Record<string, unknown>>
  if (route.takesQuery && !searchParams) return <Waiting fullPage={fullPage} />
  return (
    <Screen
      fullPage={fullPage}
      {...route.props}
      {...(route.takesQuery && { searchParams })}
      {...Object.fromEntries(given)}
    />
  )
}

function Redirect({ to, fullPage }: { to: string; fullPage: boolean }) {
  return (
    <>
      <Navigate to={to} />
      <Waiting fullPage={fullPage} />
    </>
  )
}

/** Takes the place of the current page in the history, because going back to it would only lead here again. */
function Navigate({ to }: { to: string }) {
  const replace = useReplaceOf(useApp())
  const done = useRef<string>(undefined)
  useEffect(() => {
    // Routers may hand out a new function on every render; one journey is enough.
    if (done.current === to) return
    done.current = to
    replace(withQuery(to, globalThis.location.search) + globalThis.location.hash)
  }, [replace, to])
  return null
}

function NotFound({ fullPage }: { fullPage: boolean }) {
  const app = useApp()
  const t = useTranslate()
  return (
    <MessageCard
      title={t('Page not found')}
      fullPage={fullPage}
      primaryButtonText={t('Go home')}
      primaryAction={() => app.redirectToHome()}
    >
      {t("There's nothing at this address.")}
    </MessageCard>
  )
}
