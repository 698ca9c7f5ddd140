import { type AdminApp, type AdminOwnedProject, appInternalsSymbol, type CurrentInternalUser } from '@latchkey/react'
import { createContext, useContext } from 'react'
import { useData } from './data.ts'

/** Whoever is signed in. */
export const OwnerContext = createContext<CurrentInternalUser | null>(null)

export function useOwner(): CurrentInternalUser {
  const owner = useContext(OwnerContext)
  if (!owner) throw new Error('useOwner is for pages of signed-in owners.')
  return owner
}

export function useOwnedProjects(): AdminOwnedProject[] {
  const { ownedProjects } = useOwner()[appInternalsSymbol]
  if (!ownedProjects) throw new Error('Users of the internal project own projects.')
  return useData(ownedProjects) as AdminOwnedProject[]
}

/** The project in the address. */
export const ProjectContext = createContext<AdminOwnedProject | null>(null)

export function useProject(): AdminOwnedProject {
  const project = useContext(ProjectContext)
  if (!project) throw new Error('useProject is for pages of a project.')
  return project
}

/** The stores of the project's app, for `useData`, and `call` for routes that the SDK has no method for. */
export function useStores(): AdminApp<false>[typeof appInternalsSymbol] {
  return useProject().app[appInternalsSymbol]
}
