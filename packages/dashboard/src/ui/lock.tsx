import { createContext, type ReactNode, useContext } from 'react'

/** Inside, controls that make changes are disabled, with the reason. Those that only show something do not ask. */
export const Lock = createContext<{ disabled: true; title: string } | undefined>(undefined)

/** For controls that make changes, to be spread after their own props. */
export const useLock = () => useContext(Lock)

/** Controls that change nothing, such as to copy, to filter or to open a dialog that only shows, work behind a lock. */
export function Reading({ children }: { children: ReactNode }) {
  return <Lock value={undefined}>{children}</Lock>
}
