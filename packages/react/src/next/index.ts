// The entry `@latchkey/react/next` for client components.
import './register-client.ts'
import type { ReactNode } from 'react'
import { LatchkeyProvider as ReactProvider } from '../provider.tsx'
import type { LatchkeyHandlerProps, LatchkeyProviderProps } from './props.ts'

export * from '../index.ts'
export type { LatchkeyHandlerProps, LatchkeyProviderProps } from './props.ts'

/**
 * Provides the app to your components and the language to ours. Belongs in the layout.
 * @example <LatchkeyProvider app={latchkey}>{children}</LatchkeyProvider>
 */
export const LatchkeyProvider: (props: LatchkeyProviderProps) => ReactNode = ReactProvider

/**
 * All Latchkey pages on one route, `app/handler/[...latchkey]/page.tsx`.
 * @example <LatchkeyHandler app={latchkey} routeProps={props} fullPage />
 */
export const LatchkeyHandler: (props: LatchkeyHandlerProps) => ReactNode = () => {
  throw new Error('LatchkeyHandler is a server component: remove "use client" from the page that renders it.')
}
