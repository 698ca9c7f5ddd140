import { appInternalsSymbol, type Project, type ProjectConfig } from '@latchkey/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { AppContext } from '../hooks/use-app.ts'

/** The data of a project in a preview, for instance of its sign-in page. */
export interface ShownProject extends Partial<Omit<Project, 'id' | 'config'>> {
  config?: Pick<ProjectConfig, 'trustedDevicesAllowed'>
}

/** Replaces the app's own project. */
export const ShownProjectContext = createContext<ShownProject | undefined>(undefined)

type Entry = { status: 'ok'; value: ShownProject } | { status: 'pending' | 'error' }

/** The project whose brand is shown, without waiting for it. */
export function useShownProject(): Entry {
  const shown = useContext(ShownProjectContext)
  const store = useContext(AppContext)?.[appInternalsSymbol].project
  const source = (!shown && store) || nothing
  // A server only has values that were passed in.
  const entry = useSyncExternalStore<Entry>(source.subscribe, source.getSnapshot, () =>
    source.isHandedOver ? source.getSnapshot() : pending,
  )
  return shown ? { status: 'ok', value: shown } : entry
}

const pending = { status: 'pending' } as const
/** A store that never changes. */
export const nothing = { subscribe: () => () => {}, getSnapshot: () => pending, isHandedOver: true }
