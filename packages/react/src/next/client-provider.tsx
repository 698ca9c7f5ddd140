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
  useRefreshAtEnd(app)
  return (
    <LinkContext.Provider value={Link}>
      <LatchkeyProvider app={app} {...props} />
    </LinkContext.Provider>
  )
}

/** Renders the page again when the session has ended, because server components do not notice it themselves. */
function useRefreshAtEnd(app: ClientApp<true>): void {
  const router = useRouter()
  useEffect(() => {
    const { currentUser, isPrefetching } = app[appInternalsSymbol]
    let wasSignedIn = false
    const look = () => {
      const entry = currentUser.getSnapshot()
      if (entry.status !== 'ok') return
      if (wasSignedIn && !entry.value) router.refresh()
      wasSignedIn = !!entry.value
    }
    if (isPrefetching) look()
    return currentUser.subscribe(look)
  }, [app, router])
}

// A CommonJS module, whose default export bundlers and Node see in different places.
const Link = ((NextLink as { default?: unknown }).default ?? NextLink) as ComponentType<LinkProps>
