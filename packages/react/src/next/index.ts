// The entry `@latchkey/react/next` for client components.
import './register-client.ts'
import type { ReactNode } from 'react'
import { LatchkeyProvider as ReactProvider } from '../provider.tsx'
import type { LatchkeyHandlerProps, LatchkeyProviderProps } from './props.ts'

export * from '../index.ts'
export type { LatchkeyHandlerProps, LatchkeyProviderProps } from './props.ts'

export const LatchkeyProvider: (props: LatchkeyProviderProps) => ReactNode = ReactProvider

export const LatchkeyHandler: (props: LatchkeyHandlerProps) => ReactNode = () => {
  throw new Error('LatchkeyHandler is a server component: remove "use client" from the page that renders it.')
}
