// The entry `@latchkey/react/next` for servers.
import './register-server.ts'

export * from '../index.ts'
export type { LatchkeyHandlerProps, LatchkeyProviderProps } from './props.ts'
export { LatchkeyHandler } from './server-handler.tsx'
export { LatchkeyProvider } from './server-provider.tsx'
