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
  /** Defaults to the app of the provider. */
  app?: ClientApp<true> | undefined
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage: boolean
  /** The current path, with or without the handler's own: `/handler/sign-in` or `sign-in`. */
  location: string
  /** The query of the page. Required on a server; browsers read it from the URL. */
  searchParams?: SearchParams | undefined
  /** Props for individual pages, by name. */
  componentProps?: { [Name in keyof HandlerComponents]?: Partial<HandlerComponents[Name]> | undefined } | undefined
}

/** Shows the framework's not-found page by throwing the error that it expects. */
export const NotFoundContext = createContext<(() => never) | undefined>(undefined)

/**
 * All Latchkey pages on one route of the app. Each page is lazy.
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

  // Nearly every screen shows the project, so it is fetched in parallel with the code of the screen.
  if (typeof window !== 'undefined') app[appInternalsSymbol].project.getSnapshot()
  const replacement = findReplacement(match, app.urls)
  if (replacement) return <Redirect to={replacement} fullPage={fullPage} />
  return (
    <>
      {/* The page is already visible; this only corrects its URL. */}
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

/** Replaces the current entry of the history, because going back to it would only redirect again. */
function Navigate({ to }: { to: string }) {
  const replace = useReplaceOf(useApp())
  const done = useRef<string>(undefined)
  useEffect(() => {
    // Routers may return a new function on every render; this must navigate only once.
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
