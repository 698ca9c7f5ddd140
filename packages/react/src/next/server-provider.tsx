import { toClientJson } from '@latchkey/sdk'
import { ClientProvider } from './client-provider.tsx'
import { findUser } from './lookups.ts'
import type { LatchkeyProviderProps } from './props.ts'

/** Sends the app to the browser, without secrets. The user is not awaited, so that the rest of the page does not wait. */
export function LatchkeyProvider({ app, ...props }: LatchkeyProviderProps) {
  return <ClientProvider {...props} appJson={toClientJson(app)} initialUser={findUser(app)} />
}
