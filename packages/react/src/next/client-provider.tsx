'use client'

import './register-client.ts'
import { appInternalsSymbol, type ClientAppJson } from '@latchkey/sdk'
import NextLink from 'next/link'
import { useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useMemo } from 'react'
import { ClientApp } from '../client-app.ts'
import { type InitialUser, LatchkeyProvider, type LatchkeyProviderProps } from '../provider.tsx'
import { LinkContext, type LinkProps } from '../ui/app-link.tsx'

interface ClientProviderProps extends Omit<LatchkeyProviderProps, 'app'> {
  appJson: ClientAppJson
  initialUser: InitialUser
}

/** Revives the app that the server has serialised. The same app always gives the same object. */
export function ClientProvider({ appJson, ...props }: ClientProviderProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the identifier represents the whole JSON
  const app = useMemo(
    () => ClientApp[appInternalsSymbol].fromClientJson(appJson) as ClientApp<true>,
    [appJson.uniqueIdentifier],
  )
  useRefreshForUser(app)
  return (
    <LinkContext.Provider value={Link}>
      <LatchkeyProvider app={app} {...props} />
    </LinkContext.Provider>
  )
}

/** Renders the page again for another user or for nobody, because server components do not notice it themselves. */
function useRefreshForUser(app: ClientApp<true>): void {
  const router = useRouter()
  useEffect(() => {
    const { currentUser, isPrefetching } = app[appInternalsSymbol]
    let shownId: string | null | undefined
    const look = () => {
      const entry = currentUser.getSnapshot()
      if (entry.status !== 'ok') return
      const id = entry.value?.id ?? null
      if (shownId !== undefined && shownId !== id) router.refresh()
      shownId = id
    }
    if (isPrefetching) look()
    return currentUser.subscribe(look)
  }, [app, router])
}

// A CommonJS module, whose default export bundlers and Node see in different places.
const Link = ((NextLink as { default?: unknown }).default ?? NextLink) as ComponentType<LinkProps>
