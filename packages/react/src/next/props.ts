import type { ReactNode } from 'react'
import type { ClientApp } from '../client-app.ts'
import type { LatchkeyProviderProps as ReactProviderProps } from '../provider.tsx'
import type { LatchkeyHandlerProps as ReactHandlerProps } from '../screens/handler.tsx'

/**
 * The props of `LatchkeyProvider`.
 * @example
 * <LatchkeyProvider app={latchkey} lang="de-DE" translationOverrides={{ 'Sign in': 'Anmelden' }}>
 *   {children}
 * </LatchkeyProvider>
 */
export interface LatchkeyProviderProps extends Pick<ReactProviderProps, 'lang' | 'translationOverrides'> {
  /** Your app object. In a server layout, the server's app: the browser gets it without the secret keys. */
  app: ClientApp<true>
  /** Your pages. */
  children: ReactNode
}

/**
 * The props of `LatchkeyHandler`.
 * @example
 * <LatchkeyHandler
 *   app={latchkey}
 *   routeProps={props}
 *   fullPage
 *   componentProps={{ SignIn: { firstTab: 'password' } }}
 * />
 */
export interface LatchkeyHandlerProps extends Pick<ReactHandlerProps, 'fullPage' | 'componentProps'> {
  /** Your app object. */
  app: ClientApp<true>
  /** The props that Next.js gives the page: `export default function Handler(props) { … routeProps={props} }`. */
  routeProps: RouteProps
}

/** Promises since Next.js 15. */
export interface RouteProps {
  params?: Params | Promise<Params>
  searchParams?: Query | Promise<Query>
}

type Params = Record<string, string | string[] | undefined>
type Query = Record<string, string | string[] | undefined>
