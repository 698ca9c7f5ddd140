import { type AdminApp, type AdminOwnedProject, appInternalsSymbol, type CurrentInternalUser } from '@latchkey/react'
import { createContext, useContext } from 'react'
import { useData } from './data.ts'

/** The signed-in owner. */
export const OwnerContext = createContext<CurrentInternalUser | null>(null)

export function useOwner(): CurrentInternalUser {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('useOwner needs a signed-in owner.')
  return owner
}

export function useOwnedProjects(): AdminOwnedProject[] {
  const { ownedProjects } = useOwner()[appInternalsSymbol]
  if (!ownedProjects) throw new Error('Only users of the internal project own projects.')
  return useData(ownedProjects) as AdminOwnedProject[]
}

/** The project in the URL. */
export const ProjectContext = createContext<AdminOwnedProject | null>(null)

export function useProject(): AdminOwnedProject {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('useProject needs a page of a project.')
  return project
}

/** The cache stores of the project's app, for `useData`, and `call` for routes without an SDK method. */
export function useStores(): AdminApp<false>[typeof appInternalsSymbol] {
  return useProject().app[appInternalsSymbol]
}
